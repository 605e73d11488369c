//! MiniChess has no check rule: the question about a move that loses the king, the notice where no
//! move saves it, and the texts for a side that cannot move.

use egui::{Key, Modifiers};
use minnow::app::session::settings::{Settings, Sides};

use crate::desk::{Desk, to_depth, two_humans};

/// Kb1 and Kb2 lose the king to the rook; other moves do not.
const RISKY: &str = "1r2k/5/5/5/2P2/K4 w - - 0 10";
/// After Ra5 or Rc2 every move of White's leaves the king to be taken.
const MATE_IN_ONE: &str = "1r2k/2r2/5/5/5/K4 b - - 0 10";
/// After Kd6 no piece of White's can move.
const BLOCKED: &str = "4k/5/1p1p1/pPpPp/PRP1P/KBN2 b - - 0 12";

const QUESTION: &str = "loses your king";

#[test]
fn losing_the_king_is_asked_about_once() {
    let mut desk = Desk::new();
    desk.paste(RISKY);
    desk.play("a1", "b1");
    assert!(desk.says(QUESTION) && desk.says("Kb1") && desk.moves().is_empty());
    assert!(desk.says("b1, white king"), "the move stands on the board");
    desk.click("Take it back");
    assert!(!desk.says(QUESTION) && desk.says("a1, white king") && desk.moves().is_empty());
    desk.play("a1", "b1");
    desk.click("Play it");
    desk.until("the end", |state| state.session.end().is_some());
    assert_eq!(desk.moves(), ["Kb1", "Rxb1#"]);
    assert!(desk.shows("You lost") && desk.shows("Black took the king in 1 move."));
}

#[test]
fn enter_takes_a_lost_king_back() {
    let mut desk = Desk::new();
    desk.paste(RISKY);
    let (buttons, stepping) = (desk.rect("Take back"), desk.rect("One move back"));
    desk.play("a1", "b1");
    for gone in ["Take back", "Hint", "Draw", "Resign", "Game menu"] {
        assert!(!desk.shows(gone), "{gone} gives way to the answers");
    }
    assert_eq!(desk.rect("Take it back").min, buttons.min, "the usual answer comes first");
    assert_eq!(desk.rect("One move back"), stepping, "nothing else moves");
    desk.press(Modifiers::NONE, Key::Enter);
    assert!(!desk.says(QUESTION) && desk.says("a1, white king") && desk.moves().is_empty());
    assert_eq!(desk.rect("Take back"), buttons);
}

#[test]
fn a_safe_move_is_played_without_a_question() {
    let mut desk = Desk::new();
    desk.paste(RISKY);
    desk.play("a1", "a2");
    desk.until_plies(2);
    assert_eq!(desk.moves()[0], "Ka2");
}

#[test]
fn the_question_can_be_turned_off() {
    let mut desk = Desk::new();
    desk.unfold();
    desk.click_in_view_or_not("Warn before losing the king");
    desk.paste(RISKY);
    desk.play("a1", "b1");
    assert!(!desk.says(QUESTION));
    desk.until("the end", |state| state.session.end().is_some());
}

#[test]
fn a_king_without_safe_moves_is_taken() {
    let mut desk = Desk::with(&to_depth(4));
    desk.paste(MATE_IN_ONE);
    desk.click("Continue");
    desk.until_plies(1);
    assert!(desk.says("Every move exposes your king to capture."));
    desk.play("a1", "b1");
    assert!(!desk.says(QUESTION));
    desk.until("the end", |state| state.session.end().is_some());
    assert!(desk.shows("You lost") && desk.shows("Black took the king in 2 moves."));
}

#[test]
fn a_side_without_a_move_loses() {
    let mut desk = Desk::with(&two_humans());
    desk.paste(BLOCKED);
    desk.unfold();
    desk.click("Players: You and Minnow");
    assert_eq!(desk.state().session.settings.sides, Sides::Black, "the side to move");
    desk.play("e6", "d6");
    assert!(desk.shows("You won") && desk.shows("White has no move."));
    assert!(desk.shows("0-1"));
    let summary = "MiniChess: the king can be taken; stalemate loses; draw after move 40";
    for word in ["draw", "Draw", "stalemate", "1/2"] {
        let labels = desk.labels_with(word);
        assert!(labels.iter().all(|label| label == summary), "{labels:?}");
    }
}

#[test]
fn in_other_variants_stalemate_draws() {
    let mut desk = Desk::with(&Settings { variant: "gardner".to_owned(), ..two_humans() });
    desk.paste("k4/2Q2/5/5/4K w - - 0 20");
    desk.unfold();
    assert!(desk.shows("Your name") && !desk.shows("Warn before losing the king"));
    desk.play("e1", "d1");
    assert!(desk.shows("A draw") && desk.shows("By stalemate."));
}
