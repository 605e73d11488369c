//! A game against the computer: moves, take-backs, hints, offers, and its end.

use minnow::app::session::settings::Settings;

use crate::desk::{Desk, key_event, quick, to_depth};

/// White is a queen and two rooks ahead.
const WINNING: &str = "4k/5/5/5/1R1R1/KQ3 w - - 0 10";

/// Black is a queen and two rooks ahead.
const LOSING: &str = "kq3/1r1r1/5/5/5/4K w - - 0 10";

#[test]
fn a_clicked_move_is_answered_and_listed() {
    let mut desk = Desk::new();
    assert!(desk.says("No moves yet. White begins."));
    desk.play("b1", "a3");
    desk.until_plies(2);
    let moves = desk.moves();
    assert_eq!(moves[0], "Na3");
    assert!(desk.shows("a3, white knight") && desk.shows("b1, empty"));
    for text in &moves {
        assert!(desk.shows(text), "{text} is not in the list");
    }
    assert!(desk.shows("your move") && desk.says("replied "));
}

#[test]
fn moves_go_back_and_come_again() {
    let mut desk = Desk::new();
    assert!(!desk.is_enabled("Take back") && !desk.is_enabled("Redo"));
    desk.play("b1", "a3");
    desk.until_plies(2);
    let (played, after) = (desk.moves(), desk.fen());
    desk.click("Take back");
    assert!(desk.moves().is_empty());
    assert!(desk.shows("b1, white knight") && desk.is_enabled("Redo"));
    desk.click("Redo");
    assert_eq!((desk.moves(), desk.fen()), (played, after));
    assert!(!desk.is_enabled("Redo"));
}

#[test]
fn the_board_turns() {
    let mut desk = Desk::new();
    let (a1, e6) = (desk.square("a1"), desk.square("e6"));
    desk.click("Flip");
    assert_eq!((desk.square("e6"), desk.square("a1")), (a1, e6));
    desk.play("b1", "a3");
    desk.until_plies(2);
    assert_eq!(desk.moves()[0], "Na3");
}

#[test]
fn a_hint_shows_piece_then_move() {
    let mut desk = Desk::new();
    desk.paste(WINNING);
    desk.click("Hint");
    desk.until("a hint", |state| state.play.hint.is_some());
    let hint = desk.state().play.hint.unwrap();
    assert!(!hint.whole);
    assert!(desk.state().session.game.position().legal_moves().contains(hint.mv));
    desk.click("Hint");
    assert!(desk.state().play.hint.unwrap().whole);
    desk.make(hint.mv);
    assert_eq!(desk.state().play.hint, None);
}

#[test]
fn buttons_keep_their_places_through_a_game() {
    let mut desk = Desk::new();
    let labels = [
        "Move now",
        "Continue",
        "Take back",
        "Redo",
        "Hint",
        "Flip",
        "Offer draw",
        "Resign",
        "New game",
        "Rematch",
        "Review",
    ];
    let places = labels.map(|label| desk.rect(label));
    for (plies, mv) in [(2, "a2a3"), (4, "a3a4")] {
        desk.play_all(mv);
        assert_eq!(labels.map(|label| desk.rect(label)), places, "while Minnow thinks");
        desk.until_plies(plies);
        assert_eq!(labels.map(|label| desk.rect(label)), places, "after {plies} plies");
    }
    assert!(!desk.is_enabled("Rematch"));
    desk.resign();
    assert!(desk.shows("You lose") && desk.shows("Black wins: White resigned."));
    assert!(desk.shows("0-1") && desk.is_enabled("Rematch") && desk.is_enabled("Review"));
    assert!(!desk.shows("Move now") && !desk.is_enabled("Resign"));
    let places_at_end: Vec<_> = labels[2..].iter().map(|label| desk.rect(label)).collect();
    assert_eq!(places_at_end, places[2..], "after the end");
    let first_row = places[0].union(places[1]);
    assert!(first_row.contains_rect(desk.rect("You lose")), "the result is in the first row");
}

#[test]
fn a_pause_changes_no_buttons_meaning() {
    let mut desk = Desk::with(&to_depth(60));
    desk.play("a2", "a3");
    assert!(desk.shows("thinking"));
    let places = ["Continue", "Move now"].map(|label| desk.rect(label));
    assert!(!desk.is_enabled("Continue") && desk.is_enabled("Move now"));
    desk.click("Analyse");
    desk.click("Play");
    assert!(desk.state().play.paused);
    assert_eq!(["Continue", "Move now"].map(|label| desk.rect(label)), places);
    assert!(desk.is_enabled("Continue") && !desk.is_enabled("Move now"));
    desk.click("Continue");
    desk.click("Move now");
    desk.until_plies(2);
}

#[test]
fn a_better_computer_declines_a_draw() {
    let mut desk = Desk::new();
    desk.paste(WINNING);
    desk.play("a1", "a2");
    desk.until_plies(2);
    desk.click("Offer draw");
    desk.until("an agreement", |state| state.session.end().is_some());
    assert!(desk.shows("A draw") && desk.shows("Draw by agreement."));

    let mut desk = Desk::new();
    desk.paste(LOSING);
    desk.play("e1", "e2");
    desk.until_plies(2);
    desk.click("Offer draw");
    desk.until("an answer", |state| state.session.notice.is_some());
    assert_eq!(desk.state().session.end(), None);
    assert!(desk.says("declines the draw"));
}

#[test]
fn the_letter_of_a_promotion_begins_no_typed_move() {
    let mut desk = Desk::with(&Settings { variant: "gardner".to_owned(), ..quick() });
    desk.paste("4k/P4/5/5/K4 w - - 0 30");
    desk.play("a4", "a5");
    for name in ["queen", "rook", "bishop", "knight"] {
        assert!(desk.shows(&format!("promote to {name}")));
    }
    let key = |pressed| key_event(egui::Key::Q, pressed, egui::Modifiers::SHIFT);
    let events = [key(true), egui::Event::Text("Q".to_owned()), key(false)];
    desk.harness.input_mut().events.extend(events);
    desk.run();
    assert_eq!(desk.state().session.typed, "");
    desk.until_plies(2);
    assert_eq!(desk.moves()[0], "a5=Q+");
}

#[test]
fn every_variant_starts_and_has_its_page() {
    let mut desk = Desk::new();
    for variant in minnow_rules::builtin_variants() {
        if desk.state().session.variant() != variant {
            let sized = format!("{} {}\u{d7}{}", variant.name, variant.files, variant.ranks);
            let name = variant.name.replace('x', "\u{d7}");
            desk.choose_board(|text| text == name || text == sized);
        }
        assert_eq!(desk.state().session.variant().id, variant.id);
        desk.click("Rules of this game");
        let size =
            format!("{} files and {} ranks. White moves first.", variant.files, variant.ranks);
        assert!(desk.shows(&size) && desk.shows("How the pieces move"), "{}", variant.id);
        desk.click("Close");
        assert!(!desk.shows("How the pieces move"));
    }
}

#[test]
fn a_click_or_a_key_drops_a_premove() {
    let mut desk = Desk::with(&to_depth(60));
    desk.play("a2", "a3");
    for way in ["another square", "Escape", "the right button"] {
        desk.play("b1", "c3");
        assert!(desk.state().play.premove.is_some(), "{way}");
        let centre = desk.square("c4").center();
        match way {
            "Escape" => desk.press(egui::Modifiers::NONE, egui::Key::Escape),
            "the right button" => desk.click_right(centre),
            _ => desk.click_at(centre),
        }
        assert_eq!(desk.state().play.premove, None, "{way}");
    }
    // A piece that was picked up stays in the hand when the reply comes.
    desk.click_at(desk.square("b1").center());
    desk.click("Move now");
    desk.until_plies(2);
    desk.click_at(desk.square("c3").center());
    assert_eq!(desk.moves()[2], "Nc3");
}
