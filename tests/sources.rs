//! What Cargo and Clippy cannot say of the sources: no feature of the window names another, `ui` names no
//! feature, engine or lab, clocks come from `web_time` where the page runs, only the lab says "plies",
//! files are short and begin with a description, and a click passes few of them.
//!
//! The tests read the sources as words. They check the first name of a path such as
//! `crate::app::learn`, and miss a type that a third module exports again.

// In a test a panic is the report.
#![allow(clippy::expect_used, clippy::panic, clippy::disallowed_methods)]

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The features of the window, folders of `src/app/`. None names another; only `screen`, `shell` and
/// `program` use them.
const FEATURES: [&str; 14] = [
    "play",
    "analyse",
    "archive",
    "review",
    "learn",
    "editor",
    "export",
    "games",
    "settings",
    "puzzles",
    "trainer",
    "lab",
    "coordinates",
    "tournament",
];
/// The folders of the cards and pages, which name no feature, either. Their registries list the pages of
/// features by `super`; a feature may use the traits and ids of both.
const REGISTERED: [&str; 2] = ["cards", "pages"];
/// The folders that every feature may use.
const SHARED: [&str; 5] = ["ui", "session", "storage", "moves", "tables"];
/// The crates that `ui` may use: the rules, the record of a game, and pictures.
const CRATES_OF_UI: [&str; 3] = ["minnow_rules", "minnow_game", "minnow_picture"];

const MAX_FILE_LINES: usize = 500;

/// The files of the window that a click on the board may pass on its way to the engine.
const MAX_FILES_OF_CLICK: usize = 20;

/// A source file, split into words: names, `::` and single signs. Comments are left out.
struct Source {
    /// From the repository's root on.
    path: PathBuf,
    text: String,
    words: Vec<Word>,
}

struct Word {
    /// From 1.
    line: usize,
    text: String,
}

impl Source {
    fn new(path: PathBuf, text: String) -> Source {
        let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
        let words = (1..)
            .zip(lines)
            .flat_map(|(line, code)| split(code).into_iter().map(move |text| Word { line, text }))
            .collect();
        Source { path, text, words }
    }

    /// The first names of the paths that begin with `start::`, and of every path in a group
    /// `start::{...}`.
    fn names_after(&self, start: &str) -> Vec<&Word> {
        let text_at = |at: usize| self.words.get(at).map_or("", |word| word.text.as_str());
        let is_start = |at: &usize| text_at(*at) == start && text_at(at + 1) == "::";
        let starts = (0..self.words.len()).filter(is_start).map(|at| at + 2);
        let names = starts.flat_map(|at| match text_at(at) {
            "{" => first_names_of_group(&self.words[at..]),
            _ => self.words[at..].iter().take(1).collect(),
        });
        names.collect()
    }

    fn problem(&self, word: &Word, problem: &str) -> String {
        format!("{}:{}: {problem}", self.path.display(), word.line)
    }
}

/// The words of one line.
fn split(code: &str) -> Vec<String> {
    let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut words: Vec<String> = Vec::new();
    let mut previous = ' ';
    for letter in code.chars() {
        let continues = (is_of_name(letter) && is_of_name(previous))
            || (letter == ':' && words.last().is_some_and(|word| word == ":"));
        match words.last_mut().filter(|_| continues && previous != ' ') {
            Some(word) => word.push(letter),
            None if letter.is_whitespace() => {}
            None => words.push(letter.into()),
        }
        previous = letter;
    }
    words
}

/// The words that follow `{` or `,` directly inside the group that the words begin with.
fn first_names_of_group(words: &[Word]) -> Vec<&Word> {
    let mut depth = 0;
    let mut names = Vec::new();
    for (word, next) in words.iter().zip(&words[1..]) {
        match word.text.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if depth == 1 && matches!(word.text.as_str(), "{" | ",") && next.text != "}" {
            names.push(next);
        }
    }
    names
}

/// All Rust files of the programs and the crates, without the tests beside them, in the order of their
/// paths.
fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).expect("a readable folder");
    let crates = crates.map(|entry| entry.expect("a readable entry").path().join("src"));
    let mut folders: Vec<PathBuf> = crates.chain([root.join("src")]).collect();
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("a readable file");
                let path = path.strip_prefix(root).expect("a path below the root").to_owned();
                sources.push(Source::new(path, text));
            }
        }
    }
    sources.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(sources.len() > 50, "only {} files were found", sources.len());
    sources
}

/// The folder of `src/app/` that a source stands in.
fn app_folder(source: &Source) -> Option<String> {
    let folder = source.path.strip_prefix("src/app").ok()?.components().next()?;
    Some(folder.as_os_str().to_string_lossy().into_owned())
}

/// The features, and the folders that use features, that a feature, a card, a page or a shared folder
/// names.
fn other_features(source: &Source) -> Vec<String> {
    let Some(folder) = app_folder(source) else { return Vec::new() };
    let is_feature = |name: &str| FEATURES.contains(&name);
    let others = [&SHARED[..], &REGISTERED[..]].concat();
    if !is_feature(&folder) && !others.contains(&folder.as_str()) {
        return Vec::new();
    }
    let uses_features = ["screen", "shell", "program"];
    let above = |name: &str| is_feature(name) || uses_features.contains(&name);
    let named = source.names_after("app").into_iter();
    named
        .filter(|word| word.text != folder && above(&word.text))
        .map(|word| source.problem(word, &format!("{folder} may not use {}", word.text)))
        .collect()
}

/// The crates and folders that `ui` may not name, such as the engine and the session.
fn above_ui(source: &Source) -> Vec<String> {
    if app_folder(source).as_deref() != Some("ui") {
        return Vec::new();
    }
    let is_crate_above = |word: &&Word| {
        word.text.starts_with("minnow_") && !CRATES_OF_UI.contains(&word.text.as_str())
    };
    let crates = source.words.iter().filter(is_crate_above);
    let folders = source.names_after("app").into_iter().filter(|word| word.text != "ui");
    let above = crates.chain(folders);
    above.map(|word| source.problem(word, &format!("ui may not use {}", word.text))).collect()
}

#[track_caller]
fn assert_none(problems: impl Iterator<Item = String>) {
    let problems: Vec<String> = problems.collect();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

/// True if a source has this word in a text, outside the braces of a format.
fn says(source: &Source, word: &str) -> bool {
    let code = source.text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let code = code.lines().filter(is_code).collect::<Vec<_>>().join("\n");
    let code = code.replace("\\\"", "").replace("'\"'", "");
    let texts = code.split('"').skip(1).step_by(2);
    let plain = texts.flat_map(|text| text.split(['{', '}']).step_by(2));
    let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    plain
        .flat_map(|text| text.split(move |letter: char| !is_of_name(letter)))
        .any(|said| said == word)
}

#[test]
fn only_the_lab_says_plies() {
    assert_none(sources().iter().filter_map(|source| {
        let folder = app_folder(source).filter(|folder| folder != "lab")?;
        let path = source.path.to_string_lossy();
        let word = ["ply", "plies", "quiescence"].into_iter().find(|word| says(source, word))?;
        (!path.contains("tests")).then(|| format!("{path}: {folder} says \"{word}\""))
    }));
}

/// A browser has no clock of the standard library: using it would end the program there.
#[test]
fn what_the_page_runs_takes_clocks_from_web_time() {
    const NATIVE: [&str; 5] = [
        "crates/arena/",
        "crates/base/src/files/system/disk.rs",
        "crates/uci/",
        "crates/workshop/",
        "src/app/storage/desktop_dialogs.rs",
    ];
    assert_none(sources().iter().filter_map(|source| {
        let path = source.path.to_string_lossy();
        let is_native = NATIVE.iter().any(|native| path.starts_with(native));
        let code = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        let is_word = |word: &&str| ["Instant", "SystemTime"].contains(word);
        let named =
            code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| is_word(&word));
        let is_wrong = named && !is_native && !path.contains("tests") && !code.contains("web_time");
        is_wrong.then(|| format!("{path}: a clock that is not of web_time"))
    }));
}

#[test]
fn no_feature_of_the_window_names_another() {
    let sources = sources();
    for feature in FEATURES.into_iter().chain(REGISTERED) {
        let is_of = |source: &Source| app_folder(source).as_deref() == Some(feature);
        assert!(sources.iter().any(is_of), "there is no src/app/{feature}");
    }
    assert_none(sources.iter().flat_map(other_features));
}

#[test]
fn ui_knows_no_feature_engine_or_lab() {
    let sources = sources();
    assert!(sources.iter().any(|source| app_folder(source).as_deref() == Some("ui")));
    assert_none(sources.iter().flat_map(above_ui));
}

#[test]
fn files_are_short_and_begin_with_a_description() {
    assert_none(sources().iter().flat_map(|source| {
        let (path, lines) = (source.path.display(), source.text.lines().count());
        let is_long = lines > MAX_FILE_LINES;
        let is_bare = !source.text.starts_with("//! ");
        [
            is_long.then(|| format!("{path}: {lines} lines, more than {MAX_FILE_LINES}")),
            is_bare.then(|| format!("{path}:1: the file does not begin with `//! `")),
        ]
        .into_iter()
        .flatten()
    }));
}

/// The files of the table in architecture's "The way of a click", each with its functions.
fn way_of_click() -> Vec<(PathBuf, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/architecture.md")).expect("a readable file");
    let way = text.split("\n### ").find(|section| section.starts_with("The way of a click"));
    let rows = way.expect("the section").lines().filter(|line| line.starts_with("| `"));
    let in_ticks = |cell: &str| -> Vec<String> {
        cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let files = rows.map(|row| {
        let mut cells = row.split('|').skip(1);
        let file = cells.next().map(in_ticks).unwrap_or_default().concat();
        (Path::new("src/app").join(file), cells.next().map(in_ticks).unwrap_or_default())
    });
    files.collect()
}

#[test]
fn a_click_passes_few_files() {
    let way = way_of_click();
    assert!((2..=MAX_FILES_OF_CLICK).contains(&way.len()), "{} files", way.len());
    let ends =
        [way.first(), way.last()].map(|file| file.map(|(path, _)| path.display().to_string()));
    let engine = "src/app/session/engine_client/mod.rs";
    assert_eq!(ends, ["src/app/ui/board/events.rs", engine].map(|path| Some(path.to_owned())));
    let sources = sources();
    assert_none(way.iter().flat_map(|(path, functions)| {
        let source = sources.iter().find(|source| source.path == *path);
        let is_missing = |name: &&String| {
            source.is_none_or(|source| !source.text.contains(&format!("fn {name}(")))
        };
        assert!(!functions.is_empty(), "{} has no functions", path.display());
        let missing = functions.iter().filter(is_missing);
        missing.map(|name| format!("{}: no function {name}", path.display())).collect::<Vec<_>>()
    }));
}

#[test]
fn another_feature_is_reported_with_its_line() {
    let source_of = |path: &str, text: &str| Source::new(path.into(), text.to_owned());
    let text = "use crate::app::learn::Learn;\nuse crate::{\n    app::{review, ui::theme},\n};\n\
                fn f() { crate::app::screen::run() }\n";
    assert_eq!(
        other_features(&source_of("src/app/learn/view.rs", text)),
        [
            "src/app/learn/view.rs:3: learn may not use review",
            "src/app/learn/view.rs:5: learn may not use screen",
        ]
    );
    for file in ["session/mod.rs", "cards/endings.rs", "pages/help.rs"] {
        assert_eq!(other_features(&source_of(&format!("src/app/{file}"), text)).len(), 3, "{file}");
    }
    assert!(other_features(&source_of("src/app/shell/menu.rs", text)).is_empty());
}

#[test]
fn a_crate_above_ui_is_reported_too() {
    let text = "use minnow_lab::Stop;\nuse minnow_rules::Move;\n\
                use crate::app::{session::Session, ui::theme};\n";
    let source = Source::new("src/app/ui/text.rs".into(), text.to_owned());
    assert_eq!(
        above_ui(&source),
        [
            "src/app/ui/text.rs:1: ui may not use minnow_lab",
            "src/app/ui/text.rs:3: ui may not use session",
        ]
    );
}
