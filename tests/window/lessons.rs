//! The lab's lessons, printed functions and claims in the window.

use std::{fs, path::Path};

use egui::{Key, Modifiers, Shape, Vec2, vec2};

use crate::desk::{Desk, WIDE, folder_with, quick};
use crate::threads::without;
use minnow::app::lab::LabPageId;
use minnow::app::screen::AppState;
use minnow::app::session::{UserRecord, UserRecords, settings::Settings};
use minnow::app::storage::places::Places;
use minnow_lab::lesson::builtin_lessons;

/// A window with this page of the lab.
fn desk(page: &str) -> Desk {
    let mut desk = Desk::new();
    desk.press(Modifiers::COMMAND, Key::Num4);
    desk.click(&format!("Lab: {page}"));
    desk
}

/// The ids of the lessons done and of the errors found.
fn learned(desk: &Desk) -> Vec<&str> {
    desk.state().session.lists.learned().collect()
}

/// Goes to a lesson with the arrow keys.
fn go_to(desk: &mut Desk, id: &str) {
    let wanted = builtin_lessons().iter().position(|lesson| lesson.id == id).unwrap();
    let at = desk.state().lab.pages.lessons.at;
    let key = if at < wanted { Key::ArrowRight } else { Key::ArrowLeft };
    for _ in 0..at.abs_diff(wanted) {
        desk.press(Modifiers::NONE, key);
    }
    assert_eq!(desk.state().lab.pages.lessons.lesson().id, id);
}

#[test]
fn lessons_are_listed_in_chapters() {
    let mut desk = desk("Lessons");
    go_to(&mut desk, "cut-off");
    assert!(desk.says("Chapter 2: Cutoffs") && desk.shows("Lesson 6: Order decides"));
    assert!(!desk.shows("Lesson 1: What is a tree worth?"), "icons are those of the chapter");
    desk.click("All lessons");
    assert!(desk.shows("Minimax") && desk.shows("Negamax"), "the list has the chapters");
}

#[test]
fn questions_and_texts_are_whole_at_1280_by_800() {
    let mut desk = small(&quick(), vec2(1280.0, 800.0));
    for lesson in builtin_lessons() {
        assert_eq!(desk.state().lab.pages.lessons.lesson().id, lesson.id);
        let window = desk.harness.ctx.content_rect();
        for text in lesson.text.iter().chain([&lesson.question]) {
            let rect = desk.rect(text);
            assert!(window.contains_rect(rect), "lesson {}: {text} is at {rect:?}", lesson.id);
        }
        let last = desk.rect(lesson.text.last().unwrap());
        let buttons = desk.rect("Show me");
        assert!(last.bottom() <= buttons.top(), "lesson {}: its text scrolls", lesson.id);
        desk.press(Modifiers::NONE, Key::ArrowRight);
    }
}

#[test]
fn lessons_explain_answers_and_stay_done() {
    let mut desk = desk("Lessons");
    let count = builtin_lessons().len();
    assert!(desk.says(&format!("Minimax \u{b7} Lesson 1 of {count}")));
    assert!(desk.says(&format!("0 of {count} done")) && desk.says("Chapter 1: Minimax"));
    assert!(!desk.says("Measured just now"), "nothing is given away");
    desk.click("Move 2.1, leaf 8");
    assert!(desk.says("Not this one.") && desk.says("A leaf: its static value is 8."));
    desk.click("Move 1");
    assert!(desk.says("Right.") && desk.says("Measured just now"));
    assert!(desk.says(&format!("1 of {count} done")));
    assert_eq!(learned(&desk), ["minimax"]);
    desk.click("All lessons");
    let entries = desk.labels_with("1. What is a tree worth?");
    assert!(entries.iter().any(|entry| !entry.is_ascii()), "no tick: {entries:?}");
    desk.press(Modifiers::NONE, Key::Escape);
    desk.click("Next");
    assert!(desk.says("Lesson 2 of ") && !desk.says("Right."));
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    assert!(desk.shows("Lesson 1: What is a tree worth?, done"));
    assert!(desk.says("Which move should MAX play?"));
}

#[test]
fn the_first_open_lesson_is_shown() {
    let folder = folder_with(&quick());
    let mut records = UserRecords::default();
    for id in ["minimax", "zero-sum"] {
        let at = "20261122-182205-417".to_owned();
        records.add(UserRecord::Learned { at, id: id.to_owned() });
    }
    records.merge_into(&Places::below(folder.path()).data().join("records.ron")).unwrap();
    let desk = small_in(folder, vec2(640.0, 480.0));
    let count = builtin_lessons().len();
    assert!(desk.says(&format!("Lesson 3 of {count}")) && desk.says(&format!("2 of {count} done")));
}

#[test]
fn the_courses_tree_opens_the_tree_page() {
    let mut desk = desk("Lessons");
    go_to(&mut desk, "course");
    assert!(desk.shows("b4, black pawn"));
    desk.click("Move 1, leaf +0.70");
    assert!(desk.shows("b4, white queen"), "the node's position stands on the board");
    desk.click("Move 2");
    assert!(desk.says("Black answers c3-d4 with b6-b5 and holds White to +0.50"));
    desk.click("Step through this search on the tree page");
    assert_eq!(desk.state().lab.page, LabPageId::Tree);
    desk.until("a recording", |state| state.lab.pages.tree.recorded().is_some());
}

#[test]
fn moves_and_choices_answer_lessons() {
    let mut desk = desk("Lessons");
    go_to(&mut desk, "mate");
    let game = desk.fen();
    desk.play("d1", "c1");
    assert!(desk.says("Not this one.") && desk.says("d1-c1 gives White"));
    assert!(desk.says(": Black answers "), "the reply is named");
    desk.type_text("a5b5");
    assert!(desk.says("a5-b5 wins by force: #2."));
    desk.until("figures", |state| !state.lab.pages.lessons.is_measuring());
    assert!(desk.says("all orderings"));
    assert_eq!(desk.fen(), game, "the game is left alone");
    let below = |desk: &Desk| desk.square("a1").center().y > desk.square("a6").center().y;
    assert!(below(&desk));
    desk.press(Modifiers::NONE, Key::F);
    assert!(!below(&desk) && !desk.state().session.flipped, "the lesson's board is turned alone");
    go_to(&mut desk, "one-ply");
    desk.click("Two");
    assert!(desk.says("Not this one."));
    desk.click("Show me");
    assert!(desk.says("The answer.") && !desk.is_enabled("Show me"));
    assert_eq!(learned(&desk), ["mate"], "what was shown was not found");
}

#[test]
fn every_lesson_fits_a_small_window() {
    for size in [vec2(640.0, 480.0), vec2(440.0, 700.0)] {
        let mut desk = small(&quick(), size);
        for (place, lesson) in builtin_lessons().iter().enumerate() {
            assert!(desk.says(&lesson.title), "lesson {}", place + 1);
            desk.click("Show me");
            assert!(desk.says("The answer."), "lesson {}", place + 1);
            if place + 1 < builtin_lessons().len() {
                desk.click("Next");
            }
        }
        assert!(!desk.is_enabled("Next"));
    }
}

fn small(settings: &Settings, size: Vec2) -> Desk {
    small_in(folder_with(settings), size)
}

fn small_in(folder: tempfile::TempDir, size: Vec2) -> Desk {
    let mut desk = Desk::open_in(folder, None, size);
    desk.press(Modifiers::COMMAND, Key::Num4);
    desk.click("Lab: Lessons");
    desk
}

/// True if these words are painted as a text of their own.
fn paints(desk: &Desk, words: &str) -> bool {
    desk.harness.output().shapes.iter().any(|clipped| match &clipped.shape {
        Shape::Text(text) => text.galley.text() == words,
        _ => false,
    })
}

#[test]
fn kinds_appear_on_boxes_once_they_are_explained() {
    let mut desk = desk("Lessons");
    for (id, has_kinds) in
        [("cut-off", false), ("order", false), ("tie", false), ("all-node", true)]
    {
        go_to(&mut desk, id);
        desk.click("Show me");
        let shown = ["PV", "CUT", "ALL"].map(|kind| paints(&desk, kind));
        assert_eq!(shown.contains(&true), has_kinds, "{id}: {shown:?}");
        assert!(paints(&desk, "1.1"), "{id}: boxes have the numbers that texts name");
    }
}

#[test]
fn corrections_follow_the_answer() {
    let mut desk = desk("As printed");
    let correction = "This is the definition of b.";
    assert!(!desk.says("Sentences of this text") && !desk.says(correction));
    desk.click("Show me");
    assert!(desk.says("Sentences of this text") && desk.says(correction));
    // Text 3 has two functions; the sentence is the error of the second one.
    for _ in 0..6 {
        desk.click("Next");
        desk.click("Show me");
    }
    assert!(desk.says("MAX and MIN are exchanged") && !desk.says("Less than or equal"));
}

#[test]
fn a_printed_functions_error_is_found() {
    let mut desk = desk("As printed");
    desk.click("Line 1: negamax(state, depth, a, b):");
    assert!(desk.says("Line 1 is correct."));
    desk.click("Hint");
    assert!(desk.says("Hint: There are two tests for a cutoff."));
    assert!(!desk.says("As printed:"));
    desk.click("Line 4: if v > b: return v");
    assert!(desk.says("Line 4: > for the first move, >= for the others."));
    assert!(desk.says("if v >= b: return v"));
    assert!(
        desk.says("The runs first differ at move 2.2: the correct function does not visit it.")
    );
    assert_eq!(learned(&desk), ["printed-0"]);
    for _ in 0..8 {
        desk.click("Next");
        desk.click("Run it beside the correct function");
        assert!(desk.says("As printed:"));
        desk.click("Show me");
    }
    assert!(desk.says("only the move is missing at the root"));
    desk.click("Step through the correct search on the tree page");
    desk.until("a recording", |state| state.lab.pages.tree.recorded().is_some());
}

#[test]
fn claims_are_measured_and_can_be_stopped() {
    let mut desk = desk("Claims");
    assert!(desk.says("35^80") && !desk.says("true here"));
    desk.click("Measure all");
    desk.until("a first verdict", |state| state.lab.pages.claims.count() > 0);
    if desk.state().lab.pages.claims.task.is_running() {
        desk.click("Stop");
        assert!(desk.says("The measurement was stopped."));
    }
    assert!(desk.says("True here.") && desk.says("true here"));
    assert!(desk.shows("Measure again"));
}

/// A built-in lesson as a file of a teacher, with changes.
fn own_lesson(folder: &Path, name: &str, changes: &[(&str, &str)]) {
    let builtin = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/lessons/minimax.ron");
    let text = fs::read_to_string(builtin).unwrap();
    let text = changes.iter().fold(text, |text, (from, to)| text.replacen(from, to, 1));
    fs::write(folder.join(name), text).unwrap();
}

#[test]
fn own_lessons_follow_with_their_mistakes() {
    let folder = folder_with(&quick());
    let own = folder.path().join("my lessons");
    fs::create_dir(&own).unwrap();
    own_lesson(&own, "a.ron", &[("What is a tree worth?", "A tree of my own")]);
    own_lesson(&own, "b.ron", &[("\"minimax\"", "\"minimac\"")]);
    let mut desk = without(folder.path(), "file dialog");
    desk.press(Modifiers::COMMAND, Key::Num4);
    desk.click("Lab: Lessons");
    desk.click("All lessons");
    desk.click_in_view_or_not("Open a folder of lessons\u{2026}");
    desk.enter_path(&own);
    let read = |state: &AppState| state.lab.pages.lessons.folder.content.lessons.len() == 1;
    desk.until("the folder", read);
    let count = builtin_lessons().len();
    assert!(desk.says(&format!("Your lessons \u{b7} Lesson {} of {}", count + 1, count + 1)));
    assert!(desk.shows("A tree of my own"));
    desk.click("Move 1");
    assert!(desk.says("Right."));
    assert_eq!(learned(&desk), ["own:a"]);
    desk.click("All lessons");
    assert!(desk.says("b.ron, line 11, column 17: "), "{:?}", desk.labels_with("ron"));
    desk.press(Modifiers::NONE, Key::Escape);
    drop(desk);
    // The folder is remembered, and a file that was mended is read again.
    own_lesson(&own, "b.ron", &[("What is a tree worth?", "Mended")]);
    let mut desk = Desk::open(folder.path(), None, WIDE);
    desk.press(Modifiers::COMMAND, Key::Num4);
    desk.click("Lab: Lessons");
    desk.until("the folder", |state| state.lab.pages.lessons.folder.content.lessons.len() == 2);
    assert!(desk.says(&format!("1 of {} done", count + 2)));
    desk.click("All lessons");
    assert!(!desk.says("b.ron"));
    desk.click_in_view_or_not("Close");
    assert_eq!(desk.state().lab.pages.lessons.count(), count);
    assert_eq!(desk.state().session.settings.lesson_folder, None);
}

#[test]
fn a_lessons_terms_lead_to_the_glossary() {
    let mut desk = desk("Lessons");
    go_to(&mut desk, "all-node");
    desk.click("ALL node");
    assert!(desk.shows("Glossary") && desk.says("A node at which no move improved"));
    assert!(!desk.says("Ordering moves by how often"), "other terms are left out");
    desk.click("Search the glossary");
    desk.replace("history");
    assert!(desk.says("Ordering moves by how often"));
    desk.insert(" of nothing");
    assert!(desk.says("No term has these words."));
    desk.click("Bibliography");
    assert!(desk.says("Fishburn") && desk.shows("Research"));
    desk.press(Modifiers::NONE, Key::Escape);
    assert!(!desk.shows("Research"));
}
