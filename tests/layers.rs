//! The layers keep to the arrows drawn in `docs/architecture.md`, panels keep apart, files keep to the house's size.
//!
//! The compiler cannot check this inside one crate. The sources are read as
//! text: paths are looked for, with comments blanked. What a path means is not
//! resolved, so a name carried through a third module is not seen; that the
//! lower layers build without the window's crates is checked by
//! `cargo check --no-default-features`.

// In a test a panic is the report.
#![allow(clippy::expect_used, clippy::panic)]

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The folders of `src/` (and the binary's file), each with the other layers it may use.
const ARROWS: [(&str, &[&str]); 14] = [
    ("rules", &[]),
    ("engine", &["rules"]),
    ("lab", &["engine", "rules"]),
    ("game", &["rules"]),
    ("analysis", &["engine", "game", "rules"]),
    ("jobs", &[]),
    ("uci", &["jobs", "engine", "rules"]),
    ("arena", &["jobs", "engine", "game", "rules"]),
    ("program", &["rules"]),
    ("app", &["uci", "jobs", "arena", "analysis", "lab", "engine", "game", "rules"]),
    ("cli", &["program", "uci", "jobs", "arena", "analysis", "lab", "engine", "game", "rules"]),
    ("workshop", &["program", "jobs", "arena", "analysis", "lab", "engine", "game", "rules"]),
    ("main", &["app", "cli"]),
    ("bin", &["workshop"]),
];

const MOST_LINES: usize = 500;

/// A source file.
struct Source {
    /// From `src/` on.
    path: PathBuf,
    text: String,
    /// The text with its comments blanked, line for line.
    code: String,
}

impl Source {
    /// The folder below `src/`, or the name of a file that stands there itself.
    fn layer(&self) -> String {
        let first = self.path.components().next().expect("a path of one name or more");
        Path::new(first.as_os_str()).file_stem().expect("a name").to_string_lossy().into_owned()
    }

    /// `src/FILE:LINE` for a byte of the code.
    fn place(&self, at: usize) -> String {
        let line = 1 + self.code[..at].matches('\n').count();
        format!("src/{}:{line}", self.path.display())
    }

    /// The names that follow a path's beginning such as `crate::`, each with its place. Of a group
    /// in braces these are the first names of its members.
    fn names_after(&self, beginning: &str) -> Vec<(usize, &str)> {
        let starts = self.code.match_indices(beginning).filter(|(at, _)| {
            !self.code[..*at].ends_with(|before: char| is_of_name(before) || before == ':')
        });
        starts.flat_map(|(at, _)| first_names(&self.code, at + beginning.len())).collect()
    }
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The name at a byte, or the first names of the members of the group in braces there.
fn first_names(code: &str, from: usize) -> Vec<(usize, &str)> {
    let name_at = |at: usize| {
        let rest = &code[at..];
        let end = rest.find(|letter| !is_of_name(letter)).unwrap_or(rest.len());
        // `*` is a name of its own here.
        (at, &rest[..end.max(usize::from(rest.starts_with('*')))])
    };
    let skip_space = |at: usize| at + code[at..].len() - code[at..].trim_start().len();
    let start = skip_space(from);
    if !code[start..].starts_with('{') {
        return vec![name_at(start)];
    }
    let mut names = Vec::new();
    let mut depth = 0;
    for (offset, letter) in code[start..].char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if depth == 1 && matches!(letter, '{' | ',') {
            names.push(name_at(skip_space(start + offset + 1)));
        }
    }
    // After the last comma stands no name.
    names.retain(|(_, name)| !name.is_empty());
    names
}

/// Blanks everything from `//` to the end of its line.
fn without_comments(text: &str) -> String {
    let code = |line: &str| line.split("//").next().unwrap_or_default().to_owned();
    text.lines().map(code).collect::<Vec<_>>().join("\n")
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
                let code = without_comments(&text);
                let path = path.strip_prefix(&root).expect("a path below src").to_owned();
                sources.push(Source { path, text, code });
            }
        }
    }
    sources.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(sources.len() > 50, "only {} files were found", sources.len());
    sources
}

/// The layers a source may use, itself among them; `None` for the library's root.
fn allowed(source: &Source) -> Option<Vec<&'static str>> {
    let layer = source.layer();
    if layer == "lib" {
        return None;
    }
    let (own, others) = ARROWS
        .iter()
        .find(|(name, _)| *name == layer)
        .unwrap_or_else(|| panic!("src/{layer} has no arrows in tests/layers.rs"));
    Some(others.iter().chain([own]).copied().collect())
}

/// What a source uses against the arrows.
fn wrong_arrows(source: &Source) -> Vec<String> {
    let Some(allowed) = allowed(source) else { return Vec::new() };
    let mut used = source.names_after("crate::");
    used.extend(source.names_after("minnow::"));
    // A path may also climb out of its layer; what stays inside has names of its own.
    let climbing = source.code.match_indices("super::");
    let climbed =
        climbing.flat_map(|(at, beginning)| first_names(&source.code, at + beginning.len()));
    used.extend(climbed.filter(|(_, name)| ARROWS.iter().any(|(layer, _)| layer == name)));
    let wrong = used.into_iter().filter(|(_, name)| !allowed.contains(name));
    wrong
        .map(|(at, name)| format!("{}: {} may not use {name}", source.place(at), source.layer()))
        .collect()
}

/// The crates that only the feature `gui` brings in, as they are called in code.
fn window_crates() -> Vec<String> {
    let manifest = include_str!("../Cargo.toml");
    let features = manifest.lines().find(|line| line.starts_with("gui = ")).expect("the feature");
    let crates: Vec<String> = features
        .split('"')
        .filter_map(|word| word.strip_prefix("dep:"))
        .map(|name| name.replace('-', "_"))
        .collect();
    assert!(crates.iter().any(|name| name == "egui") && crates.iter().any(|name| name == "eframe"));
    crates
}

/// Where a source names one of the window's crates.
fn window_words(source: &Source, crates: &[String]) -> Vec<String> {
    let named = crates.iter().flat_map(|name| {
        source.code.match_indices(name.as_str()).filter(move |(at, _)| {
            let (before, after) = (&source.code[..*at], &source.code[at + name.len()..]);
            !before.ends_with(is_of_name) && !after.starts_with(is_of_name)
        })
    });
    named.map(|(at, name)| format!("{}: {name} belongs to src/app", source.place(at))).collect()
}

/// Where `std::thread` may stand: in the jobs layer, and for the engine's own helper threads.
const THREAD_FILES: [&str; 2] = ["jobs/", "engine/threads.rs"];

/// Where a source names `std::thread` although it may not.
fn thread_words(source: &Source) -> Vec<String> {
    if THREAD_FILES.iter().any(|allowed| source.path.starts_with(allowed)) {
        return Vec::new();
    }
    let by_path = source.code.match_indices("std::thread").map(|(at, _)| at);
    let imported = source.names_after("std::").into_iter().filter(|(_, name)| *name == "thread");
    let mut places: Vec<usize> = by_path.chain(imported.map(|(at, _)| at)).collect();
    places.dedup_by_key(|at| source.place(*at));
    let problem = |at: &usize| format!("{}: threads belong to src/jobs", source.place(*at));
    places.iter().map(problem).collect()
}

/// What a panel uses of other panels: by their folder, or by the `super::` of a file in it.
fn other_panels(source: &Source, panels: &[String]) -> Vec<String> {
    let folder = source.code.match_indices("panels::");
    let mut used: Vec<_> =
        folder.flat_map(|(at, path)| first_names(&source.code, at + path.len())).collect();
    let siblings = source.names_after("super::").into_iter();
    used.extend(siblings.filter(|(_, name)| panels.iter().any(|panel| panel == name)));
    used.iter().map(|(at, name)| format!("{}: a panel uses {name}", source.place(*at))).collect()
}

#[track_caller]
fn assert_none(problems: &[String]) {
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

fn source_of(path: &str, text: &str) -> Source {
    Source { path: path.into(), text: text.to_owned(), code: without_comments(text) }
}

#[test]
fn layers_use_only_what_their_arrows_lead_to() {
    let problems: Vec<String> = sources().iter().flat_map(wrong_arrows).collect();
    assert_none(&problems);
}

#[test]
fn only_the_window_names_its_crates() {
    let crates = window_crates();
    let sources = sources();
    let lower = sources.iter().filter(|source| source.layer() != "app");
    let problems: Vec<String> = lower.flat_map(|source| window_words(source, &crates)).collect();
    assert_none(&problems);
}

#[test]
fn only_jobs_and_the_search_start_threads() {
    let problems: Vec<String> = sources().iter().flat_map(thread_words).collect();
    assert_none(&problems);
    let text = "use std::{\n    sync::Arc,\n    thread::{self, JoinHandle},\n};\n\n\
                fn f() { std::thread::yield_now() }\nuse std::thread::spawn;\n";
    let mut lines: Vec<String> = thread_words(&source_of("app/files.rs", text))
        .iter()
        .filter_map(|problem| problem.split(':').nth(1).map(str::to_owned))
        .collect();
    lines.sort();
    lines.dedup();
    assert_eq!(lines, ["3", "6", "7"]);
    assert_eq!(thread_words(&source_of("jobs/spawn.rs", text)).len(), 0);
}

#[test]
fn no_panel_uses_another() {
    let mut sources = sources();
    sources.retain(|source| {
        source.path.starts_with("app/panels") && source.path != Path::new("app/panels/mod.rs")
    });
    let stem = |source: &Source| source.path.file_stem().map(|stem| stem.to_string_lossy().into());
    let panels: Vec<String> = sources.iter().filter_map(stem).collect();
    assert!(panels.len() > 5, "only {panels:?} were found");
    let problems: Vec<String> =
        sources.iter().flat_map(|source| other_panels(source, &panels)).collect();
    assert_none(&problems);
}

#[test]
fn files_say_what_they_are_and_stay_short() {
    let mut problems = Vec::new();
    for source in sources() {
        let (path, lines) = (source.path.display(), source.text.lines().count());
        if lines > MOST_LINES {
            problems.push(format!("src/{path}:{MOST_LINES}: the file goes on to line {lines}"));
        }
        if !source.text.starts_with("//! ") {
            problems
                .push(format!("src/{path}:1: the file does not begin with `//! ` and what it is"));
        }
    }
    assert_none(&problems);
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
fn window_crates_and_other_panels_are_named_with_their_line() {
    let crates = window_crates();
    let source = source_of("jobs/mod.rs", "// egui\nlet egui_free = 1;\nfn f(_: &egui::Ui) {}\n");
    assert_eq!(window_words(&source, &crates), ["src/jobs/mod.rs:3: egui belongs to src/app"]);
    let panels = ["menu".to_owned(), "settings".to_owned()];
    let text = "use super::menu;\nuse super::super::settings::Settings;\n\
                use crate::app::panels::menu_ui;\nuse crate::app::{panels::menu, state};\n";
    let source = source_of("app/panels/moves.rs", text);
    let lines: Vec<String> = other_panels(&source, &panels)
        .iter()
        .filter_map(|problem| problem.split(':').nth(1).map(str::to_owned))
        .collect();
    assert_eq!(lines, ["3", "4", "1"]);
}
