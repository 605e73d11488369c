//! The card of the end-game tables in analysis.

use egui::{Key, Modifiers};
use minnow::app::session::TableStatus;
use minnow_game::Game;
use minnow_rules::{Position, Variant};

use crate::desk::{Desk, WIDE, folder_with, quick};
use crate::facts::copy_tables;

fn game(fen: &str) -> Game {
    let variant = Variant::by_id("silverman4x4").unwrap();
    Game::from_position(Position::from_fen(variant, fen).unwrap())
}

fn desk(fen: &str) -> Desk {
    Desk::analysing(&game(fen), &quick(), WIDE)
}

#[test]
fn each_move_has_its_result() {
    let folder = folder_with(&quick());
    copy_tables(folder.path());
    let mut desk = Desk::analysing_in(folder, &game("k3/4/1K2/3R w - - 0 1"), WIDE);
    desk.until("the tables", |state| {
        let status = state.session.tables.status(state.session.variant());
        matches!(status, TableStatus::Ready(_))
    });
    desk.harness.run();
    assert!(desk.shows("White wins in 1 move."));
    desk.click("Rd4# wins in 1");
    assert!(desk.state().session.game.outcome().is_some());
    assert!(!desk.says("End-game table"), "the game is over");
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    assert!(desk.says("White wins in 1 move."));
    let moves = desk.state().session.game.position().legal_moves().len();
    let shown = [" wins in ", " draws", " loses in "].map(|words| desk.labels_with(words).len());
    assert!(shown.iter().sum::<usize>() >= moves, "{shown:?} of {moves}");
}

#[test]
fn a_build_can_be_stopped() {
    let mut desk = desk("k3/4/1K2/3R w - - 0 1");
    desk.until("the search for files", |state| {
        let status = state.session.tables.status(state.session.variant());
        status.is_missing()
    });
    desk.harness.run();
    desk.click("Build the tables");
    if desk.shows("Stop") {
        desk.click("Stop");
        assert!(desk.shows("Build the tables"));
    }
}

#[test]
fn positions_with_many_men_have_no_table() {
    let desk = desk("rqkr/pppp/PPPP/RQKR w - - 0 1");
    assert!(!desk.says("End-game table"));
}
