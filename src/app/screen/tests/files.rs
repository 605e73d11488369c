//! Games opened and saved while the window goes on. The test decides when a disk answers.

use super::{answer, archived, begin, choose, notice, open_dialog, play, plies, question};
use crate::app::{
    pages::PageId,
    request::Request,
    screen::AppState,
    session::{
        AfterUnsaved, Asker, Effect, FileClient, FileForm, FileQuery, FileWork, KeptThing, NewGame,
        PathPurpose, QueryContent,
        for_tests::{QueuedThreads, game, two_humans},
        settings::{Settings, Sides},
    },
};
use minnow_game::{Player, is_date, store::load_game};

static SAVE: FileForm = FileForm::save("Save", &[]);

/// A state whose files wait for `run_disk`.
struct SlowDisk {
    state: AppState,
    threads: QueuedThreads,
    folder: tempfile::TempDir,
}

impl SlowDisk {
    /// A game of two humans, in which White has moved.
    fn begin() -> SlowDisk {
        let (mut state, _) = begin(two_humans());
        let threads = QueuedThreads::default();
        state.session.files = FileClient::new(threads.spawner(), || {});
        play(&mut state, "a3", 0);
        SlowDisk { state, threads, folder: tempfile::tempdir().unwrap() }
    }

    /// The same game, saved.
    fn saved(name: &str) -> SlowDisk {
        let mut disk = SlowDisk::begin();
        disk.save_as(name);
        disk.run_disk();
        disk
    }

    /// Lets the disk answer everything that waits.
    fn run_disk(&mut self) {
        while self.threads.run_all() {
            self.state.tick(0);
        }
    }

    fn ask(&mut self, request: Request) {
        self.state.update(request, 0);
    }

    /// Answers the dialog that is open, or else one for the game on the board.
    fn save_as(&mut self, name: &str) {
        let query = self.take_dialog().unwrap_or_else(|| {
            let asker = Asker::Page(PageId::GameFiles);
            let content = QueryContent::Game(Box::new(self.state.session.game_to_save()));
            FileQuery { asker, form: &SAVE, suggestion: "game.ron".into(), content }
        });
        self.choose(query, name);
    }

    /// Takes the dialog that was asked for last.
    fn take_dialog(&mut self) -> Option<FileQuery> {
        let effects = &mut self.state.session.effects;
        let at = effects.iter().rposition(|effect| matches!(effect, Effect::AskFile(_)))?;
        match effects.remove(at) {
            Effect::AskFile(query) => Some(query),
            _ => None,
        }
    }

    fn choose(&mut self, query: FileQuery, name: &str) {
        choose(&mut self.state, query, &self.folder.path().join(name));
    }

    fn answer(&mut self, label: &str) {
        answer(&mut self.state, label, 0);
    }

    fn play(&mut self, text: &str) {
        play(&mut self.state, text, 0);
    }

    fn saved_plies(&self, name: &str) -> usize {
        let game = load_game(&self.folder.path().join(name)).unwrap();
        game.path(game.head()).len() - 1
    }
}

/// The save dialogs that were asked for since the last look.
fn asked_saves(state: &mut AppState) -> usize {
    let effects = std::mem::take(&mut state.session.effects);
    let is_save = |effect: &&Effect| match effect {
        Effect::AskFile(query) => query.form.purpose == PathPurpose::SaveFile,
        _ => false,
    };
    effects.iter().filter(is_save).count()
}

#[test]
fn save_first_waits_for_the_save() {
    let mut disk = saved_and_changed();
    disk.ask(Request::NewGame);
    disk.answer("Save a copy");
    assert_eq!((asked_saves(&mut disk.state), plies(&disk.state)), (1, 2));
    disk.save_as("one");
    disk.run_disk();
    assert_eq!(plies(&disk.state), 2, "the wish was dropped with the dialog");

    disk.play("Nc3");
    disk.ask(Request::NewGame);
    disk.answer("Save a copy");
    disk.save_as("two");
    assert_eq!(plies(&disk.state), 3, "it is not saved yet");
    disk.run_disk();
    assert_eq!(plies(&disk.state), 0);
    assert_eq!(disk.saved_plies("one.minnow.ron"), 2);
    assert_eq!(disk.saved_plies("two.minnow.ron"), 3);
}

/// A game of two plies whose file has one.
fn saved_and_changed() -> SlowDisk {
    let mut disk = SlowDisk::saved("first");
    disk.play("a4");
    disk
}

#[test]
fn only_a_changed_file_asks_before_another_game() {
    let mut disk = SlowDisk::begin();
    disk.ask(Request::NewGame);
    assert_eq!((plies(&disk.state), question(&disk.state)), (0, None));
    assert!(archived(&disk.state).next().is_some(), "the game is kept");
    disk.ask(Request::OpenExample(0));
    assert_eq!(question(&disk.state), None);

    let mut disk = saved_and_changed();
    disk.ask(Request::NewGame);
    let question = disk.state.question.as_ref().unwrap();
    assert_eq!(question.text, "first.minnow.ron has changes that are not in the file.");
    let labels: Vec<&str> = question.choices.iter().map(|choice| choice.label).collect();
    assert_eq!(labels, ["Save", "Save a copy", "Don't save", "Cancel"]);
    disk.answer("Don't save");
    assert_eq!(plies(&disk.state), 0);
}

#[test]
fn a_game_asks_if_it_cannot_be_kept() {
    let mut disk = SlowDisk::begin();
    let problem = Some("The disk is full.".to_owned());
    disk.state.session.keeping.report(KeptThing::Archive, problem);
    disk.ask(Request::NewGame);
    assert_eq!((plies(&disk.state), question(&disk.state)), (1, Some("Save this game first?")));
    disk.answer("Cancel");
    disk.state.session.keeping.report(KeptThing::Archive, None);
    disk.ask(Request::NewGame);
    assert_eq!((plies(&disk.state), question(&disk.state)), (0, None));
}

#[test]
fn a_new_file_is_named_by_date_and_players() {
    let (mut state, _) = begin(Settings { sides: Sides::White, level: 3, ..Settings::default() });
    let name = |state: &AppState| {
        let path = state.session.suggested_path();
        path.file_name().unwrap().to_string_lossy().into_owned()
    };
    assert!(name(&state).ends_with(" You - Minnow level 3.minnow.ron"), "{}", name(&state));
    state.session.settings.player_name = "Ada".to_owned();
    play(&mut state, "a3", 0);
    let (date, rest) =
        name(&state).split_once(' ').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    assert!(is_date(&date.replace('-', ".")), "{date}");
    assert_eq!(rest, "Ada - Minnow level 3.minnow.ron");
    let pgn = state.session.game_as_pgn();
    let date = format!("[Date \"{}\"]", date.replace('-', "."));
    for tag in [&date, "[White \"Ada\"]", "[Black \"Minnow level 3\"]"] {
        assert!(pgn.contains(tag), "{pgn}");
    }
}

#[test]
fn moves_played_during_a_save_stay_unsaved() {
    let mut disk = SlowDisk::begin();
    disk.save_as("game");
    disk.play("a4");
    disk.run_disk();
    assert!(notice(&disk.state).starts_with("Saved to"), "{}", notice(&disk.state));
    assert_eq!(disk.saved_plies("game.minnow.ron"), 1);
    assert!(disk.state.session.is_unsaved());
    disk.ask(Request::Save);
    disk.run_disk();
    assert_eq!(disk.saved_plies("game.minnow.ron"), 2);
    assert!(!disk.state.session.is_unsaved());
}

#[test]
fn save_first_asks_again_about_moves_played_meanwhile() {
    let mut disk = saved_and_changed();
    disk.ask(Request::NewGame);
    disk.answer("Save");
    disk.play("Nc3");
    disk.run_disk();
    assert_eq!((plies(&disk.state), question(&disk.state)), (3, Some("Save the changes?")));
}

#[test]
fn a_game_begun_during_a_save_stays_unsaved() {
    let mut disk = SlowDisk::begin();
    disk.save_as("game");
    disk.ask(Request::NewGame);
    disk.play("b3");
    disk.run_disk();
    assert_eq!(disk.saved_plies("game.minnow.ron"), 1);
    assert!(notice(&disk.state).ends_with("game.minnow.ron."), "{}", notice(&disk.state));
    assert!(disk.state.session.document.path.is_none() && disk.state.session.is_unsaved());
}

#[test]
fn a_dialog_saves_the_game_it_asked_about() {
    let mut disk = SlowDisk::begin();
    let query = open_dialog(&mut disk.state, Request::SaveAs);
    disk.ask(Request::NewGame);
    disk.play("b3");
    disk.play("a4");
    disk.choose(query, "game");
    disk.run_disk();
    assert_eq!(disk.saved_plies("game.minnow.ron"), 1);
    assert!(notice(&disk.state).starts_with("The game before this one is saved to "));
    assert!(notice(&disk.state).ends_with("game.minnow.ron, as it was when the dialog opened."));
    assert!(disk.state.session.document.path.is_none() && disk.state.session.is_unsaved());
}

#[test]
fn two_late_saves_keep_their_notices() {
    let mut disk = SlowDisk::begin();
    for name in ["one", "two"] {
        let query = open_dialog(&mut disk.state, Request::SaveAs);
        disk.ask(Request::NewGame);
        disk.play("a3");
        disk.choose(query, name);
    }
    disk.run_disk();
    for name in ["one", "two"] {
        let told = format!("{name}.minnow.ron, as it was when the dialog opened.");
        assert!(notice(&disk.state).contains(&told), "{}", notice(&disk.state));
    }
}

#[test]
fn only_a_save_itself_records_the_players() {
    let mut disk = SlowDisk::begin();
    disk.state.begin(NewGame::new(game("a2a3")));
    let query = open_dialog(&mut disk.state, Request::SaveAs);
    let players = |disk: &SlowDisk| disk.state.session.game.header.players;
    assert_eq!(players(&disk), [Player::Unknown; 2]);
    disk.choose(query, "game");
    assert_eq!(players(&disk), [Player::Human; 2]);
}

#[test]
fn a_dialog_saves_moves_played_meanwhile() {
    let mut disk = SlowDisk::begin();
    let query = open_dialog(&mut disk.state, Request::SaveAs);
    disk.play("a4");
    disk.choose(query, "game");
    disk.run_disk();
    assert_eq!(disk.saved_plies("game.minnow.ron"), 2);
    assert!(!disk.state.session.is_unsaved());
}

#[test]
fn a_slow_file_asks_about_later_moves() {
    let mut disk = SlowDisk::saved("game");
    let path = disk.folder.path().join("game.minnow.ron");
    disk.ask(Request::OpenPath(path.clone()));
    disk.play("a4");
    disk.run_disk();
    assert_eq!((plies(&disk.state), question(&disk.state)), (2, Some("Save the changes?")));
    disk.answer("Cancel");
    disk.ask(Request::OpenPath(path));
    disk.ask(Request::CancelFile(FileWork::Reading));
    disk.run_disk();
    assert_eq!((plies(&disk.state), question(&disk.state)), (2, None));
}

#[test]
fn a_read_file_waits_for_the_question() {
    let mut disk = saved_and_changed();
    let path = disk.folder.path().join("first.minnow.ron");
    disk.ask(Request::OpenPath(path));
    disk.ask(Request::AskBeforeClosing);
    disk.run_disk();
    assert_eq!(plies(&disk.state), 2);
    disk.ask(Request::DismissQuestion);
    disk.state.tick(0);
    assert_eq!(question(&disk.state), Some("Save the changes?"), "about the file");
    disk.answer("Don't save");
    assert_eq!(plies(&disk.state), 1);
}

#[test]
fn another_file_is_overwritten_only_after_a_question() {
    let mut disk = SlowDisk::begin();
    let path = disk.folder.path().join("theirs.minnow.ron");
    std::fs::write(&path, "precious").unwrap();
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
    let mut disk = SlowDisk::saved("theirs");
    disk.play("a4");
    disk.save_as("shared");
    disk.run_disk();
    let at = |name: &str| disk.folder.path().join(name);
    let theirs = std::fs::read(at("theirs.minnow.ron")).unwrap();
    std::fs::write(at("shared.minnow.ron"), theirs).unwrap();
    disk.play("Nc3");
    disk.ask(Request::Save);
    disk.run_disk();
    assert_eq!(question(&disk.state), Some("This file has changed"));
    assert_eq!(disk.saved_plies("shared.minnow.ron"), 1);
    disk
}

#[test]
fn both_versions_of_a_changed_file_are_kept() {
    let mut disk = changed_file();
    let taken = disk.folder.path().join("shared-2.minnow.ron");
    std::fs::write(&taken, "theirs").unwrap();
    disk.answer("Keep both");
    disk.run_disk();
    assert_eq!(std::fs::read_to_string(taken).unwrap(), "theirs");
    assert_eq!(disk.saved_plies("shared.minnow.ron"), 1);
    assert_eq!(disk.saved_plies("shared-3.minnow.ron"), 3);
    let path = disk.state.session.document.path.clone();
    assert_eq!(path, Some(disk.folder.path().join("shared-3.minnow.ron")));
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
    disk.ask(Request::Save);
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
    let mut disk = saved_and_changed();
    disk.ask(Request::NewGame);
    disk.answer("Save a copy");
    disk.save_as("no folder/game.ron");
    disk.run_disk();
    assert!(notice(&disk.state).contains("no folder"), "{}", notice(&disk.state));
    let session = &disk.state.session;
    assert_eq!((plies(&disk.state), session.is_unsaved(), &session.after_save), (2, true, &None));
}

#[test]
fn a_failed_save_keeps_another_games_wish() {
    let mut disk = SlowDisk::begin();
    disk.save_as("no folder/game.ron");
    disk.ask(Request::NewGame);
    disk.play("b3");
    disk.ask(Request::AskBeforeClosing);
    disk.answer("Save");
    disk.save_as("another");
    assert!(disk.threads.run_all());
    disk.state.tick(0);
    assert!(notice(&disk.state).contains("no folder"), "{}", notice(&disk.state));
    assert_eq!(disk.state.session.after_save, Some(AfterUnsaved::Quit));
    disk.run_disk();
    assert!(disk.state.may_close);
}

#[test]
fn a_refused_dialog_drops_no_wish() {
    let mut disk = saved_and_changed();
    disk.ask(Request::NewGame);
    disk.answer("Save a copy");
    let open = disk.take_dialog().unwrap();
    // The window opens one dialog at a time.
    for request in [Request::SaveAs, Request::SaveAsPgn] {
        disk.ask(request);
        assert!(disk.take_dialog().is_some());
    }
    disk.choose(open, "copy");
    disk.run_disk();
    assert_eq!((disk.saved_plies("copy.minnow.ron"), plies(&disk.state)), (2, 0));
}

#[test]
fn a_cancelled_save_drops_the_wish_behind_it() {
    let mut disk = saved_and_changed();
    disk.ask(Request::NewGame);
    disk.answer("Save a copy");
    disk.save_as("game");
    assert!(disk.state.session.after_save.is_some());
    disk.ask(Request::CancelFile(FileWork::Saving));
    disk.run_disk();
    assert!(notice(&disk.state).starts_with("Cancelled"), "{}", notice(&disk.state));
    assert_eq!((plies(&disk.state), &disk.state.session.after_save), (2, &None));
    assert!(!disk.folder.path().join("game.minnow.ron").exists());
}
