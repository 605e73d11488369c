//! The house rules that a program can check: how long files and functions may be, and that every
//! file says first what it is.

mod sources;

use sources::{Source, sources};

const FILE_LINES: usize = 500;
const FUNCTION_LINES: usize = 60;
/// The search node alone may be longer.
const NODE_FILE: &str = "src/engine/node.rs";
const NODE_LINES: usize = 150;

#[test]
fn every_file_begins_by_saying_what_it_is() {
    for Source { path, text } in sources(&["src", "tests", "benches"]) {
        assert!(text.starts_with("//! "), "{} has no opening paragraph", path.display());
    }
}

#[test]
fn files_and_functions_stay_short() {
    let mut too_long = Vec::new();
    for Source { path, text } in sources(&["src"]) {
        let path = path.display().to_string();
        let lines = text.lines().count();
        if lines > FILE_LINES {
            too_long.push(format!("{path} has {lines} lines"));
        }
        let most = if path == NODE_FILE { NODE_LINES } else { FUNCTION_LINES };
        for (line, length) in functions(&text).into_iter().filter(|(_, length)| *length > most) {
            too_long.push(format!("{path}:{line}: a function of {length} lines"));
        }
    }
    assert!(too_long.is_empty(), "\n{}", too_long.join("\n"));
}

#[test]
fn functions_are_measured_to_their_closing_brace() {
    let text = "fn one() {}\nimpl X {\n    pub(crate) fn two(\n    ) {\n        if a {\n        }\n    }\n}\n";
    assert_eq!(functions(text), [(1, 1), (3, 5)]);
}

/// The first line and the length in lines of every function, in code that rustfmt has laid out:
/// the closing brace stands under the line that the function begins on.
fn functions(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let begins = |line: &str| {
        let words = line.split_whitespace();
        let qualifier = |word: &&str| word.starts_with("pub") || ["const", "async"].contains(word);
        words.skip_while(qualifier).next() == Some("fn")
    };
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| begins(line)) {
        let indent = &line[..line.len() - line.trim_start().len()];
        let is_end = |line: &&str| line.strip_prefix(indent) == Some("}");
        let rest = match line.ends_with(['}', ';']) {
            true => 0,
            false => lines[index + 1..].iter().position(|line| is_end(&line)).map_or(0, |n| n + 1),
        };
        found.push((index + 1, 1 + rest));
    }
    found
}
