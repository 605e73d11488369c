//! `minnow lab exercise`: small and own trees, paper, and hints.

use std::fs;

use crate::cli::{assert_refused, printed};

fn exercise(arguments: &str) -> String {
    printed(["lab", "exercise"].into_iter().chain(arguments.split_whitespace()))
}

#[test]
fn small_and_own_trees_make_sheets_that_can_be_marked() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (set, tree) in [
        ("(depth: 2, branching: 2)", ""),
        ("(trees: [\"((3 12 8) (2 4 6) (14 5 2))\"], tasks: [Pruned])", "of ((3 12 8) (2 4 6)"),
    ] {
        let file = path("set.ron");
        fs::write(&file, set).unwrap();
        let sheet = exercise(&format!("--seed 4 --key --set {file}"));
        assert!(sheet.contains(tree), "{sheet}");
        fs::write(path("key.ron"), sheet).unwrap();
        let marks = printed(["lab", "mark", "--set", &file, &path("key.ron")]);
        let row: Vec<&str> = marks.lines().nth(1).unwrap().split(',').collect();
        assert_eq!(row[9], row[10], "{marks}");
        assert_ne!(row[10], "0", "{marks}");
    }
}

#[test]
fn exercises_are_written_for_paper() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (class, page) = (path("class.html"), path("page.svg"));
    let written = exercise(&format!("--seed 1 --trees 5 --print {class}"));
    assert_eq!(written.trim_end(), class);
    let html = fs::read_to_string(&class).unwrap();
    assert!((1..=5).all(|seed| html.contains(&format!("seed {seed}<"))), "{html}");
    let written = exercise(&format!("--seed 1 --trees 5 --key --print {page}"));
    let files: Vec<&str> = written.lines().collect();
    assert_eq!(files[..2], [page.as_str(), &path("page-2.svg")]);
    let keys: String = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    assert!((1..=5).all(|seed| keys.contains(&format!("Key: Alpha-beta \u{b7} seed {seed}<"))));
    let no_format = path("page.pdf");
    let refused = ["lab", "exercise", "--seed", "1", "--print", &no_format];
    assert_refused(&refused, "in none of .html, .svg and .png");
    assert_refused(&["lab", "exercise", "--seed", "1", "--trees", "2"], "--print");
}

#[test]
fn a_hint_is_printed_and_costs_points() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let set = path("set.ron");
    fs::write(&set, "(trees: [\"((3 12) (2 8))\"], tasks: [Kinds], hint_cost: 1)").unwrap();
    let hints = exercise(&format!("--seed 1 --hints --set {set}"));
    assert_eq!(
        hints,
        "kinds\t1\tNode 1: The search returns 3.\nkinds\t2\tNode 2: The search returns 2.\n"
    );
    let sheet = exercise(&format!("--seed 1 --key --set {set}"));
    let hinted = sheet.replacen("slip: ", "hints: [Kinds], slip: ", 1);
    fs::write(path("sheet.ron"), hinted).unwrap();
    let marks = printed(["lab", "mark", &path("sheet.ron")]);
    assert!(marks.trim_end().ends_with(",1,2,50.0,"), "{marks}");
    assert_refused(&["lab", "exercise", "--seed", "1", "--hints"], "hint_cost");
}
