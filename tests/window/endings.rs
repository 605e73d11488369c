//! The card of the end-game tables in analysis.

use egui::{Key, Modifiers};
use minnow::app::session::TableStatus;

use crate::desk::{Desk, WIDE, folder_with, game_from, quick};
use crate::facts::{copy_tables, until_tables};

fn desk(fen: &str) -> Desk {
    Desk::analysing(&game_from("silverman4x4", fen), &quick(), WIDE)
}

#[test]
fn each_move_has_its_result() {
    let folder = folder_with(&quick());
    copy_tables(folder.path());
    let game = game_from("silverman4x4", "k3/4/1K2/3R w - - 0 1");
    let mut desk = Desk::analysing_in(folder, &game, WIDE);
    until_tables(&mut desk, |status| matches!(status, TableStatus::Ready(_)));
    assert!(desk.shows("White wins in 1 move."));
    desk.click("Rd4# wins in 1");
    assert!(desk.state().session.game.outcome().is_some());
    assert!(!desk.says("End-game table"), "the game is over");
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    assert!(desk.says("White wins in 1 move."));
    let moves = desk.state().session.game.position().legal_moves().len();
    let shown = [" wins in ", " draws", " loses in "].map(|words| desk.labels_with(words).len());
    assert!(shown.iter().sum::<usize>() >= moves, "{shown:?} of {moves}");
    desk.click("Close the end-game table");
    assert!(!desk.says("End-game table") && !desk.says("White wins in 1 move."));
}

#[test]
fn a_build_can_be_stopped() {
    let mut desk = desk("k3/4/1K2/3R w - - 0 1");
    until_tables(&mut desk, |status| matches!(status, TableStatus::Missing { .. }));
    desk.click("Build the tables");
    if desk.shows("Stop") {
        desk.click("Stop");
        // The build may have ended before the click.
        assert!(desk.shows("Build the tables") || desk.shows("White wins in 1 move."));
    }
}

#[test]
fn positions_with_many_men_have_no_table() {
    let desk = desk("rqkr/pppp/PPPP/RQKR w - - 0 1");
    assert!(!desk.says("End-game table"));
}
