//! Storage that fails: the user sees what is kept and what is not, and no start is prevented.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

use egui::{Key, Modifiers, ViewportCommand, ViewportEvent, ViewportId};
use minnow::app::session::settings::Settings;
use minnow::app::storage::{autosave::Autosave, places::Places};
use minnow_game::{
    Game,
    journal::{GameOrigin, Journal},
    save::to_ron,
};
use minnow_jobs::Spawner;

use crate::desk::{Desk, WIDE, folder_with, game, two_humans};

fn places(folder: &tempfile::TempDir) -> Places {
    Places::below(folder.path())
}

/// Leaves a game behind as a killed program does.
fn leave_behind(folder: &tempfile::TempDir, game: &Game) {
    let journal = Journal::open(&places(folder).journals()).unwrap();
    journal.write(game, &GameOrigin { unsaved: true, ..GameOrigin::default() }).unwrap();
}

/// A start that ends before the window shows anything.
fn start_and_die(folder: &tempfile::TempDir) {
    drop(Autosave::start(Some(&places(folder)), None, Spawner::default(), || {}));
}

#[test]
fn a_failed_autosave_is_reported_and_retried() {
    let folder = folder_with(&two_humans());
    let journals = places(&folder).journals();
    std::fs::create_dir_all(journals.parent().unwrap()).unwrap();
    std::fs::write(&journals, "in the way").unwrap();
    let mut desk = Desk::open(folder.path(), None, WIDE);
    desk.play("a2", "a3");
    let told =
        format!("The running game is not kept: \"{}\" cannot be written", journals.display());
    assert!(desk.notice().starts_with(&told), "{}", desk.notice());
    desk.click("Dismiss");
    assert!(desk.shows("Game not saved on disk") && !desk.shows("Game saved automatically"));
    desk.play("a5", "a4");
    assert_eq!(desk.notice(), "", "it has been told once");
    std::fs::remove_file(&journals).unwrap();
    desk.until("the game is kept", |state| state.session.keeping.game_problem().is_none());
    assert!(desk.shows("Game saved automatically") && !desk.shows("Game not saved on disk"));
    let text = std::fs::read_to_string(journals.join("running-1.ron")).unwrap();
    assert!(text.contains("a5a4"), "{text}");
}

#[test]
fn settings_that_are_not_kept_are_told() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("config"), "in the way").unwrap();
    let mut desk = Desk::open(folder.path(), None, WIDE);
    desk.open_settings();
    desk.click_in_view_or_not("Theme: Dark");
    desk.close_page();
    let told = |state: &minnow::app::screen::AppState| {
        let alerts = state.session.keeping.alerts();
        alerts.iter().any(|alert| alert.text.starts_with("The settings are not kept: "))
    };
    desk.until("a word about the settings", told);
    // The start could not read them either.
    while desk.shows("Dismiss") {
        desk.click("Dismiss");
    }
    assert!(desk.shows("Game saved automatically"), "the game is kept all the same");
}

#[cfg(unix)]
#[test]
fn a_pipe_as_settings_allows_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = places(&folder).settings_file();
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    assert!(Command::new("mkfifo").arg(&file).status().unwrap().success());
    let desk = Desk::open(folder.path(), None, WIDE);
    let told = format!(
        "The settings are the defaults: \"{}\" cannot be opened: it is not an ordinary file.",
        file.display()
    );
    assert_eq!(desk.notice(), told);
    assert_eq!(desk.state().session.settings.level, Settings::default().level);
}

#[test]
fn a_journal_that_cannot_be_read_is_told() {
    let folder = folder_with(&two_humans());
    let journals = places(&folder).journals();
    std::fs::create_dir_all(&journals).unwrap();
    std::fs::write(journals.join("running-1.ron"), "(path:None,unsaved:true)\n(format: 1").unwrap();
    let desk = Desk::open(folder.path(), None, WIDE);
    let kept = journals.join("running-1.1.unreadable");
    assert!(desk.notice().starts_with("A running game is not resumed"), "{}", desk.notice());
    assert!(desk.notice().contains(&kept.display().to_string()) && kept.exists());
}

#[test]
fn a_game_not_shown_twice_is_set_aside() {
    let folder = folder_with(&two_humans());
    leave_behind(&folder, &game("a2a3 a5a4"));
    for _ in 0..2 {
        start_and_die(&folder);
    }
    let mut desk = Desk::open(folder.path(), None, WIDE);
    assert!(desk.moves().is_empty());
    let told = "The last 2 starts ended before the window showed the resumed game";
    assert!(desk.notice().starts_with(told), "{}", desk.notice());
    desk.click("Try again");
    assert_eq!(desk.moves(), ["a3", "a4"]);
    assert!(desk.notice().is_empty() && desk.state().session.is_unsaved());
    drop(desk);
    assert_eq!(Desk::open(folder.path(), None, WIDE).moves(), ["a3", "a4"], "as any other game");
}

#[test]
fn a_shown_game_is_resumed_after_many_starts() {
    let folder = folder_with(&two_humans());
    leave_behind(&folder, &game("a2a3"));
    for _ in 0..3 {
        start_and_die(&folder);
        let desk = Desk::open(folder.path(), None, WIDE);
        assert_eq!((desk.moves(), desk.notice()), (vec!["a3".to_owned()], String::new()));
    }
}

#[test]
fn a_short_rescued_game_is_never_hidden() {
    let folder = folder_with(&two_humans());
    for moves in ["a2a3", "b2b3"] {
        leave_behind(&folder, &game(moves));
    }
    for _ in 0..2 {
        let mut desk = Desk::open(folder.path(), None, WIDE);
        let record = places(&folder).data().join("records.ron");
        desk.until("the record of the rescue", |_| record.exists());
        desk.press(Modifiers::COMMAND, Key::G);
        desk.until("the list", |state| state.pages.your_games.list.total() == 1);
        assert!(desk.shows("1 game") && desk.is_enabled("Continue"), "the other is on the board");
    }
}

type Body = Box<dyn FnOnce() + Send>;

/// A window in which files wait until the bodies are run.
fn with_slow_disk(folder: &Path, path: PathBuf) -> (Desk, Arc<Mutex<Vec<Body>>>) {
    let waiting: Arc<Mutex<Vec<Body>>> = Arc::default();
    let queue = waiting.clone();
    let is_first = Mutex::new(true);
    let spawner = Spawner::new(move |name, body| {
        // The first file is the one that the window opens with.
        if name == "file" && !std::mem::take(&mut *is_first.lock().unwrap()) {
            queue.lock().unwrap().push(body);
        } else {
            std::thread::spawn(body);
        }
        Ok(())
    });
    (Desk::with_spawner(folder, Some(path), WIDE, spawner), waiting)
}

#[test]
fn closing_during_a_save_waits_for_it() {
    let folder = folder_with(&two_humans());
    let path = folder.path().join("game.minnow.ron");
    std::fs::write(&path, to_ron(&game("a2a3"))).unwrap();
    let (mut desk, waiting) = with_slow_disk(folder.path(), path.clone());
    desk.play("a5", "a4");
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    desk.harness.run();
    let sign = format!("Saving to {}\u{2026}", path.display());
    desk.until("the sign", |state| state.session.files.slow.is_some());
    assert!(desk.shows(&sign) && desk.shows("Cancel"));

    let commands = |desk: &mut Desk, closes: bool| {
        let input = desk.harness.input_mut();
        if closes {
            let root = input.viewports.entry(ViewportId::ROOT).or_default();
            root.events.push(ViewportEvent::Close);
        }
        desk.harness.step();
        let output = desk.harness.output();
        output.viewport_output[&ViewportId::ROOT].commands.clone()
    };
    assert!(commands(&mut desk, true).contains(&ViewportCommand::CancelClose));
    let bodies = std::mem::take(&mut *waiting.lock().unwrap());
    bodies.into_iter().for_each(|body| body());
    let mut closed = false;
    for _ in 0..3 {
        closed |= commands(&mut desk, false).contains(&ViewportCommand::Close);
    }
    assert!(closed && !desk.state().session.is_unsaved());
}
