//! Trees, tables and plots of the lab, exported for slides.

use egui::{Key, Modifiers};

use crate::desk::{Desk, folder_with, quick};
use crate::threads::without;

/// A window in the lab without file dialogs, so that paths are typed, and its folder.
fn lab() -> (Desk, tempfile::TempDir) {
    let folder = folder_with(&quick());
    let mut desk = without(folder.path(), "file dialog");
    desk.click("Lab");
    (desk, folder)
}

/// Chooses an entry of the page's menu and types the path of a file; returns the file's content.
fn export(desk: &mut Desk, folder: &tempfile::TempDir, entry: &str, name: &str) -> Vec<u8> {
    let path = folder.path().join(name);
    desk.click("Export");
    desk.click_part(entry);
    desk.enter_path(&path);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}; {}", desk.notice()))
}

fn text(content: Vec<u8>) -> String {
    String::from_utf8(content).unwrap()
}

#[test]
fn a_tree_is_exported_in_four_formats() {
    let (mut desk, folder) = lab();
    desk.click("Draw a tree of your own");
    desk.until("a recording", |state| state.lab.pages.tree.edited_visits().is_some());
    let svg = text(export(&mut desk, &folder, "The search shown", "tree.svg"));
    // A box for each of 8 nodes, 3 in the legend and the background; the last leaf is pruned.
    assert_eq!((svg.matches("<rect").count(), svg.matches("stroke-dasharray").count()), (12, 1));
    assert!(svg.contains(">alpha-beta</text>") && svg.contains(">12</text>"));
    let dot = text(export(&mut desk, &folder, "The search shown", "tree.dot"));
    assert_eq!(dot.matches(" -> ").count(), 7);
    let tikz = text(export(&mut desk, &folder, "The search shown", "tree.tex"));
    assert!(tikz.contains("\\begin{tikzpicture}"));
    let png = export(&mut desk, &folder, "The search shown", "tree.png");
    assert!(png.starts_with(b"\x89PNG"));
    assert!(desk.notice().contains("tree.png"), "{}", desk.notice());
}

#[test]
fn one_search_or_one_event_is_exported() {
    let (mut desk, folder) = lab();
    desk.click("Draw a tree of your own");
    desk.choose("Technique", |entry| entry == "mtdf");
    desk.until("mtdf", |state| {
        let recorded = state.lab.pages.tree.recorded();
        recorded.is_some_and(|recorded| recorded.technique_name() == "mtdf")
    });
    desk.click("Done");
    let all = text(export(&mut desk, &folder, "All searches together", "all.svg"));
    assert!(all.contains("visited N times in"), "{all}");
    let one = text(export(&mut desk, &folder, "The search shown", "one.svg"));
    assert!(one.contains(">mtdf, search ") && !one.contains("visited N times"), "{one}");
    desk.press(Modifiers::NONE, Key::Home);
    (0..3).for_each(|_| desk.press(Modifiers::NONE, Key::ArrowRight));
    let now = text(export(&mut desk, &folder, "The state at this event", "now.svg"));
    assert!(now.contains("the search has not left the node"), "{now}");
}

#[test]
fn the_comparison_is_exported_as_table_and_plot() {
    let (mut desk, folder) = lab();
    desk.click("Lab: Compare");
    desk.choose("Depth to compare", |text| text == "depth 2");
    desk.click("Compare on this position");
    desk.until("a comparison", |state| !state.lab.pages.compare.task.is_running());
    let table = text(export(&mut desk, &folder, "The table", "table.svg"));
    let leaves = desk.state().lab.pages.compare.cell(0, 2).unwrap().measures.leaves.to_string();
    assert!(table.contains(">minimax</text>") && table.contains(&format!(">{leaves}</text>")));
    let plot = text(export(&mut desk, &folder, "The plot", "plot.svg"));
    // Two points of each of five curves, and a disc of each in the legend.
    assert_eq!(plot.matches("<circle").count(), 15);
    desk.click("Export");
    desk.click_part("The plot");
    desk.enter_path(&folder.path().join("plot.dot"));
    assert!(desk.notice().contains("only trees can be written as DOT"), "{}", desk.notice());
}
