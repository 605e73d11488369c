//! The computer's manners: it offers a draw in a dead position.

use egui::{Key, Modifiers};

use crate::desk::{Desk, to_depth};

/// A window in which the computer has offered a draw: the pawns are locked.
fn offered() -> Desk {
    // Deep enough that the computer judges its position.
    let mut desk = Desk::with(&to_depth(4));
    desk.paste("k4/5/p1p1p/P1P1P/5/K4 w - - 12 20");
    for (from, to) in [("a1", "b1"), ("b1", "c1"), ("c1", "d1"), ("d1", "e1"), ("e1", "e2")] {
        assert!(!desk.shows("Accept draw"));
        let plies = desk.moves().len();
        desk.play(from, to);
        desk.until_plies(plies + 2);
    }
    assert!(desk.shows("Minnow offers a draw.") && desk.shows("offers a draw"));
    desk
}

#[test]
fn an_offered_draw_is_accepted_by_key() {
    let mut desk = offered();
    assert!(desk.is_enabled("Accept draw"));
    desk.press(Modifiers::NONE, Key::Y);
    assert!(desk.shows("A draw") && !desk.shows("Accept draw"));
}

#[test]
fn an_offered_draw_is_declined() {
    let mut desk = offered();
    desk.click("Decline draw");
    assert!(!desk.shows("Accept draw") && !desk.shows("offers a draw"));
    desk.press(Modifiers::NONE, Key::Y);
    assert!(desk.state().session.end().is_none());
}
