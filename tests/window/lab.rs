//! The lab in the window.

use egui::{Key, Modifiers};

use crate::desk::{Desk, WIDE, folder_with, quick};
use minnow::app::lab::{LabPageId, TreePage};
use minnow::app::screen::AppState;
use minnow::app::session::Mode;
use minnow_engine::{Score, SearchEvent, Window};
use minnow_lab::why_now;

/// A window in the lab with a recording of the start position, three plies deep.
fn recorded() -> Desk {
    let mut desk = Desk::new();
    desk.click("Lab");
    desk.click("Record this position");
    until_recorded(&mut desk, 1);
    desk
}

/// Waits for this recording, by its number.
fn until_recorded(desk: &mut Desk, number: u64) {
    desk.until("a recording", |state| {
        state.lab.pages.tree.version().0 == number && state.lab.pages.tree.searching().is_none()
    });
}

fn page(desk: &Desk) -> &TreePage {
    &desk.state().lab.pages.tree
}

/// The current event.
fn event(desk: &Desk) -> SearchEvent {
    let moment = page(desk).stepper.moment().unwrap();
    page(desk).recorded().unwrap().recording.moments[moment].event
}

fn selected_name(desk: &Desk) -> &str {
    page(desk).recorded().unwrap().name(page(desk).selected)
}

#[test]
fn the_lab_keeps_its_page() {
    let mut desk = Desk::new();
    desk.press(Modifiers::COMMAND, Key::Num4);
    assert_eq!(desk.state().mode(), Mode::Lab);
    desk.click("Lab: Claims");
    assert_eq!(desk.state().lab.page, LabPageId::Claims);
    desk.click("Play");
    assert_eq!(desk.state().mode(), Mode::Play);
    desk.click("Lab");
    assert_eq!(desk.state().lab.page, LabPageId::Claims);
}

#[test]
fn a_node_is_shown_with_board_and_words() {
    let mut desk = recorded();
    assert!(desk.says("Result: exactly"));
    desk.click_part("c2-c3: at most");
    assert_eq!(selected_name(&desk), "c2-c3");
    assert!(desk.says("Black answers c2-c3 with"), "the cutoff is explained");
    assert!(desk.says("c3, white pawn") && desk.says("c2, empty"), "the move is on the board");
    // A move on the board goes to its node in the tree; a cut-off move is reported.
    desk.press(Modifiers::NONE, Key::ArrowUp);
    desk.play("b1", "a3");
    assert_eq!(selected_name(&desk), "b1-a3");
    desk.click_part("c2-c3: at most");
    desk.play("e5", "e4");
    assert!(desk.notice().contains("did not visit e5e4"), "{}", desk.notice());
    assert!(desk.state().session.game.is_empty(), "the game is as it was");
}

#[test]
fn a_search_is_stepped_through_both_ways() {
    let mut desk = recorded();
    let total = page(&desk).stepper.total;
    desk.press(Modifiers::NONE, Key::Home);
    assert_eq!(page(&desk).stepper.at, 0);
    assert!(!desk.says("b1-a3: "), "nothing has been entered yet");
    for _ in 0..3 {
        desk.press(Modifiers::NONE, Key::ArrowRight);
    }
    assert!(matches!(event(&desk), SearchEvent::Enter { ply: 1, .. }));
    assert!(desk.says("b1-a3: being searched"));
    desk.click("Next cutoff");
    assert!(matches!(event(&desk), SearchEvent::CutOff { .. }));
    assert!(desk.says("need no search"), "the cutoff is described");
    let at = page(&desk).stepper.at;
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(page(&desk).stepper.at, at - 1);
    desk.press(Modifiers::NONE, Key::End);
    assert_eq!(page(&desk).stepper.at, total);
    desk.harness.key_press(Key::Space);
    desk.harness.step();
    assert!(page(&desk).stepper.is_playing() && page(&desk).stepper.at == 0);
    desk.until("an event that is played", |state| state.lab.pages.tree.stepper.at > 0);
    desk.press(Modifiers::NONE, Key::Space);
    assert!(!page(&desk).stepper.is_playing());
}

/// The window with the recorded search of the tree as text.
fn recorded_text_tree() -> Desk {
    let mut desk = Desk::new();
    desk.click("Lab");
    desk.click("Options");
    desk.click("Searched: A tree as text");
    desk.press(Modifiers::NONE, Key::Escape);
    desk.click("Record this tree");
    until_recorded(&mut desk, 1);
    desk
}

#[test]
fn a_text_tree_is_recorded_or_refused() {
    let mut desk = recorded_text_tree();
    let answer = page(&desk).recorded().unwrap().report.answer.clone().unwrap();
    assert_eq!(answer.score, Score::centipawns(3));
    assert!(desk.says("The tree as text") && desk.says("move 1: 3, PV"));
    // Minimax visits the leaf that alpha-beta must skip.
    desk.choose("Technique", |entry| entry == "minimax");
    until_recorded(&mut desk, 2);
    assert!(desk.says("evaluated the leaf \"?\" in column 14"));
}

#[test]
fn a_node_has_negamax_numbers_and_a_triangular_table() {
    let mut desk = recorded_text_tree();
    assert!(!desk.says("move 1: -3, PV"));
    desk.click("Options");
    desk.click("Negamax numbers: the mover's view");
    desk.press(Modifiers::NONE, Key::Escape);
    assert!(desk.says("move 1: -3, PV"));
    assert!(!desk.says("ply 0"));
    desk.click_in_view_or_not("Triangular table");
    assert!(desk.says("ply 0"));
}

#[test]
fn a_raised_alpha_makes_a_bound() {
    let mut desk = recorded();
    let alpha = desk.rect("Alpha -\u{221e}").center();
    let beta = desk.rect("Beta \u{221e}").center();
    desk.harness.drag_at(alpha);
    desk.harness.run();
    desk.harness.hover_at(alpha.lerp(beta, 0.9));
    desk.harness.run();
    desk.harness.drop_at(alpha.lerp(beta, 0.9));
    desk.harness.run();
    desk.until("an answer in the window", |state| {
        let report = state.lab.pages.tree.recorded().map(|recorded| recorded.request.window);
        report == Some(state.lab.pages.tree.setup.window)
            && state.lab.pages.tree.searching().is_none()
    });
    let window = page(&desk).setup.window;
    assert!(window.alpha > Score::DRAW && window.beta == Window::FULL.beta, "{window:?}");
    assert!(desk.says("Result: \u{2264}"), "{:?}", desk.labels_with("Result"));
    desk.click("Full window");
    assert_eq!(page(&desk).setup.window, Window::FULL);
}

/// A window in the lab during a long recording, after this many nodes.
fn recording(least_nodes: u64) -> Desk {
    let mut desk = Desk::new();
    desk.click("Lab");
    desk.choose("Technique", |entry| entry == "minimax");
    for _ in 0..5 {
        desk.click("One ply more");
    }
    desk.click("Record this position");
    let searching = |state: &AppState| state.lab.pages.tree.searching();
    desk.until("nodes", |state| searching(state).is_some_and(|nodes| nodes > least_nodes));
    desk
}

#[test]
fn a_long_recording_is_stopped_and_cut() {
    // The search is far from done when it is stopped.
    let mut desk = recording(200_000);
    desk.click("Stop");
    desk.until("the end", |state| state.lab.pages.tree.searching().is_none());
    assert!(desk.says("Stopped after"));
    assert!(page(&desk).recorded().unwrap().recording.missed > 0);
    assert!(desk.says("White to move: being searched"));
}

#[test]
fn folded_nodes_hide_what_is_below_them() {
    let mut desk = recorded();
    assert!(desk.says("b1-a3: "));
    desk.click("Fold the node");
    assert!(!desk.says("b1-a3: "));
    desk.click("Unfold the node");
    assert!(desk.says("b1-a3: "));
}

#[test]
fn compared_techniques_have_the_same_value() {
    let mut desk = Desk::new();
    desk.click("Lab");
    desk.click("Lab: Compare");
    desk.choose("Depth to compare", |text| text == "depth 3");
    desk.click("Compare on this position");
    desk.until("a comparison", |state| !state.lab.pages.compare.task.is_running());
    let compare = &desk.state().lab.pages.compare;
    let values: Vec<_> = compare
        .shown()
        .iter()
        .map(|place| compare.cell(*place, 3).unwrap().measures.value)
        .collect();
    assert_eq!(values.len(), 5);
    assert!(values.iter().all(|value| *value == values[0] && value.is_some()));
    assert!(compare.whole_tree.last().is_some_and(|whole| whole.branching() > 5.0));
    assert!(desk.says("full combination") && desk.says("On this position, depth 3"));
    let leaves = |desk: &Desk| desk.state().lab.pages.compare.cell(0, 2).map(|cell| cell.leaves);
    let before = leaves(&desk);
    desk.click("Techniques (5)");
    desk.click("Quiescence search at the last ply");
    desk.press(Modifiers::NONE, Key::Escape);
    desk.choose("Depth to compare", |text| text == "depth 2");
    desk.click("Compare again");
    desk.until("another", |state| !state.lab.pages.compare.task.is_running());
    assert!(desk.says("On this position, depth 2, then captures") && leaves(&desk) > before);
}

#[test]
fn a_question_pauses_the_analysis() {
    let mut desk = Desk::new();
    desk.click("Analyse");
    desk.press(Modifiers::NONE, Key::Space);
    let live = |state: &AppState| state.session.engine.analysis.running.is_some();
    desk.until("an analysis", live);
    desk.play("a2", "a3");
    desk.press(Modifiers::NONE, Key::Menu);
    desk.click("Why not this move?");
    desk.until("an answer", |state| state.pages.why.answer.is_some());
    assert!(desk.says("Why not a2-a3?"));
    let first = desk.state().pages.why.answer.as_ref().unwrap().nodes[0].sentence.clone();
    assert!(first.starts_with("White has") || first.starts_with("a2-a3 is"), "{first}");
    assert!(desk.says(&first));
    desk.until("the analysis again", live);
}

#[test]
fn a_finished_position_is_not_searched() {
    let saved = concat!(env!("CARGO_MANIFEST_DIR"), "/saves/chess-attack.minnow.ron");
    let mut desk = Desk::open_in(folder_with(&quick()), Some(saved.into()), WIDE);
    desk.click("Lab");
    desk.click("Record this position");
    assert!(desk.says("The game is over in this position."));
    desk.click("Dismiss");
    assert!(page(&desk).searching().is_none() && page(&desk).recorded().is_none());
    assert!(desk.says("Ctrl+1 back to the game") && !desk.says("next cutoff"));
    desk.click("Lab: Compare");
    desk.click("Compare on this position");
    assert!(!desk.state().lab.pages.compare.task.is_running());
    desk.click("Dismiss");
    desk.click("Lab: Tree");
    desk.press(Modifiers::NONE, Key::ArrowLeft);
    desk.click("Record this position");
    desk.until("a recording", |state| state.lab.pages.tree.recorded().is_some());
    assert!(desk.says("next cutoff"));
}

#[test]
fn tree_moves_are_explained_from_node_and_board() {
    let mut desk = recorded();
    desk.click_part("c2-c3: at most");
    desk.click("Why not this move?");
    desk.until("an answer", |state| state.pages.why.answer.is_some());
    assert!(desk.says("Why not c2-c3?") && desk.says("the position after c2-c3"));
    desk.press(Modifiers::NONE, Key::Escape);
    // Black's reply on the board of the node: its piece, then the right button on its square.
    let (from, to) = (desk.square("e5").center(), desk.square("e4").center());
    desk.click_at(from);
    desk.click_right(to);
    desk.until("an answer", |state| state.pages.why.answer.is_some());
    assert!(desk.says("Why not e5-e4?"));
}

#[test]
fn a_recording_goes_on_after_an_analysis() {
    let mut desk = recording(10_000);
    desk.click("Analyse");
    desk.press(Modifiers::NONE, Key::Space);
    desk.until("a line", |state| state.live.shown_here(&state.session).is_some());
    let nodes = page(&desk).searching().expect("the recording waits");
    desk.press(Modifiers::NONE, Key::Space);
    assert!(!desk.state().session.engine.is_searching());
    desk.click("Lab");
    desk.until("more nodes", |state| {
        state.lab.pages.tree.searching().is_some_and(|now| now > nodes)
    });
    desk.click("Stop");
    desk.until("the end", |state| state.lab.pages.tree.searching().is_none());
    assert!(desk.says("Stopped after") && desk.shows("Record"));
}

#[test]
fn a_node_shows_the_order_of_its_moves() {
    let mut desk = Desk::new();
    desk.click("Lab");
    desk.click("Options");
    for ordering in ["captures", "killers", "history", "tt"] {
        desk.click(ordering);
    }
    desk.press(Modifiers::NONE, Key::Escape);
    desk.click("Record this position");
    until_recorded(&mut desk, 1);
    assert!(!desk.says("Why this move now"), "the root has no move");
    desk.press(Modifiers::NONE, Key::ArrowDown);
    let why = |desk: &Desk| {
        let recorded = page(desk).recorded().unwrap();
        why_now(&recorded.recording, page(desk).selected).unwrap()
    };
    let text = why(&desk);
    assert!(text.starts_with("1st of ") && desk.says("Why this move now") && desk.says(&text));
    desk.click_in_view_or_not("Order of its moves");
    desk.run();
    let recorded = page(&desk).recorded().unwrap();
    let lines = recorded.order_lines(page(&desk).selected);
    assert!(lines.len() > 5, "{lines:?}");
    for line in &lines {
        assert!(desk.shows(&line.title) && desk.shows(&line.text), "{line:?}");
    }
    // The last node of the search has a memory of everything.
    let last = recorded.recording.visits.iter().rposition(|visit| !visit.order.is_empty());
    let moment = recorded.recording.moments.iter().position(|moment| Some(moment.visit) == last);
    let steps = page(&desk).stepper.total - moment.unwrap();
    desk.press(Modifiers::NONE, Key::End);
    for _ in 0..steps {
        if Some(page(&desk).selected) == last {
            break;
        }
        desk.press(Modifiers::NONE, Key::ArrowLeft);
    }
    assert_eq!(Some(page(&desk).selected), last);
    desk.click_in_view_or_not("Killers, history and table now");
    desk.run();
    assert!(desk.says("Killer at ply 2, this node's") && desk.says("History of White"));
}
