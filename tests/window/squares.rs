//! The coordinates trainer: naming and finding squares and playing moves by mouse, keys and screen
//! reader, in a time that stands still.

use egui::{Key, Modifiers, Shape};
use minnow::app::session::Mode;
use minnow::app::storage::places::Places;
use minnow_game::coordinates::CoordinatesList;
use minnow_rules::{Move, Position, Variant, parse_san, san};

use crate::desk::{Desk, two_humans};

/// The time at which all runs begin.
const START_MS: u64 = 60_000;
const END_MS: u64 = START_MS + 30_000;

/// A window with the trainer.
fn trainer() -> Desk {
    let mut desk = Desk::with(&two_humans());
    desk.harness.state_mut().hold_time(START_MS);
    desk.press(Modifiers::COMMAND, Key::Num2);
    desk.click("Squares");
    desk
}

fn go_to_time(desk: &mut Desk, now_ms: u64) {
    desk.harness.state_mut().hold_time(now_ms);
    desk.run();
}

/// The name of the marked square: the only one that no square says.
fn marked(desk: &Desk) -> String {
    let labels = desk.labels_with(", ");
    let squares = Variant::default_variant().board().into_iter().map(|square| square.to_string());
    let is_said =
        |name: &String| labels.iter().any(|label| label.starts_with(&format!("{name}, ")));
    let unsaid: Vec<String> = squares.filter(|name| !is_said(name)).collect();
    let [name] = &unsaid[..] else { panic!("{unsaid:?}") };
    name.clone()
}

/// The square that is to be found.
fn wanted(desk: &Desk) -> String {
    let question = desk.labels_with("Find ").remove(0);
    question["Find ".len()..].trim_end_matches('.').to_owned()
}

/// The position on the board, and the move of it that is to be played.
fn wanted_move(desk: &Desk) -> (Position, Move) {
    let question = desk.labels_with(" plays ").remove(0);
    let (side, name) = question.trim_end_matches('.').split_once(" plays ").unwrap();
    let position = *desk.state().board_game().position();
    assert_eq!(side, position.turn().to_string());
    (position, parse_san(&position, name).unwrap())
}

#[test]
fn a_marked_square_is_named_by_keys_and_buttons() {
    let mut desk = trainer();
    let place = |desk: &Desk, label: &str| desk.rect(label).center().round();
    let start = place(&desk, "Start");
    desk.click("Start");
    let places = |desk: &Desk| ["Stop", "Leave", "File a", "Rank 1"].map(|name| place(desk, name));
    let before = places(&desk);
    assert_eq!(before[0], start);
    assert!(desk.shows("Name the marked square.") && desk.shows("30 s left"));
    let first = marked(&desk);
    assert!(desk.says("marked square, "));
    desk.type_text(&first);
    assert!(desk.shows(&format!("{first} is right.")) && desk.shows("1 right, 0 errors"));
    let second = marked(&desk);
    assert_ne!(second, first);
    desk.type_text(&first);
    assert!(desk.shows(&format!("{first} is wrong.")) && desk.shows("1 right, 1 error"));
    assert_eq!(marked(&desk), second, "the user tries again");
    assert_eq!(places(&desk), before, "the verdict moves no button");
    desk.click(&format!("Rank {}", &second[1..]));
    desk.click(&format!("File {}", &second[..1]));
    assert!(desk.shows(&format!("{second} is right.")) && desk.shows("2 right, 1 error"));
    go_to_time(&mut desk, END_MS);
    assert!(desk.shows("Time is up: 2 right, 1 error. A new best."));
    assert!(desk.shows("Your best on MiniChess 5\u{d7}6: 2 right, 1 error."));
    let path = Places::below(desk.folder()).data().join("coordinates.ron");
    desk.until("the file of the record", |_| path.exists());
    let kept = CoordinatesList::read(&path).unwrap().list;
    assert_eq!(kept, desk.state().session.lists.coordinates);
}

#[test]
fn a_named_square_is_found_in_three_ways() {
    let mut desk = trainer();
    desk.click("Exercise: Find");
    desk.focus("Start");
    desk.press(Modifiers::NONE, Key::Enter);
    assert!(desk.focused().starts_with("a1, "), "the board has the focus");
    let name = wanted(&desk);
    desk.go_to_square(&name);
    desk.press(Modifiers::NONE, Key::Enter);
    assert!(desk.shows(&format!("{name} is right.")));
    let name = wanted(&desk);
    desk.click_at(desk.square(&name).center());
    assert!(desk.shows(&format!("{name} is right.")));
    let name = wanted(&desk);
    let label = desk.labels_with(&format!("{name}, ")).remove(0);
    desk.click_in_view_or_not(&label);
    assert!(desk.shows(&format!("{name} is right.")));
    let wrong = if wanted(&desk) == "a1" { "b1" } else { "a1" };
    desk.click_at(desk.square(wrong).center());
    assert!(desk.shows(&format!("{wrong} is wrong.")) && desk.shows("3 right, 1 error"));
}

#[test]
fn enter_begins_a_run_after_the_rest() {
    let mut desk = trainer();
    desk.press(Modifiers::NONE, Key::Enter);
    assert!(desk.shows("Name the marked square."));
    go_to_time(&mut desk, END_MS);
    assert!(desk.shows("Time is up: 0 right, 0 errors.") && !desk.is_enabled("Start"));
    desk.press(Modifiers::NONE, Key::Enter);
    assert!(!desk.shows("Name the marked square."), "an answer may come too late");
    go_to_time(&mut desk, END_MS + 1_000);
    desk.press(Modifiers::NONE, Key::Enter);
    assert!(desk.shows("Name the marked square.") && desk.shows("30 s left"));
    desk.click("Stop");
    assert!(desk.is_enabled("Start") && !desk.says("Time is up"));
}

#[test]
fn a_named_move_is_played_and_not_typed() {
    let mut desk = trainer();
    desk.click("Exercise: Play");
    desk.click("Start");
    let (position, mv) = wanted_move(&desk);
    let is_wrong = |other: &Move| *other != mv && other.promotion().is_none();
    let wrong = position.legal_moves().iter().find(is_wrong).unwrap();
    desk.make(wrong);
    assert!(desk.shows(&format!("{} is wrong.", san(&position, wrong))));
    assert_eq!(desk.fen(), position.fen());
    desk.type_text("a");
    assert_eq!(desk.state().session.typed, "");
    desk.make(mv);
    assert!(desk.shows(&format!("{} is right.", san(&position, mv))));
    let (position, mv) = wanted_move(&desk);
    desk.press(Modifiers::NONE, Key::Tab);
    for square in [mv.from(), position.target_square(mv)] {
        desk.go_to_square(&square.to_string());
        desk.press(Modifiers::NONE, Key::Enter);
    }
    assert!(desk.shows(&format!("{} is right.", san(&position, mv))));
    assert!(desk.shows("2 right, 1 error"));
}

/// The letters and digits on the board.
fn coordinates(desk: &Desk) -> usize {
    let is_sign = |shape: &Shape| match shape {
        Shape::Text(text) => {
            matches!(text.galley.text().as_bytes(), [b'a'..=b'e'] | [b'1'..=b'6'])
        }
        _ => false,
    };
    desk.harness.output().shapes.iter().filter(|clipped| is_sign(&clipped.shape)).count()
}

#[test]
fn a_run_hides_the_coordinates_and_turns_the_board() {
    let mut desk = trainer();
    assert_eq!(coordinates(&desk), 11);
    desk.click("Exercise: Find");
    desk.click("Look from: Black");
    desk.click("Start");
    assert_eq!(coordinates(&desk), 0);
    assert!(desk.state().session.flipped);
    go_to_time(&mut desk, END_MS);
    assert_eq!(coordinates(&desk), 11);
    desk.press(Modifiers::NONE, Key::Escape);
    assert!(desk.state().board_task().is_none() && desk.state().mode() == Mode::Train);
    assert!(!desk.state().session.flipped, "the board is turned back");
}
