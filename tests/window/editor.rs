//! The position editor: pieces dragged on and off, rights, text, and the new game it begins.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{By, Queryable};
use minnow::app::session::settings::Settings;
use minnow::app::session::{Mode, TableStatus};
use minnow_rules::{Position, Variant, san};

use crate::desk::{Desk, WIDE, quick, two_humans};
use crate::facts::{until_tables, with_tables};

fn open(variant: &str) -> Desk {
    let mut desk = Desk::with(&Settings { variant: variant.to_owned(), ..two_humans() });
    desk.press(Modifiers::COMMAND, Key::E);
    assert!(desk.shows("Set up a position"));
    desk
}

/// The content of the text field.
fn text(desk: &Desk) -> String {
    desk.state().editor().unwrap().text().to_owned()
}

fn drag(desk: &mut Desk, from: egui::Pos2, to: egui::Pos2) {
    desk.harness.drag_at(from);
    desk.harness.hover_at(from.lerp(to, 0.5));
    desk.harness.hover_at(to);
    desk.harness.drop_at(to);
    desk.harness.run();
}

#[test]
fn pieces_are_dragged_onto_and_off_the_board() {
    let mut desk = open("minichess");
    let palette = desk.rect("place black rook").center();
    let c3 = desk.square("c3").center();
    drag(&mut desk, palette, c3);
    assert!(desk.shows("c3, black rook"));
    let d4 = desk.square("d4").center();
    drag(&mut desk, c3, d4);
    assert!(desk.shows("c3, empty") && desk.shows("d4, black rook"));
    let off = desk.rect("board").left_center() - egui::vec2(20.0, 0.0);
    drag(&mut desk, d4, off);
    assert_eq!(text(&desk), "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1");
    let e2 = desk.square("e2").center();
    desk.click_right(e2);
    assert!(desk.shows("e2, empty"), "the right button removes");
}

#[test]
fn a_held_piece_returns_when_the_window_loses_focus() {
    let mut desk = open("minichess");
    let before = text(&desk);
    let [a1, c3] = ["a1", "c3"].map(|square| desk.square(square).center());
    desk.harness.drag_at(a1);
    desk.harness.hover_at(c3);
    desk.harness.event(egui::Event::WindowFocused(false));
    desk.harness.drop_at(c3);
    desk.run();
    assert_eq!(text(&desk), before);
}

#[test]
fn a_chosen_piece_is_put_with_each_click() {
    let mut desk = open("minichess");
    desk.click("place white queen");
    for square in ["a3", "b4"] {
        let at = desk.square(square).center();
        drag(&mut desk, at, at);
    }
    assert_eq!(text(&desk), "kqbnr/ppppp/1Q3/Q4/PPPPP/RNBQK w - - 0 1");
    desk.click("remove pieces");
    let at = desk.square("a3").center();
    drag(&mut desk, at, at);
    assert!(desk.shows("a3, empty") && desk.shows("b4, white queen"));
}

#[test]
fn the_keyboard_alone_sets_a_position_up() {
    let mut desk = open("minichess");
    desk.click("Clear board");
    assert!(desk.shows("This position cannot be played: White has no king."));
    assert!(!desk.is_enabled("Analyse") && !desk.is_enabled("Play"));
    desk.focus("board");
    for (square, letter) in [("a1", "K"), ("e6", "k"), ("b2", "R"), ("b3", "q")] {
        desk.go_to_square(square);
        desk.type_text(letter);
    }
    desk.press(Modifiers::NONE, Key::Delete);
    assert_eq!(text(&desk), "4k/5/5/5/1R3/K4 w - - 0 1");
    desk.press(Modifiers::NONE, Key::ArrowDown);
    desk.press(Modifiers::NONE, Key::Enter);
    desk.press(Modifiers::NONE, Key::ArrowRight);
    desk.press(Modifiers::NONE, Key::Enter);
    assert_eq!(text(&desk), "4k/5/5/5/2R2/K4 w - - 0 1", "taken up and put down");
    assert!(desk.is_enabled("Analyse"));
}

#[test]
fn turn_and_rights_follow_the_variant() {
    let mut desk = open("minichess");
    assert!(!desk.shows("May castle"));
    desk.click("To move: Black");
    desk.set_number("Turn number", "12");
    assert_eq!(text(&desk), "kqbnr/ppppp/5/5/PPPPP/RNBQK b - - 0 12");
    let mut desk = open("chessattack");
    let rights = |desk: &Desk| text(desk).split(' ').nth(2).unwrap().to_owned();
    let before = rights(&desk);
    let label = desk.labels_with("White, king ")[0].clone();
    desk.click(&label);
    assert_ne!(rights(&desk), before);
    desk.click(&label);
    assert_eq!(rights(&desk), before);
    let king = desk.square("a1").center();
    let middle = desk.square("c3").center();
    drag(&mut desk, king, middle);
    assert!(desk.says("castling right"), "{}", text(&desk));
}

#[test]
fn replacing_an_unsaved_game_asks_first() {
    let mut desk = Desk::with(&two_humans());
    desk.play("a2", "a3");
    desk.press(Modifiers::COMMAND, Key::E);
    assert!(desk.shows("a3, white pawn"), "it starts from the position on the board");
    desk.type_text("4");
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    desk.press(Modifiers::COMMAND, Key::Z);
    desk.press(Modifiers::NONE, Key::Delete);
    assert_eq!(desk.moves(), ["a3"], "keys leave the game alone");
    desk.paste("4k/5/5/5/5/KR3 w - - 0 7");
    desk.press(Modifiers::NONE, Key::Escape);
    assert!(!desk.shows("Set up a position"));
    assert_eq!(desk.moves(), ["a3"], "Esc goes back to it");
    desk.press(Modifiers::COMMAND, Key::E);
    desk.paste("4k/5/5/5/5/KR3 w - - 0 7");
    desk.click("Analyse");
    assert!(!desk.shows("Set up a position"));
    assert_eq!(desk.fen(), "4k/5/5/5/5/KR3 w - - 0 7");
    assert_eq!(desk.state().mode(), Mode::Analyse);
}

#[test]
fn a_finished_position_can_only_be_analysed() {
    let mut desk = open("gardner");
    desk.paste("k1K2/5/5/5/5 w - - 0 1");
    assert!(desk.says("The game is over here: Draw"));
    assert!(!desk.is_enabled("Play") && desk.is_enabled("Analyse"));
    let field = By::new().role(Role::MultilineTextInput).label("Position as text");
    assert!(desk.harness.query(field).is_some());
}

#[test]
fn the_result_of_few_men_is_shown() {
    let settings = Settings { variant: "silverman4x4".to_owned(), ..quick() };
    let mut desk = with_tables(&settings, WIDE);
    desk.press(Modifiers::COMMAND, Key::E);
    desk.paste("k3/4/1K2/3R w - - 0 1");
    until_tables(&mut desk, |status| matches!(status, TableStatus::Ready(_)));
    assert!(desk.shows("White wins in 1 move.") && desk.shows("Rd4# wins in 1"));
    let variant = Variant::by_id("silverman4x4").unwrap();
    let position = Position::from_fen(variant, "k3/4/1K2/3R w - - 0 1").unwrap();
    for mv in position.legal_moves() {
        let name = san(&position, mv);
        let shown = ["wins in ", "draws"].iter().any(|words| desk.says(&format!("{name} {words}")));
        assert!(shown, "{name} has no result");
    }
    desk.paste("k3/4/1K2/2RR w - - 0 1");
    assert!(desk.shows("White wins in 1 move."));
    desk.paste("1k2/3R/1K2/4 b - - 0 1");
    assert!(desk.says("wins in ") || desk.shows("A draw."));
    desk.paste("k3/4/1K2/3N w - - 0 1");
    assert!(desk.says("The game is over here: Draw") && !desk.shows("A draw."));
    desk.paste("k3/p3/PK2/2RR w - - 0 1");
    assert!(!desk.says("wins in "), "six men");
    desk.click("Clear board");
    assert!(desk.shows("This position cannot be played: White has no king."));
}

#[test]
fn without_tables_the_editor_offers_to_build_them() {
    let mut desk = open("silverman4x4");
    desk.paste("k3/4/1K2/3R w - - 0 1");
    until_tables(&mut desk, |status| matches!(status, TableStatus::Missing { .. }));
    assert!(!desk.says("wins in ") && desk.is_enabled("Analyse"));
    desk.click("Build the tables");
    assert!(desk.says("Building: ") || desk.says("wins in "));
}
