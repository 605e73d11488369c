//! The layers keep to the arrows in `docs/architecture.md`, no feature of the window names another,
//! and files are short.
//!
//! The compiler cannot check this inside one crate, so these tests read the sources as words. They
//! check the first name of a path such as `crate::engine`, and miss a type that a third module
//! exports again. `cargo check --no-default-features` checks that the lower layers build without
//! the window's crates.

// In a test a panic is the report.
#![allow(clippy::expect_used, clippy::panic)]

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The folders and files of `src/`, each with the other layers it may use.
const ARROWS: [(&str, &[&str]); 22] = [
    ("sync", &[]),
    ("files", &["sync"]),
    ("rules", &[]),
    ("tables", &["rules"]),
    ("prove", &["rules"]),
    ("engine", &["tables", "rules", "sync"]),
    ("lab", &["engine", "files", "rules"]),
    ("explorer", &["engine", "rules"]),
    ("game", &["files", "rules"]),
    ("analysis", &["engine", "game", "rules"]),
    ("puzzles", &["prove", "analysis", "engine", "game", "rules"]),
    ("jobs", &["sync"]),
    ("table_cache", &["jobs", "files", "tables", "rules"]),
    ("arena", &["jobs", "engine", "game", "rules"]),
    ("uci", &["table_cache", "tables", "jobs", "engine", "rules"]),
    ("fuzzing", &["uci", "engine", "game", "rules"]),
    ("program", &["rules"]),
    (
        "app",
        &[
            "uci",
            "jobs",
            "puzzles",
            "explorer",
            "arena",
            "analysis",
            "lab",
            "engine",
            "game",
            "table_cache",
            "tables",
            "prove",
            "files",
            "rules",
            "sync",
        ],
    ),
    (
        "cli",
        &[
            "program",
            "uci",
            "jobs",
            "arena",
            "analysis",
            "lab",
            "engine",
            "game",
            "table_cache",
            "tables",
            "prove",
            "files",
            "rules",
        ],
    ),
    (
        "workshop",
        &[
            "program", "jobs", "arena", "puzzles", "explorer", "analysis", "lab", "engine", "game",
            "tables", "files", "rules",
        ],
    ),
    ("main", &["app", "cli"]),
    ("bin", &["workshop"]),
];

/// The features of the window, folders of `src/app/`. None names another; only `screen`, `shell` and
/// `program` use them.
const FEATURES: [&str; 17] = [
    "play",
    "analyse",
    "archive",
    "review",
    "learn",
    "editor",
    "export",
    "facts",
    "games",
    "settings",
    "opponents",
    "endings",
    "explorer",
    "prover",
    "puzzles",
    "trainer",
    "lab",
];
/// The folders that every feature may use.
const SHARED: [&str; 4] = ["ui", "session", "storage", "moves"];

/// Where `std::thread` may be used: the jobs layer, and the search's own helper threads.
const THREAD_FILES: [&str; 2] = ["jobs/", "engine/search/threads.rs"];

const MAX_FILE_LINES: usize = 500;

/// A source file, split into words: names, `::` and single signs. Comments are left out.
struct Source {
    /// From `src/` on.
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

    /// The folder below `src/`, or the stem of a file in `src/` itself.
    fn layer(&self) -> String {
        let first = self.path.components().next().expect("a path of one name or more");
        Path::new(first.as_os_str()).file_stem().expect("a name").to_string_lossy().into_owned()
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
        format!("src/{}:{}: {problem}", self.path.display(), word.line)
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

/// All Rust files below `src/`, in the order of their paths.
fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("a readable file");
                let path = path.strip_prefix(&root).expect("a path below src").to_owned();
                sources.push(Source::new(path, text));
            }
        }
    }
    sources.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(sources.len() > 50, "only {} files were found", sources.len());
    sources
}

/// Paths against the arrows. `super::` may climb out of a layer, too.
fn wrong_arrows(source: &Source) -> Vec<String> {
    let layer = source.layer();
    if layer == "lib" {
        return Vec::new();
    }
    let arrow = ARROWS.iter().find(|(name, _)| *name == layer);
    let (_, others) = arrow.unwrap_or_else(|| panic!("src/{layer} is not in ARROWS"));
    let is_layer = |name: &str| ARROWS.iter().any(|(layer, _)| *layer == name);
    let climbed = source.names_after("super").into_iter().filter(|word| is_layer(&word.text));
    let named = ["crate", "minnow"].into_iter().flat_map(|start| source.names_after(start));
    named
        .chain(climbed)
        .filter(|word| word.text != layer && !others.contains(&word.text.as_str()))
        .map(|word| source.problem(word, &format!("{layer} may not use {}", word.text)))
        .collect()
}

/// The crates of the feature `gui` as code names them.
fn window_crates() -> Vec<String> {
    let manifest = include_str!("../Cargo.toml");
    let feature = manifest.lines().find(|line| line.starts_with("gui = ")).expect("the feature");
    let dependencies = feature.split('"').filter_map(|word| word.strip_prefix("dep:"));
    let crates: Vec<String> = dependencies.map(|name| name.replace('-', "_")).collect();
    assert!(crates.iter().any(|name| name == "egui") && crates.iter().any(|name| name == "eframe"));
    crates
}

/// The crates of the feature `gui` that make pictures. The lab's drawings use them too.
const PICTURE_CRATES: [&str; 4] = ["notosans", "png", "resvg", "skrifa"];

/// Names of the window's crates outside the window.
fn window_words(source: &Source, crates: &[String]) -> Vec<String> {
    let named = source.words.iter().filter(|word| crates.contains(&word.text));
    let draws = source.path.starts_with("lab/export") || source.path.ends_with("cli/lab_export.rs");
    named
        .filter(|_| source.layer() != "app")
        .filter(|word| !(draws && PICTURE_CRATES.contains(&word.text.as_str())))
        .map(|word| source.problem(word, &format!("{} belongs to src/app", word.text)))
        .collect()
}

/// Uses of `std::thread` outside the files that may start threads.
fn thread_words(source: &Source) -> Vec<String> {
    let is_allowed = THREAD_FILES.iter().any(|allowed| source.path.starts_with(allowed));
    let used = source.names_after("std").into_iter().filter(|word| word.text == "thread");
    used.filter(|_| !is_allowed)
        .map(|word| source.problem(word, "threads belong to src/jobs"))
        .collect()
}

/// The folder of `src/app/` that a source stands in.
fn app_folder(source: &Source) -> Option<String> {
    let folder = source.path.strip_prefix("app").ok()?.components().next()?;
    Some(folder.as_os_str().to_string_lossy().into_owned())
}

/// The features, and the folders that use features, that a feature or a shared folder names.
fn other_features(source: &Source) -> Vec<String> {
    let Some(folder) = app_folder(source) else { return Vec::new() };
    let is_feature = |name: &str| FEATURES.contains(&name);
    if !is_feature(&folder) && !SHARED.contains(&folder.as_str()) {
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

#[track_caller]
fn assert_none(problems: impl Iterator<Item = String>) {
    let problems: Vec<String> = problems.collect();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn layers_use_only_what_their_arrows_allow() {
    assert_none(sources().iter().flat_map(wrong_arrows));
}

#[test]
fn only_the_window_names_its_crates() {
    let crates = window_crates();
    assert_none(sources().iter().flat_map(|source| window_words(source, &crates)));
}

#[test]
fn only_jobs_and_the_search_start_threads() {
    assert_none(sources().iter().flat_map(thread_words));
}

/// A browser has no clock of the standard library: using it would end the program there.
#[test]
fn the_window_and_its_layers_take_clocks_from_web_time() {
    const NATIVE: [&str; 5] =
        ["workshop/", "files/system/disk.rs", "app/storage/desktop_dialogs.rs", "uci/", "arena/"];
    assert_none(sources().iter().filter_map(|source| {
        let path = source.path.to_string_lossy();
        let is_native = NATIVE.iter().any(|native| path.starts_with(native));
        let code = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        let is_word = |word: &&str| ["Instant", "SystemTime"].contains(word);
        let named =
            code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| is_word(&word));
        let is_wrong = named && !is_native && !path.contains("tests") && !code.contains("web_time");
        is_wrong.then(|| format!("src/{path}: a clock that is not of web_time"))
    }));
}

#[test]
fn no_feature_of_the_window_names_another() {
    let sources = sources();
    for feature in FEATURES {
        let is_of = |source: &Source| app_folder(source).as_deref() == Some(feature);
        assert!(sources.iter().any(is_of), "there is no src/app/{feature}");
    }
    assert_none(sources.iter().flat_map(other_features));
}

#[test]
fn files_are_short_and_begin_with_a_description() {
    assert_none(sources().iter().flat_map(|source| {
        let (path, lines) = (source.path.display(), source.text.lines().count());
        let is_long = lines > MAX_FILE_LINES;
        let is_bare = !source.text.starts_with("//! ");
        [
            is_long.then(|| format!("src/{path}: {lines} lines, more than {MAX_FILE_LINES}")),
            is_bare.then(|| format!("src/{path}:1: the file does not begin with `//! `")),
        ]
        .into_iter()
        .flatten()
    }));
}

fn source_of(path: &str, text: &str) -> Source {
    Source::new(path.into(), text.to_owned())
}

/// The line numbers of problems.
fn lines(problems: &[String]) -> Vec<&str> {
    problems.iter().filter_map(|problem| problem.split(':').nth(1)).collect()
}

#[test]
fn a_wrong_arrow_is_named_with_its_line() {
    let text = "//! crate::app in a comment\nuse crate::{\n    game::{Game, app},\n    rules::Move,\n\
                };\nuse super::super::{jobs};\nfn f() { crate::app::run(super::engine_of()) }\n";
    assert_eq!(
        wrong_arrows(&source_of("engine/line.rs", text)),
        [
            "src/engine/line.rs:3: engine may not use game",
            "src/engine/line.rs:7: engine may not use app",
            "src/engine/line.rs:6: engine may not use jobs",
        ]
    );
    assert_eq!(wrong_arrows(&source_of("uci/mod.rs", "use crate::engine::Score;\n")).len(), 0);
    assert_eq!(wrong_arrows(&source_of("rules/square.rs", "use crate::*;\n")).len(), 1);
    assert_eq!(wrong_arrows(&source_of("main.rs", "minnow::engine::bench();\n")).len(), 1);
}

#[test]
fn forbidden_words_are_reported_with_their_line() {
    let source = source_of("jobs/mod.rs", "// egui\nlet egui_free = 1;\nfn f(_: &egui::Ui) {}\n");
    let problems = window_words(&source, &window_crates());
    assert_eq!(problems, ["src/jobs/mod.rs:3: egui belongs to src/app"]);

    let text = "use std::{\n    sync::Arc,\n    thread::{self, JoinHandle},\n};\n\n\
                fn f() { std::thread::yield_now() }\nuse std::thread::spawn;\n";
    let problems = thread_words(&source_of("app/storage/dialogs.rs", text));
    assert_eq!(lines(&problems), ["3", "6", "7"]);
    assert!(thread_words(&source_of("jobs/spawn.rs", text)).is_empty());

    let text = "use crate::app::learn::Learn;\nuse crate::{\n    app::{review, ui::theme},\n};\n\
                fn f() { crate::app::screen::run() }\n";
    let problems = other_features(&source_of("app/learn/view.rs", text));
    assert_eq!(lines(&problems), ["3", "5"]);
    assert_eq!(other_features(&source_of("app/session/mod.rs", text)).len(), 3);
    assert!(other_features(&source_of("app/shell/menu.rs", text)).is_empty());
}
