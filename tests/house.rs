//! Functions keep to the house's size. The size of files is checked beside the layers.
#![allow(clippy::unwrap_used)] // An unreadable source file should fail the test.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The most lines of a function.
const MOST_LINES: usize = 60;
/// The search node alone may be longer.
const NODE: (&str, usize) = ("src/engine/node.rs", 150);

#[test]
fn functions_stay_short() {
    let mut too_long = Vec::new();
    for path in rust_files("src") {
        let text = fs::read_to_string(&path).unwrap();
        let most = if path == Path::new(NODE.0) { NODE.1 } else { MOST_LINES };
        for (line, length) in functions(&text).into_iter().filter(|(_, length)| *length > most) {
            too_long.push(format!("{}:{line}: a function of {length} lines", path.display()));
        }
    }
    assert!(too_long.is_empty(), "\n{}", too_long.join("\n"));
}

#[test]
fn functions_are_measured_to_their_closing_brace() {
    let text = "fn one() {}\nimpl X {\n    pub(crate) fn two(\n    ) {\n        if a {\n        }\n    }\n}\n";
    assert_eq!(functions(text), [(1, 1), (3, 5)]);
}

/// All Rust files below a folder of the project; tests run in the project's folder.
fn rust_files(folder: &str) -> Vec<PathBuf> {
    let (mut open, mut found) = (vec![PathBuf::from(folder)], Vec::new());
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    assert!(!found.is_empty(), "there is nothing below {folder}");
    found
}

/// The first line and the length in lines of every function, in code that rustfmt has laid out:
/// the closing brace stands under the line that the function begins on.
fn functions(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let is_qualifier = |word: &&str| word.starts_with("pub") || ["const", "async"].contains(word);
    let is_start = |line: &str| line.split_whitespace().find(|w| !is_qualifier(w)) == Some("fn");
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| is_start(line)) {
        let indent = &line[..line.len() - line.trim_start().len()];
        let is_end = |line: &&str| line.strip_prefix(indent) == Some("}");
        let rest = match line.ends_with(['}', ';']) {
            true => 0,
            false => lines[index + 1..].iter().position(is_end).map_or(0, |n| n + 1),
        };
        found.push((index + 1, 1 + rest));
    }
    found
}
