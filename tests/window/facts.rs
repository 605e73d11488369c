//! The page of the endings of a board.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use egui::{Key, Modifiers, Vec2, vec2};
use egui_kittest::kittest::Queryable;
use minnow::app::session::settings::{Settings, ThemeChoice};
use minnow::app::session::{Mode, TableStatus};
use minnow::app::storage::places::Places;
use minnow_tables::cache::TableCache;

use crate::desk::{Desk, WIDE, folder_with, quick};

fn settings() -> Settings {
    Settings { variant: "silverman4x4".to_owned(), ..quick() }
}

/// Opens the page from the menu.
pub(crate) fn show_facts(desk: &mut Desk) {
    desk.open_menu("Help");
    // The group may be higher than the window.
    desk.harness.get_by_label_contains("Endings of this game").click_accesskit();
    desk.run();
    assert!(desk.shows("Endings of Silverman 4\u{d7}4"));
}

pub(crate) fn until_counted(desk: &mut Desk) {
    desk.until("the facts", |state| {
        !state.pages.facts.sections(state.session.variant()).is_empty()
    });
}

/// Waits until the tables of the board have this status.
pub(crate) fn until_tables(desk: &mut Desk, is_status: impl Fn(&TableStatus) -> bool) {
    desk.until("the tables", |state| {
        is_status(&state.session.tables.status(state.session.variant()))
    });
}

/// The tables of the board and the lines that `minnow tables stats` prints of them.
struct BuiltTables {
    folder: PathBuf,
    lines: Vec<String>,
}

/// The tables, built once by the command in all tests of this program.
fn built() -> &'static BuiltTables {
    static BUILT: OnceLock<BuiltTables> = OnceLock::new();
    BUILT.get_or_init(|| {
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("window-tables");
        if cache.exists() {
            fs::remove_dir_all(&cache).unwrap();
        }
        let lines = stats(&cache);
        BuiltTables { folder: cache.join("minnow/tables"), lines }
    })
}

/// Puts the built tables where a window with this folder finds them.
pub(crate) fn copy_tables(folder: &Path) {
    copy_folder(&built().folder, &Places::below(folder).tables());
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// A window with all tables of the board.
pub(crate) fn with_tables(settings: &Settings, size: Vec2) -> Desk {
    let folder = folder_with(settings);
    copy_tables(folder.path());
    Desk::open_in(folder, None, size)
}

fn stats(cache: &Path) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minnow"));
    command.args(["tables", "stats", "--variant", "silverman4x4"]);
    let output = command.env("XDG_CACHE_HOME", cache).env("HOME", cache).output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().skip(2).map(str::to_owned).collect()
}

#[test]
fn the_page_has_the_numbers_of_the_command() {
    let mut desk = with_tables(&settings(), WIDE);
    show_facts(&mut desk);
    until_counted(&mut desk);
    let lines = &built().lines;
    assert_eq!(lines.len(), 36);
    let state = desk.state();
    let sections = state.pages.facts.sections(state.session.variant());
    for line in lines {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let mut all = sections.iter().flat_map(|section| section.won.iter().chain(&section.drawn));
        let class = all.find(|class| class.class.to_string() == columns[0]).unwrap();
        let summary = &class.summary;
        let shown = [summary.positions, summary.wins, summary.draws, summary.losses];
        let number = |at: usize| columns[at].replace(',', "").parse::<u64>().unwrap();
        let printed = [1, 2, 3, 4].map(number);
        assert_eq!(shown, printed, "{line}");
        let longest = summary.longest.as_ref();
        let longest = longest.map_or("-".to_owned(), |win| win.start.fen());
        assert_eq!(longest, columns[6..].join(" "), "{line}");
        if longest != "-" {
            assert!(desk.shows(columns[0]), "{line}");
            assert!(desk.shows(&format!("{} positions", columns[1])), "{line}");
        }
    }
    for heading in ["One man more", "Two men more", "One man each"] {
        assert!(desk.shows(heading));
    }
    assert!(desk.says("King against king (KK): all "), "a class without wins");
}

#[test]
fn the_longest_win_opens_in_analyse() {
    let mut desk = with_tables(&settings(), WIDE);
    show_facts(&mut desk);
    until_counted(&mut desk);
    desk.click_in_view_or_not("Analyse rook against king");
    assert!(desk.state().page.is_none() && desk.state().mode() == Mode::Analyse);
    let line = built().lines.iter().find(|line| line.starts_with("KRK ")).unwrap();
    let columns: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(desk.fen(), columns[6..].join(" "));
    let unit = if columns[5] == "1" { "move" } else { "moves" };
    assert!(desk.shows(&format!("White wins in {} {unit}.", columns[5])), "the card agrees");
    desk.click("All endings");
    assert!(desk.says("Rook against king"), "the facts are kept");
}

#[test]
fn tables_are_built_from_the_page() {
    let folder = folder_with(&settings());
    let cache = TableCache::at(Places::below(folder.path()).tables());
    let mut desk = Desk::open_in(folder, None, WIDE);
    show_facts(&mut desk);
    until_tables(&mut desk, |status| matches!(status, TableStatus::Missing { .. }));
    desk.click("Build the tables");
    if desk.shows("Stop") {
        desk.click("Stop");
        assert!(!desk.shows("Stop"));
    }
    // The build may have ended before the click.
    if desk.shows("Build the tables") {
        desk.click("Build the tables");
    }
    // The build goes on while the page is closed.
    desk.press(Modifiers::NONE, Key::Escape);
    desk.until("the tables", |state| cache.has_files(state.session.variant()));
    show_facts(&mut desk);
    until_counted(&mut desk);
    assert!(desk.shows("Queen against rook"));
}

#[test]
fn the_page_is_used_by_keys() {
    let mut desk = with_tables(&settings(), vec2(640.0, 480.0));
    show_facts(&mut desk);
    until_counted(&mut desk);
    let top = desk.rect("One man more").top();
    desk.press(Modifiers::NONE, Key::PageDown);
    assert!(desk.rect("One man more").top() < top - 100.0, "the page scrolls");
    desk.press(Modifiers::NONE, Key::Tab);
    desk.press(Modifiers::NONE, Key::Enter);
    assert_eq!(desk.state().mode(), Mode::Analyse);
}

#[test]
fn nothing_is_cut_off_at_any_size() {
    for (size, zoom) in [(vec2(440.0, 700.0), 1.0), (vec2(640.0, 480.0), 1.0), (WIDE, 2.0)] {
        let settings = Settings { zoom, theme: ThemeChoice::Contrast, ..settings() };
        let mut desk = with_tables(&settings, size);
        show_facts(&mut desk);
        until_counted(&mut desk);
        let window = desk.harness.ctx.content_rect();
        let labels = ["Longest win", "Analyse ", " won", " positions", "Bishop and knight"];
        for label in labels.iter().flat_map(|words| desk.labels_with(words)) {
            let rect = desk.rect(&label);
            let is_inside = rect.left() >= window.left() && rect.right() <= window.right();
            assert!(is_inside, "{size}: {label} {rect:?}");
        }
        let button = desk.rect("Analyse bishop and knight against king");
        assert!(button.width() > 50.0 && button.height() > 20.0, "{button:?}");
    }
}
