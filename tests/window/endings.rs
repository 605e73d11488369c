//! The card of the end-game tables in analysis.

use minnow::app::session::TableStatus;
use minnow::game::Game;
use minnow::rules::{Position, Variant};

use crate::desk::{Desk, WIDE, quick};

fn desk(fen: &str) -> Desk {
    let variant = Variant::by_id("silverman4x4").unwrap();
    let game = Game::from_position(Position::from_fen(variant, fen).unwrap());
    Desk::analysing(&game, &quick(), WIDE)
}

#[test]
fn tables_are_built_and_show_each_move() {
    let mut desk = desk("k3/4/1K2/3R w - - 0 1");
    desk.until("the search for files", |state| {
        let status = state.session.tables.status(state.session.variant());
        matches!(status, TableStatus::Missing { .. })
    });
    desk.harness.run();
    desk.click("Build the tables");
    desk.until("the tables", |state| {
        let status = state.session.tables.status(state.session.variant());
        matches!(status, TableStatus::Ready(_))
    });
    desk.harness.run();
    assert!(desk.shows("White wins in 1 move."));
    desk.click("Rd4# wins in 1");
    assert!(desk.state().session.game.outcome().is_some());
    assert!(!desk.says("End-game table"), "the game is over");
    desk.press(egui::Modifiers::NONE, egui::Key::ArrowLeft);
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
        matches!(status, TableStatus::Missing { .. })
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
