//! The coach: its question before a move that loses much, its card, and the moments after the game.

use minnow::app::session::settings::Settings;

use crate::desk::{Desk, quick};

/// White's queen can take a knight that a pawn guards.
const HANGING_QUEEN: &str = "k4/3p1/2n2/3Q1/K4 w - - 0 1";
const QUESTION: &str = "This move loses much";

/// The position, whose moves the coach has searched.
fn desk() -> Desk {
    let mut desk = Desk::with(&Settings { variant: "gardner".to_owned(), ..quick() });
    desk.paste(HANGING_QUEEN);
    desk.unfold();
    desk.click_in_view_or_not("Coach asks before bad moves");
    desk.until("the coach's search", |state| !state.session.engine.is_searching());
    desk
}

#[test]
fn the_coach_asks_and_shows_the_refutation() {
    let mut desk = desk();
    desk.play("d2", "c3");
    assert!(desk.shows(QUESTION) && desk.says("Qxc3+ lowers your winning chance by about"));
    desk.click("Show why");
    assert!(!desk.shows(QUESTION) && desk.moves().is_empty());
    assert!(desk.shows("Qxc3+ loses the queen for a knight to dxc3."));
    assert!(!desk.says("1. "), "no better move is named");
    desk.click("Show a better move");
    assert!(desk.says("dxc3. 1. ") && !desk.is_enabled("Show a better move"));
    desk.click("Choose another");
    assert!(!desk.says("loses the queen"));
    desk.play("d2", "c3");
    assert!(!desk.shows(QUESTION), "it asks once");
    assert_eq!(desk.moves()[0], "Qxc3+");
}

#[test]
fn the_move_is_played_from_the_card() {
    let mut desk = desk();
    desk.play("d2", "c3");
    desk.click("Show why");
    desk.click("Play it");
    desk.until_plies(2);
    assert_eq!(desk.moves()[0], "Qxc3+");
    assert!(!desk.state().session.game.header.is_helped());
}

#[test]
fn a_moment_leads_to_its_problem() {
    let mut desk = desk();
    desk.play("d2", "c3");
    desk.click("Play it");
    desk.until_plies(2);
    desk.resign();
    desk.until("the review", |state| {
        state.session.game.has_review() && state.session.review.running.is_none()
    });
    assert!(desk.shows("Worth another look:") && desk.shows("You lost"));
    desk.click("1. Qxc3+ allows a capture");
    assert!(desk.state().learn().is_some() && desk.says("1. Qxc3+ was played"));
}
