//! Files opened and saved, and the running game restored at the next start.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use minnow::app::screen::AppState;
use minnow::app::session::Mode;
use minnow::app::session::settings::Sides;
use minnow::app::storage::places::Places;
use minnow_game::{Computer, Player, save::to_ron, store::load_game};

use crate::archive::show_games;
use crate::desk::{Desk, WIDE, folder_with, game, key_event, two_humans};

/// A file dropped on the window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

pub(crate) fn drop_on(desk: &mut Desk, path: &Path) {
    let dropped = Arc::new(Dropped(path.to_owned()));
    desk.harness.input_mut().dropped_files.push(dropped);
    desk.run();
}

/// A file with a game of three plies, played against level 3.
fn game_file(folder: &Path) -> PathBuf {
    let mut game = game("a2a3 a5a4 b1c3");
    let level_3 = Computer { level: Some(3), ..Computer::default() };
    game.header.players = [Player::Computer(level_3), Player::Human];
    let path = folder.join("sunday.minnow.ron");
    std::fs::write(&path, to_ron(&game)).unwrap();
    path
}

#[test]
fn a_named_file_is_opened_and_backed_up() {
    let folder = folder_with(&two_humans());
    let path = game_file(folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    let mut desk = Desk::open(folder.path(), Some(path.clone()), WIDE);
    assert_eq!(desk.moves(), ["a3", "a4", "Nc3"]);
    assert_eq!(
        (desk.state().session.settings.sides, desk.state().session.settings.level),
        (Sides::Black, 3)
    );
    desk.unfold();
    desk.click("Players: Two players");
    desk.play("b5", "b4");
    assert!(desk.says("(changed)"));
    desk.press(egui::Modifiers::COMMAND, egui::Key::S);
    assert!(!desk.says("(changed)") && desk.notice().starts_with("Saved to"));
    let saved = load_game(&path).unwrap();
    assert_eq!(saved.path(saved.head()).len(), 5);
    let backup = folder.path().join("sunday.minnow.ron~");
    assert_eq!(std::fs::read_to_string(backup).unwrap(), before);
}

#[test]
fn save_first_saves_and_starts_the_game() {
    let folder = folder_with(&two_humans());
    let path = game_file(folder.path());
    let mut desk = Desk::open(folder.path(), Some(path.clone()), WIDE);
    desk.unfold();
    desk.click("Players: Two players");
    desk.play("b5", "b4");
    desk.click("New game");
    desk.click("Save");
    assert!(desk.moves().is_empty());
    assert_eq!(load_game(&path).unwrap().variant().id, "minichess");
    let saved = load_game(&path).unwrap();
    assert_eq!(saved.path(saved.head()).len(), 5);
}

#[test]
fn studies_open_in_analyse_and_games_in_play() {
    for (example, mode) in
        [("Openings of Gardner chess", Mode::Analyse), ("An unfinished game", Mode::Play)]
    {
        let mut desk = Desk::new();
        desk.menu("Games", "Examples");
        desk.click_part(example);
        assert_eq!(desk.state().mode(), mode, "{example}");
    }
}

#[test]
fn a_position_of_another_board_offers_the_boards_it_fits() {
    let mut desk = Desk::new();
    let fen = "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1";
    desk.paste(fen);
    assert!(desk.shows("Play it on another board?") && desk.says("does not fit MiniChess"));
    assert!(desk.shows("Gardner") && desk.shows("Baby") && !desk.shows("Los Alamos"));
    desk.click("Cancel");
    assert_eq!(desk.state().session.variant().id, "minichess");
    desk.paste(fen);
    desk.click("Gardner");
    assert_eq!((desk.state().session.variant().id.as_str(), desk.fen().as_str()), ("gardner", fen));
}

#[test]
fn an_example_opens_at_its_start() {
    let mut desk = Desk::new();
    desk.menu("Games", "Examples");
    desk.click_part("Los Alamos");
    assert_eq!(desk.state().session.variant().id, "losalamos");
    assert!(desk.says("Example: Los Alamos") && !desk.moves().is_empty());
    assert_eq!(desk.state().session.game.position(), desk.state().session.game.start());
    desk.click("New game");
    assert!(desk.moves().is_empty(), "an example need not be saved");
}

/// A kind of bad file, its text, and the words that the notice must contain.
fn damaged() -> Vec<(&'static str, String, &'static str)> {
    let good = to_ron(&game("a2a3"));
    vec![
        ("truncated", good[..good.len() / 2].to_owned(), "line "),
        ("foreign", "Dear Ada,\n".to_owned(), "not a saved game of Minnow"),
        ("newer", good.replacen("format: 1", "format: 999", 1), "999"),
        ("impossible", good.replace("a2a3", "a2a5"), "a2a5"),
        ("empty", String::new(), ""),
    ]
}

#[test]
fn a_damaged_file_keeps_the_board() {
    let folder = folder_with(&two_humans());
    let mut desk = Desk::open(folder.path(), None, WIDE);
    desk.play("a2", "a3");
    let (fen, path) = (desk.fen(), desk.state().session.document.path.clone());
    for (name, text, words) in damaged() {
        let file = folder.path().join(format!("{name}.minnow.ron"));
        std::fs::write(&file, text).unwrap();
        drop_on(&mut desk, &file);
        let notice = desk.notice();
        assert!(notice.contains(name) && notice.contains(words), "{name}: {notice}");
        assert!(desk.says(&notice), "the notice is not to be seen");
        assert_eq!(
            (desk.fen(), desk.state().session.document.path.clone()),
            (fen.clone(), path.clone())
        );
        assert_eq!(desk.state().question, None);
        desk.click("Dismiss");
        assert_eq!(desk.notice(), "");
    }
    drop_on(&mut desk, &folder.path().join("nowhere.ron"));
    assert!(desk.notice().contains("nowhere.ron") && desk.notice().contains("no such file"));
    drop_on(&mut desk, folder.path());
    assert!(desk.notice().contains("folder"), "{}", desk.notice());
    assert_eq!(desk.fen(), fen);
}

/// Opens the path box by the menu.
fn open_path_box(desk: &mut Desk, entry: &str) {
    let group = if entry == "Open" { "Games" } else { "Share" };
    desk.menu(group, &format!("{entry} by path"));
}

/// Opens the path box by the menu and types a path into it.
pub(crate) fn type_path(desk: &mut Desk, entry: &str, path: &Path) {
    open_path_box(desk, entry);
    desk.enter_path(path);
}

#[test]
fn paths_are_typed_where_there_is_no_dialog() {
    let folder = folder_with(&two_humans());
    let file = folder.path().join("typed.minnow.ron");
    let mut desk = Desk::open(folder.path(), None, WIDE);
    desk.play("a2", "a3");
    type_path(&mut desk, "Save", &folder.path().join("typed"));
    assert!(desk.notice().contains("typed.minnow.ron"), "{}", desk.notice());
    assert_eq!(desk.state().session.document.path.as_ref(), Some(&file));
    desk.play("a5", "a4");
    type_path(&mut desk, "Open", &file);
    desk.click("Don't save");
    assert_eq!(desk.moves(), ["a3"], "the game as it was saved");

    open_path_box(&mut desk, "Save");
    assert!(desk.shows("Path of the file"));
    desk.click("Cancel");
    assert!(!desk.shows("Path of the file"));
}

#[test]
fn a_wrong_path_is_named_below_its_field() {
    let folder = folder_with(&two_humans());
    let mut desk = Desk::open(folder.path(), None, WIDE);
    let enter = |desk: &mut Desk, path: &Path| {
        desk.replace(&path.display().to_string());
        desk.press(egui::Modifiers::NONE, egui::Key::Enter);
    };
    open_path_box(&mut desk, "Save");
    enter(&mut desk, &folder.path().join("nowhere/x.minnow.ron"));
    assert!(desk.says("There is no folder ") && desk.shows("Path of the file"));
    desk.click("Cancel");
    open_path_box(&mut desk, "Open");
    enter(&mut desk, folder.path());
    assert!(desk.says(" is a folder.") && desk.notice().is_empty());
    let file = game_file(folder.path());
    enter(&mut desk, &file);
    desk.until("the game", |state| state.session.document.path.as_ref() == Some(&file));
}

#[test]
fn the_box_for_a_path_leads_to_a_dialog() {
    let folder = folder_with(&two_humans());
    let mut desk = crate::threads::without(folder.path(), "file dialog");
    open_path_box(&mut desk, "Open");
    assert!(!desk.says("no file dialog"));
    desk.click("Browse\u{2026}");
    // Its thread cannot be started, so the box comes again.
    assert!(desk.says("no file dialog can be shown here") && !desk.shows("Browse\u{2026}"));
    desk.press(egui::Modifiers::NONE, egui::Key::Tab);
    assert_ne!(desk.focused(), "Path of the file", "the buttons are reached by keys");
}

#[test]
fn the_last_letter_of_a_path_is_no_shortcut() {
    let folder = folder_with(&two_humans());
    let mut desk = Desk::open(folder.path(), None, WIDE);
    open_path_box(&mut desk, "Open");
    desk.press(egui::Modifiers::COMMAND, egui::Key::A);
    let key = |key| key_event(key, true, egui::Modifiers::NONE);
    let text = |text: &str| egui::Event::Text(text.to_owned());
    // On a slow display, the last letter and Enter come in one frame.
    let path = folder.path().join("x.gi");
    let events =
        [text(path.to_str().unwrap()), key(egui::Key::F), text("f"), key(egui::Key::Enter)];
    desk.harness.input_mut().events.extend(events);
    desk.run();
    assert!(desk.says(&format!("There is no file {}.", path.with_extension("gif").display())));
    assert!(!desk.state().session.flipped, "the letter belongs to the path");
}

#[test]
fn a_damaged_named_file_leaves_a_new_game() {
    let folder = folder_with(&two_humans());
    let file = folder.path().join("broken.minnow.ron");
    std::fs::write(&file, "(format: 1, variant: \"nonesuch\")").unwrap();
    let desk = Desk::open(folder.path(), Some(file), WIDE);
    assert!(desk.notice().contains("broken.minnow.ron"), "{}", desk.notice());
    assert!(desk.moves().is_empty() && desk.state().session.document.path.is_none());
}

#[test]
fn a_dropped_game_asks_about_a_changed_file() {
    let folder = folder_with(&two_humans());
    let path = game_file(folder.path());
    let mut desk = Desk::open(folder.path(), None, WIDE);
    desk.play("b2", "b3");
    drop_on(&mut desk, &path);
    assert_eq!(desk.moves(), ["a3", "a4", "Nc3"], "the game in no file is kept");
    desk.unfold();
    desk.click("Players: Two players");
    desk.play("b5", "b4");
    drop_on(&mut desk, &path);
    assert!(desk.says("sunday.minnow.ron has changes that are not in the file."));
    // A file that is dropped during the question waits for the answer.
    drop_on(&mut desk, &folder.path().join("missing.ron"));
    desk.click("Cancel");
    assert!(desk.notice().contains("missing.ron"), "{}", desk.notice());
    assert_eq!(desk.moves().len(), 4);
    drop_on(&mut desk, &path);
    desk.click("Don't save");
    assert_eq!(desk.moves(), ["a3", "a4", "Nc3"]);
}

#[test]
fn an_unsaved_game_is_resumed() {
    let folder = folder_with(&two_humans());
    let mut desk = Desk::open(folder.path(), None, WIDE);
    desk.play_all("a2a3 a5a4");
    drop(desk);
    let mut desk = Desk::open(folder.path(), None, WIDE);
    assert_eq!(desk.moves(), ["a3", "a4"]);
    desk.click("New game");
    assert_eq!(desk.state().question, None);
    drop(desk);
    assert!(Desk::open(folder.path(), None, WIDE).moves().is_empty());
}

#[test]
fn every_move_is_on_disk_at_once() {
    let folder = folder_with(&two_humans());
    let mut desk = Desk::open(folder.path(), None, WIDE);
    let journal = Places::below(folder.path()).journals().join("running-1.ron");
    for (from, to) in [("a2", "a3"), ("a5", "a4"), ("b1", "c3")] {
        desk.play(from, to);
        let written = |_: &AppState| {
            let text = std::fs::read_to_string(&journal).unwrap_or_default();
            text.contains(&format!("{from}{to}"))
        };
        desk.until("a move in the journal", written);
    }
}

#[test]
fn two_windows_keep_separate_games() {
    let folder = folder_with(&two_humans());
    let mut one = Desk::open(folder.path(), None, WIDE);
    one.play("a2", "a3");
    let mut other = Desk::open(folder.path(), None, WIDE);
    assert!(other.moves().is_empty(), "the first window's game is still running");
    other.play("b2", "b3");
    one.play("a5", "a4");
    drop((one, other));
    let mut desk = Desk::open(folder.path(), None, WIDE);
    let resumed = desk.moves().join(" ");
    assert!(desk.notice().contains("under Your games"), "{}", desk.notice());
    desk.click("Dismiss");
    show_games(&mut desk);
    desk.click("Open in Analyse");
    desk.until("the kept game", |state| state.page.is_none());
    let mut games = [resumed, desk.moves().join(" ")];
    games.sort();
    assert_eq!(games, ["a3 a4", "b3"]);
}

#[test]
fn a_position_goes_out_and_in_again() {
    let mut desk = Desk::with(&two_humans());
    desk.play("a2", "a3");
    let fen = desk.fen();
    desk.open_menu("Share");
    let course = desk.copy_with("Copy position (course form)");
    assert!(course.starts_with("1 B\nkqbnr\n"), "{course}");
    desk.click("New game");
    desk.paste(&course);
    assert_eq!(desk.fen(), fen);
    assert!(desk.moves().is_empty());
}
