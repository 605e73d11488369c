//! The page of tournaments: a form or a file, the question before anything starts, and the games.

use std::path::PathBuf;

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Rect, vec2};
use egui_kittest::kittest::{By, Queryable};
use minnow::app::pages::PageId;
use minnow::app::screen::AppState;
use minnow::app::session::Mode;
use minnow::app::session::settings::{Settings, ThemeChoice};
use minnow_arena::tournament::TournamentFolder;

use crate::desk::{Desk, WIDE, folder_with, quick, two_humans};

/// More games than a test waits for.
const LONG: &str = "(players: [Level(1), Random], variants: [\"silverman4x4\"], games: 20000,
    limits: Nodes(50), openings: Start, name: \"Long\")";

fn on_small_board() -> Settings {
    Settings { variant: "silverman4x4".to_owned(), ..quick() }
}

/// A folder with the file of a tournament.
fn folder_of(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = folder_with(&on_small_board());
    let path = folder.path().join("cup.ron");
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

/// Waits until the file that the window has opened is on the page.
fn until_read(desk: &mut Desk) {
    desk.until("the page", |state| {
        state.page == Some(PageId::Tournament) && !state.pages.tournament.is_reading()
    });
}

fn finished(state: &AppState) -> usize {
    state.pages.tournament.games().0
}

/// Stops the tournament; returns the number of finished games.
fn stop(desk: &mut Desk) -> usize {
    desk.click("Stop");
    desk.until("the stop", |state| !state.pages.tournament.is_running());
    finished(desk.state())
}

/// Answers the question with *Start* and waits until more games than these are finished.
fn start(desk: &mut Desk, games: usize) {
    desk.click("Start");
    desk.until("games", |state| finished(state) > games);
}

/// Opens the form and fills it in: two short games of two players on the board in use.
fn fill_form(desk: &mut Desk) {
    desk.menu("Games", "Tournament\u{2026}");
    assert!(!desk.is_enabled("Start\u{2026}"));
    assert!(desk.says("Choose at least two players."));
    for player in ["Level 1", "Random"] {
        desk.choose("Add a player", |text| text == player);
    }
    desk.click("Limits: Positions");
    desk.set_number("Positions for a move", "50");
    desk.click("Openings: Start of the board");
}

#[test]
fn a_form_leads_to_a_table_and_its_games_to_analyse() {
    let mut desk = Desk::open_in(folder_with(&on_small_board()), None, WIDE);
    fill_form(&mut desk);
    desk.click("Start\u{2026}");
    assert!(desk.says("Round robin of 2 players on Silverman 4x4, 2 games for each pairing"));
    assert!(desk.says("No program of others is started."));
    desk.click("Cancel");
    assert!(!desk.state().pages.tournament.is_running());
    desk.click("Start\u{2026}");
    desk.click("Start");
    desk.until("the table", |state| {
        let tournament = &state.pages.tournament;
        !tournament.is_running() && tournament.table().is_some_and(|table| table.is_over)
    });
    assert!(desk.says("Finished after 2 games."));
    assert!(!desk.shows("Start\u{2026}") && !desk.shows("Stop"));
    desk.click("Show: Table");
    assert!(desk.says(" of 2"), "the cross table");
    desk.click("Show: Log");
    assert!(desk.says("levels have no log"));
    desk.click("Show: Games");
    desk.click_part("Game 1.1.1b, Random \u{2013} Level 1");
    desk.press(Modifiers::NONE, Key::Enter);
    assert_eq!((desk.state().mode(), desk.state().page), (Mode::Analyse, None));
    let game = &desk.state().session.game;
    assert_eq!(game.header.names, ["Random", "Level 1"]);
    assert!(game.result().is_some());
    desk.menu("Games", "Tournament\u{2026}");
    desk.click("All tournaments");
    desk.until("the list", |state| !state.pages.tournament.is_reading());
    assert!(desk.says("2 games, finished") && desk.says(": Level 1, Random"));
    // The name of the game that is open begins with the same words.
    let row = desk.labels_with("Round robin, 2").into_iter().next_back().unwrap();
    desk.click_in_view_or_not(&row);
    until_read(&mut desk);
    assert_eq!(finished(desk.state()), 2, "the journal has them");
    desk.until("the table", |state| state.pages.tournament.table().is_some());
    assert!(desk.says("A page with every game was written: "), "it opens on its table");
}

/// The place of a drop-down list that is closed.
fn drop_down(desk: &Desk, name: &str) -> Rect {
    desk.harness.get(By::new().role(Role::ComboBox).label(name)).rect()
}

#[test]
fn a_list_opens_above_its_page_again() {
    let mut desk = Desk::open_in(folder_with(&on_small_board()), None, WIDE);
    desk.menu("Games", "Tournament\u{2026}");
    desk.choose("Add a player", |text| text == "Level 1");
    desk.close_page();
    desk.menu("Games", "Tournament\u{2026}");
    let pos = drop_down(&desk, "Add a player").center();
    desk.harness.hover_at(pos);
    desk.harness.step();
    // On a slow display, a press and its release come in one frame.
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    let click =
        [true, false].map(|pressed| Event::PointerButton { pos, button, pressed, modifiers });
    desk.harness.input_mut().events.extend(click);
    desk.run();
    desk.click_at(desk.rect("Level 2").center());
    assert!(desk.shows("Remove Level 1") && desk.shows("Remove Level 2"));
}

#[test]
fn escape_closes_the_list_before_its_page() {
    let mut desk = Desk::open_in(folder_with(&on_small_board()), None, WIDE);
    desk.menu("Games", "Tournament\u{2026}");
    desk.click_at(drop_down(&desk, "Add a player").center());
    assert!(desk.shows("Level 2"));
    desk.press(Modifiers::NONE, Key::Escape);
    assert!(!desk.shows("Level 2"));
    assert_eq!(desk.state().page, Some(PageId::Tournament));
    desk.close_page();
}

#[test]
fn enter_in_a_number_closes_no_page() {
    let mut desk = Desk::open_in(folder_with(&on_small_board()), None, WIDE);
    desk.menu("Games", "Tournament\u{2026}");
    desk.set_number("Pairs of games", "0");
    assert!(desk.says("\"0\" is not a "), "the refusal stays beside the focus");
    desk.press(Modifiers::NONE, Key::Enter);
    assert_eq!(desk.state().page, Some(PageId::Tournament));
}

#[test]
fn a_refused_file_shows_its_sentence() {
    let (folder, path) = folder_of("(\n    players: [Level(1), Level(77)],\n)");
    let mut desk = Desk::open_in(folder, Some(path), WIDE);
    until_read(&mut desk);
    assert!(desk.says("cup.ron:2: \"players\": "), "{:?}", desk.labels_with("cup.ron"));
    assert!(desk.shows("Start\u{2026}"), "the form stays");
}

#[test]
fn opening_a_file_starts_nothing() {
    let text =
        "(players: [Level(1), Program((name: \"Mine\", command: [\"bin/engine\", \"--go\", \"\\u{202e}x\"]))],
        variants: [\"silverman4x4\"])";
    let (folder, path) = folder_of(text);
    let mut desk = Desk::open_in(folder, Some(path.clone()), WIDE);
    until_read(&mut desk);
    assert!(desk.says("engine --go '\\u{202e}x'"), "the command stands on the page, all of it");
    assert!(!desk.state().pages.tournament.is_running());
    desk.click("Start\u{2026}");
    let question = desk.state().question.as_ref().unwrap();
    let command = format!("Mine: {}", path.with_file_name("bin/engine").display());
    assert!(question.text.contains(&command) && question.text.contains("--go"), "{question:?}");
    desk.press(Modifiers::NONE, Key::Escape);
    assert!(!desk.state().pages.tournament.is_running());
    assert!(!TournamentFolder::beside(&path).exists());
}

#[test]
fn a_mistyped_command_plays_no_game() {
    let text = "(players: [Level(1), Program((name: \"Mine\", command: [\"/no/such-engine\"]))],
        variants: [\"silverman4x4\"])";
    let (folder, path) = folder_of(text);
    let mut desk = Desk::open_in(folder, Some(path.clone()), WIDE);
    until_read(&mut desk);
    desk.click("Start\u{2026}");
    desk.click("Start");
    desk.until("the refusal", |state| !state.pages.tournament.is_running());
    assert!(desk.says("Mine: \"/no/such-engine\" cannot be started: "));
    assert!(!TournamentFolder::beside(&path).exists());
}

#[test]
fn a_stopped_tournament_goes_on_in_another_window() {
    let (folder, path) = folder_of(LONG);
    let mut desk = Desk::open(folder.path(), Some(path.clone()), WIDE);
    until_read(&mut desk);
    desk.click("Start\u{2026}");
    start(&mut desk, 0);
    let first = stop(&mut desk);
    assert!(desk.says("Stopped: "));
    drop(desk);
    let mut desk = Desk::open(folder.path(), Some(path), WIDE);
    until_read(&mut desk);
    assert_eq!(finished(desk.state()), first);
    let place = desk.rect("Go on\u{2026}");
    desk.until("the table", |state| state.pages.tournament.table().is_some());
    assert_eq!(desk.rect("Go on\u{2026}"), place, "nothing moves when the table comes");
    desk.click("Go on\u{2026}");
    assert!(desk.says("finished already and will not be played again."));
    start(&mut desk, first);
    assert!(stop(&mut desk) > first);
}

#[test]
fn a_pause_lets_no_game_begin() {
    let (folder, path) = folder_of(LONG);
    let mut desk = Desk::open_in(folder, Some(path), WIDE);
    until_read(&mut desk);
    desk.click("Start\u{2026}");
    start(&mut desk, 0);
    let tabs = "Show: Log";
    let place = desk.rect(tabs);
    desk.click("Show: Table");
    assert_eq!(desk.rect(tabs), place);
    desk.click("Pause");
    assert_eq!(desk.rect(tabs), place);
    desk.until("the end of the games", |state| {
        let tournament = &state.pages.tournament;
        tournament.is_up_to_date() && tournament.games().1 == 0
    });
    assert!(desk.says("Paused: "));
    let paused = finished(desk.state());
    desk.press(Modifiers::NONE, Key::Escape);
    let link = desk.labels_with("Tournament: paused, ").into_iter().next().unwrap();
    desk.click(&link);
    assert_eq!(desk.state().page, Some(PageId::Tournament), "the status bar leads to it");
    assert_eq!(finished(desk.state()), paused, "it waits while the page is closed");
    desk.click("Continue");
    desk.until("more games", |state| finished(state) > paused);
    stop(&mut desk);
}

/// Plays the tournament on the page to its end; returns the label of the board of its second game.
fn last_board(desk: &mut Desk) -> String {
    desk.click("Start\u{2026}");
    start(desk, 1);
    desk.until("the end", |state| !state.pages.tournament.is_running());
    desk.labels_with("Game 1.1.1b").into_iter().next().unwrap()
}

#[test]
fn a_board_opens_its_game_in_analyse() {
    let (folder, path) = folder_of(&LONG.replace("20000", "2"));
    let mut desk = Desk::open_in(folder, Some(path), WIDE);
    until_read(&mut desk);
    let board = last_board(&mut desk);
    desk.click(&board);
    assert_eq!(desk.state().page, Some(PageId::Tournament), "one click opens nothing");
    desk.focus(&board);
    desk.press(Modifiers::NONE, Key::Enter);
    assert_eq!((desk.state().mode(), desk.state().page), (Mode::Analyse, None));
    let title = desk.state().session.document.title.clone();
    assert_eq!(title.as_deref(), Some("Long, game 1.1.1b"));
    let game = &desk.state().session.game;
    assert_eq!(game.header.names, ["Random", "Level 1"]);
    let last = game.node(game.head()).unwrap();
    assert!(last.notes.used_ms.is_some(), "the times of its record");
}

#[test]
fn a_board_leaves_the_users_game_in_play() {
    let folder = folder_with(&two_humans());
    let mut desk = Desk::open(folder.path(), None, WIDE);
    desk.play_all("a2a3 a5a4");
    fill_form(&mut desk);
    let board = last_board(&mut desk);
    desk.focus(&board);
    desk.press(Modifiers::NONE, Key::Enter);
    assert_eq!(desk.state().mode(), Mode::Analyse);
    drop(desk);
    let desk = Desk::open(folder.path(), None, WIDE);
    assert_eq!(desk.state().mode(), Mode::Play);
    assert_eq!(desk.moves(), ["a3", "a4"]);
}

#[test]
fn the_page_fits_into_every_window() {
    let sizes = [vec2(360.0, 720.0), vec2(640.0, 480.0), vec2(1024.0, 700.0), WIDE];
    for (size, theme) in sizes.into_iter().zip([ThemeChoice::Dark, ThemeChoice::Light].repeat(2)) {
        let folder = folder_with(&Settings { theme, ..on_small_board() });
        let mut desk = Desk::open_in(folder, None, size);
        desk.click("Menu");
        desk.menu_group("Games").click_accesskit();
        desk.run();
        desk.click_in_view_or_not("Tournament\u{2026}");
        let labels = ["Name of the tournament", "Add a player", "Format: Knockout", "Close"];
        for label in labels {
            let (rect, window) = (desk.rect(label), desk.harness.ctx.content_rect());
            let fits = window.x_range().contains(rect.left()) && rect.right() <= window.right();
            assert!(fits && rect.width() > 20.0, "{label} at {size}: {rect:?}");
        }
    }
}
