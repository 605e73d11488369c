//! Games opened and saved while the window goes on. The test decides when a disk answers.

use std::path::Path;
use std::sync::{Arc, Mutex};

use super::{answer, begin, play, plies, question};
use crate::app::{
    action::{Action, GamesAction, WindowAction},
    screen::AppState,
    session::settings_for_tests::two_humans,
    session::{Effect, FileClient, FileWork, ProgramCommand, settings::Settings},
};
use crate::game::store::load_game;
use crate::jobs::Spawner;

type QueuedBody = Box<dyn FnOnce() + Send>;

/// A state whose files wait for `run_disk`.
struct SlowDisk {
    state: AppState,
    waiting: Arc<Mutex<Vec<QueuedBody>>>,
    folder: tempfile::TempDir,
}

impl SlowDisk {
    fn new(settings: Settings) -> SlowDisk {
        let (mut state, _) = begin(settings);
        let waiting: Arc<Mutex<Vec<QueuedBody>>> = Arc::default();
        let queue = waiting.clone();
        let spawner = Spawner::new(move |_, body| {
            queue.lock().unwrap().push(body);
            Ok(())
        });
        state.session.files = FileClient::new(spawner, || {});
        SlowDisk { state, waiting, folder: tempfile::tempdir().unwrap() }
    }

    /// Lets the disk answer everything that waits.
    fn run_disk(&mut self) {
        loop {
            let bodies = std::mem::take(&mut *self.waiting.lock().unwrap());
            if bodies.is_empty() {
                return;
            }
            bodies.into_iter().for_each(|body| body());
            self.state.tick(0);
        }
    }

    fn games(&mut self, action: GamesAction) {
        self.state.update(Action::Games(action), 0);
    }

    fn save_as(&mut self, name: &str) {
        let path = self.folder.path().join(name);
        self.games(GamesAction::SavePath { path, confirmed: false });
    }

    fn answer(&mut self, label: &str) {
        answer(&mut self.state, label, 0);
    }

    fn play(&mut self, text: &str) {
        play(&mut self.state, text, 0);
    }

    fn notice(&self) -> &str {
        self.state.session.notice.as_ref().map_or("", |notice| &notice.text)
    }

    fn saved_plies(&self, name: &str) -> usize {
        saved_plies(&self.folder.path().join(name))
    }
}

fn saved_plies(path: &Path) -> usize {
    let game = load_game(path).unwrap();
    game.path(game.head()).len() - 1
}

/// The save dialogs that were asked for since the last look.
fn asked_saves(state: &mut AppState) -> usize {
    let effects = std::mem::take(&mut state.session.effects);
    effects.iter().filter(|effect| matches!(effect, Effect::AskSave { .. })).count()
}

#[test]
fn save_first_waits_for_the_save() {
    let mut disk = SlowDisk::new(two_humans());
    disk.play("a3");
    disk.state.update(Action::from(ProgramCommand::NewGame), 0);
    disk.answer("Save");
    assert_eq!((asked_saves(&mut disk.state), plies(&disk.state)), (1, 1));
    disk.games(GamesAction::NoneChosen);
    disk.save_as("one");
    disk.run_disk();
    assert_eq!(plies(&disk.state), 1, "the wish was dropped with the dialog");

    disk.play("a4");
    disk.state.session.document.path = None;
    disk.state.update(Action::from(ProgramCommand::NewGame), 0);
    disk.answer("Save");
    disk.save_as("two");
    assert_eq!(plies(&disk.state), 2, "it is not saved yet");
    disk.run_disk();
    assert_eq!(plies(&disk.state), 0);
    assert_eq!(disk.saved_plies("one.minnow.ron"), 1);
    assert_eq!(disk.saved_plies("two.minnow.ron"), 2);
}

#[test]
fn moves_played_during_a_save_stay_unsaved() {
    let mut disk = SlowDisk::new(two_humans());
    disk.play("a3");
    disk.save_as("game");
    disk.play("a4");
    disk.run_disk();
    assert!(disk.notice().starts_with("Saved to"), "{}", disk.notice());
    assert_eq!(disk.saved_plies("game.minnow.ron"), 1);
    assert!(disk.state.session.is_unsaved());
    disk.games(GamesAction::Save);
    disk.run_disk();
    assert_eq!(disk.saved_plies("game.minnow.ron"), 2);
    assert!(!disk.state.session.is_unsaved());
}

#[test]
fn save_first_asks_again_about_moves_played_meanwhile() {
    let mut disk = SlowDisk::new(two_humans());
    disk.play("a3");
    disk.save_as("game");
    disk.run_disk();
    disk.play("a4");
    disk.state.update(Action::from(ProgramCommand::NewGame), 0);
    disk.answer("Save");
    disk.play("Nc3");
    disk.run_disk();
    assert_eq!((plies(&disk.state), question(&disk.state)), (3, Some("Save this game first?")));
}

#[test]
fn a_game_begun_during_a_save_stays_unsaved() {
    let mut disk = SlowDisk::new(two_humans());
    disk.play("a3");
    disk.save_as("game");
    disk.state.update(Action::from(ProgramCommand::NewGame), 0);
    disk.answer("Don't save");
    disk.play("b3");
    disk.run_disk();
    assert_eq!(disk.saved_plies("game.minnow.ron"), 1);
    assert!(disk.state.session.document.path.is_none() && disk.state.session.is_unsaved());
}

#[test]
fn a_slow_file_asks_about_later_moves() {
    let mut disk = SlowDisk::new(two_humans());
    disk.play("a3");
    disk.save_as("game");
    disk.run_disk();
    let path = disk.folder.path().join("game.minnow.ron");
    disk.games(GamesAction::OpenPath(path.clone()));
    disk.play("a4");
    disk.run_disk();
    assert_eq!((plies(&disk.state), question(&disk.state)), (2, Some("Save this game first?")));
    disk.answer("Cancel");
    disk.games(GamesAction::OpenPath(path));
    disk.games(GamesAction::CancelFile(FileWork::Reading));
    disk.run_disk();
    assert_eq!((plies(&disk.state), question(&disk.state)), (2, None));
}

#[test]
fn a_read_file_waits_for_the_question() {
    let mut disk = SlowDisk::new(two_humans());
    disk.play("a3");
    disk.save_as("game");
    disk.run_disk();
    disk.play("a4");
    let path = disk.folder.path().join("game.minnow.ron");
    disk.games(GamesAction::OpenPath(path));
    let quit = WindowAction::AskBeforeClosing;
    disk.state.update(Action::Window(quit), 0);
    disk.run_disk();
    assert_eq!(plies(&disk.state), 2);
    disk.state.update(Action::Window(WindowAction::DismissQuestion), 0);
    disk.state.tick(0);
    assert_eq!(question(&disk.state), Some("Save this game first?"), "about the file");
    disk.answer("Don't save");
    assert_eq!(plies(&disk.state), 1);
}

#[test]
fn another_file_is_overwritten_only_after_a_question() {
    let mut disk = SlowDisk::new(two_humans());
    let path = disk.folder.path().join("theirs.minnow.ron");
    std::fs::write(&path, "precious").unwrap();
    disk.play("a3");
    disk.save_as("theirs");
    disk.run_disk();
    assert_eq!(question(&disk.state), Some("Replace this file?"));
    disk.answer("Cancel");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    assert!(disk.state.session.is_unsaved());
    disk.save_as("theirs");
    disk.run_disk();
    disk.answer("Replace");
    disk.run_disk();
    assert!(!disk.state.session.is_unsaved());
    let backup = disk.folder.path().join("theirs.minnow.ron~");
    assert_eq!(std::fs::read_to_string(backup).unwrap(), "precious");
}

/// A game of one ply in a file that another program has replaced by a game of two.
fn changed_file() -> SlowDisk {
    let mut disk = SlowDisk::new(two_humans());
    disk.play("a3");
    disk.save_as("theirs");
    disk.run_disk();
    disk.play("a4");
    disk.save_as("shared");
    disk.run_disk();
    let at = |name: &str| disk.folder.path().join(name);
    let theirs = std::fs::read(at("theirs.minnow.ron")).unwrap();
    std::fs::write(at("shared.minnow.ron"), theirs).unwrap();
    disk.play("Nc3");
    disk.games(GamesAction::Save);
    disk.run_disk();
    assert_eq!(question(&disk.state), Some("This file has changed"));
    assert_eq!(disk.saved_plies("shared.minnow.ron"), 1);
    disk
}

#[test]
fn both_versions_of_a_changed_file_are_kept() {
    let mut disk = changed_file();
    disk.answer("Keep both");
    disk.run_disk();
    assert_eq!(disk.saved_plies("shared.minnow.ron"), 1);
    assert_eq!(disk.saved_plies("shared-2.minnow.ron"), 3);
    let path = disk.state.session.document.path.clone();
    assert_eq!(path, Some(disk.folder.path().join("shared-2.minnow.ron")));
    assert!(!disk.state.session.is_unsaved());
}

#[test]
fn overwriting_a_changed_file_backs_it_up() {
    let mut disk = changed_file();
    disk.answer("Overwrite");
    disk.run_disk();
    assert_eq!(disk.saved_plies("shared.minnow.ron"), 3);
    assert_eq!(disk.saved_plies("shared.minnow.ron~"), 1);
}

#[test]
fn their_version_of_a_changed_file_is_opened() {
    let mut disk = changed_file();
    disk.answer("Open theirs");
    disk.run_disk();
    assert_eq!((plies(&disk.state), question(&disk.state)), (1, None));
    assert!(!disk.state.session.is_unsaved());
    disk.play("a4");
    disk.games(GamesAction::Save);
    disk.run_disk();
    assert_eq!((disk.saved_plies("shared.minnow.ron"), question(&disk.state)), (2, None));
}

#[test]
fn a_change_during_the_question_asks_again() {
    let mut disk = changed_file();
    std::fs::write(disk.folder.path().join("shared.minnow.ron"), "newer").unwrap();
    disk.answer("Overwrite");
    disk.run_disk();
    assert_eq!(question(&disk.state), Some("This file has changed"));
    disk.answer("Cancel");
    let text = std::fs::read_to_string(disk.folder.path().join("shared.minnow.ron")).unwrap();
    assert_eq!((text.as_str(), disk.state.session.is_unsaved()), ("newer", true));
}

#[test]
fn a_failed_save_is_reported_and_drops_nothing() {
    let mut disk = SlowDisk::new(two_humans());
    disk.play("a3");
    disk.state.update(Action::from(ProgramCommand::NewGame), 0);
    disk.answer("Save");
    disk.save_as("no folder/game.ron");
    disk.run_disk();
    assert!(disk.notice().contains("no folder"), "{}", disk.notice());
    let session = &disk.state.session;
    assert_eq!((plies(&disk.state), session.is_unsaved(), &session.after_save), (1, true, &None));
}

#[test]
fn a_cancelled_save_drops_the_wish_behind_it() {
    let mut disk = SlowDisk::new(two_humans());
    disk.play("a3");
    disk.state.update(Action::from(ProgramCommand::NewGame), 0);
    disk.answer("Save");
    disk.save_as("game");
    assert!(disk.state.session.after_save.is_some());
    disk.games(GamesAction::CancelFile(FileWork::Saving));
    disk.run_disk();
    assert!(disk.notice().starts_with("Cancelled"), "{}", disk.notice());
    assert_eq!((plies(&disk.state), &disk.state.session.after_save), (1, &None));
    assert!(!disk.folder.path().join("game.minnow.ron").exists());
}
