//! The tree editor of the lab in the window.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::desk::Desk;
use minnow::app::lab::TreePage;
use minnow_engine::Score;

/// A window with the open editor, on the tree that the lab begins with.
fn editing() -> Desk {
    let mut desk = Desk::new();
    desk.click("Lab");
    desk.click("Draw a tree of your own");
    until_recorded(&mut desk);
    desk
}

/// Waits for the recording of the edited tree.
fn until_recorded(desk: &mut Desk) {
    desk.until("a recording of the edited tree", |state| {
        let page = &state.lab.pages.tree;
        page.edited_visits().is_some() && page.searching().is_none()
    });
}

fn page(desk: &Desk) -> &TreePage {
    &desk.state().lab.pages.tree
}

/// The edited tree as text; the text form says the same.
fn text(desk: &Desk) -> String {
    let text = page(desk).editor.tree().to_string();
    assert_eq!(page(desk).setup.text, text);
    text
}

fn value(desk: &Desk) -> Score {
    page(desk).recorded().unwrap().report.answer.as_ref().unwrap().score
}

fn keys(desk: &mut Desk, keys: &[Key]) {
    keys.iter().for_each(|key| desk.press(Modifiers::NONE, *key));
}

#[test]
fn a_tree_is_built_by_keys_alone() {
    let mut desk = Desk::new();
    desk.press(Modifiers::COMMAND, Key::Num4);
    desk.focus("Draw a tree of your own");
    keys(&mut desk, &[Key::Enter, Key::ArrowDown, Key::Delete, Key::Delete]);
    assert_eq!(text(&desk), "0", "the root becomes a leaf");
    keys(&mut desk, &[Key::Insert]);
    desk.type_text("5");
    assert!(desk.says("5_") || page(&desk).setup.text == "(0)", "the value waits for Enter");
    keys(&mut desk, &[Key::Enter, Key::Insert]);
    desk.type_text(",12");
    keys(&mut desk, &[Key::Backspace]);
    desk.type_text("9");
    keys(&mut desk, &[Key::Enter, Key::ArrowUp]);
    desk.type_text(",+-3");
    // A move of the selection accepts the value, too.
    keys(&mut desk, &[Key::ArrowUp, Key::ArrowDown]);
    desk.type_text(",7");
    keys(&mut desk, &[Key::Enter]);
    assert_eq!(text(&desk), "((5 19) (-3 7))");
    until_recorded(&mut desk);
    assert_eq!(value(&desk), Score::centipawns(5));
    assert!(desk.says("Node 2.2, leaf 7, pruned"));
    assert!(desk.state().session.game.is_empty() && desk.state().session.typed.is_empty());
    keys(&mut desk, &[Key::Home, Key::Delete]);
    assert!(desk.says("The root cannot be deleted."));
    keys(&mut desk, &[Key::End]);
    desk.type_text("9");
    desk.click("Lab: Compare");
    assert_eq!(desk.state().session.typed, "", "the value belongs to the editor");
    desk.click("Lab: Tree");
    assert_eq!(text(&desk), "((5 19) (-3 7))");
}

#[test]
fn the_tree_keeps_the_keyboard_focus() {
    let mut desk = editing();
    desk.harness.get_by_label_contains("Root, ").focus();
    desk.run();
    keys(&mut desk, &[Key::ArrowDown, Key::ArrowRight, Key::ArrowDown]);
    let selected = page(&desk).editor.selected();
    assert_eq!(page(&desk).editor.tree().text_of(selected), "8");
    desk.type_text("4");
    keys(&mut desk, &[Key::Enter, Key::End]);
    assert_eq!(text(&desk), "((3 12) (4 2 ?))");
    let focused = desk.harness.get_by_label_contains("Node 2.3, leaf ?").is_focused();
    assert!(focused, "the focus follows the selection");
}

#[test]
fn a_value_is_taken_whole_or_refused() {
    let mut desk = editing();
    desk.harness.get_by_label_contains("Root, ").focus();
    desk.run();
    keys(&mut desk, &[Key::ArrowDown, Key::ArrowDown]);
    let same = "((3 12) (8 2 ?))";
    for typed in ["2.5", "2,5", "5-3", "z5", "1234567890"] {
        desk.type_text(typed);
        keys(&mut desk, &[Key::Enter]);
        assert_eq!(text(&desk), same, "{typed}");
        let problem = page(&desk).editor.problem().unwrap_or_default();
        assert!(problem.contains(typed), "{typed}: {problem}");
    }
    for typed in ["2.5", "2,5", "2,500"] {
        desk.set_number("Value of the leaf", typed);
        let refusal = "is not a whole number from -20000 to 20000, so 3 stays.";
        assert!(desk.says(&format!("\"{typed}\" {refusal}")), "{typed}");
        assert_eq!(text(&desk), same, "{typed}");
    }
    desk.paste("[[3, 12], [8, 2.5]]");
    assert!(desk.says("The text is not a tree: column 15: \"2.5\" has a point or a comma"));
    desk.paste("[[3, 12], [8, 2]]");
    assert_eq!(text(&desk), "((3 12) (8 2))");
}

#[test]
fn a_tree_is_changed_by_mouse() {
    let mut desk = editing();
    assert!(desk.says("Node 1.1, leaf 3") && !desk.says("leaf 3, "), "a leaf has no kind");
    desk.click("Node 1, 3, PV");
    desk.click("Add a child");
    assert_eq!(text(&desk), "((3 12 0) (8 2 ?))");
    desk.set_number("Value of the leaf", "7");
    assert_eq!(text(&desk), "((3 12 7) (8 2 ?))");
    desk.click("Add a sibling");
    desk.click("Not to be evaluated");
    assert_eq!(text(&desk), "((3 12 7 ?) (8 2 ?))");
    until_recorded(&mut desk);
    assert!(desk.says("evaluated the leaf \"?\""), "alpha-beta reaches this one");
    desk.click("Delete the node");
    until_recorded(&mut desk);
    assert_eq!((text(&desk), value(&desk)), ("((3 12 7) (8 2 ?))".into(), Score::centipawns(3)));
    assert_eq!(desk.copy_with("Copy the tree as text"), "((3 12 7) (8 2 ?))");
    desk.click("Root: MIN begins");
    until_recorded(&mut desk);
    assert!(!page(&desk).recorded().unwrap().recording.visits[0].is_max);
    for expected in ["((3 12 7) (8 2 ?))", "((3 12 7 ?) (8 2 ?))"] {
        desk.click("Undo the change");
        assert_eq!(text(&desk), expected);
    }
    desk.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&desk), "((3 12 7 0) (8 2 ?))");
    desk.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(text(&desk), "((3 12 7 ?) (8 2 ?))");
}

#[test]
fn each_change_is_recorded_by_the_technique() {
    let mut desk = editing();
    desk.click("Random tree");
    desk.set_number("Seed", "7");
    desk.set_number("Moves at a node", "3");
    desk.click("Draw the random tree");
    desk.press(Modifiers::NONE, Key::Escape);
    until_recorded(&mut desk);
    let drawn = text(&desk);
    let visits = |desk: &Desk| page(desk).edited_visits().unwrap().into_iter().flatten().count();
    let cut = visits(&desk);
    assert!(page(&desk).editor.tree().uniform() == Some((3, 3)) && cut < 40);
    desk.choose("Technique", |entry| entry == "minimax");
    desk.until("minimax", |state| {
        let recorded = state.lab.pages.tree.recorded();
        recorded.is_some_and(|recorded| recorded.request.technique.id == "minimax")
    });
    assert_eq!(visits(&desk), 40);
    desk.paste("(1 2");
    assert!(desk.says("The text is not a tree: column 1"), "the tree stays");
    assert_eq!(text(&desk), drawn);
    desk.paste("(1 2)");
    until_recorded(&mut desk);
    assert_eq!((text(&desk), value(&desk)), ("(1 2)".to_owned(), Score::centipawns(2)));
    desk.click("Done");
    assert!(desk.says("move 2: 2, leaf") && desk.says("To the beginning"), "the recording");
}
