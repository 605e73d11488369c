//! A deleted folder of running games, and with it the locks of the programs that run.

use std::fs;
use std::path::Path;

use minnow::app::session::Session;
use minnow::app::session::engine_client::EngineClient;
use minnow::app::session::settings::Settings;
use minnow::app::storage::autosave::Autosave;
use minnow::app::storage::places::Places;
use minnow_game::journal::Journal;
use minnow_jobs::Spawner;

use crate::disk::{number_of, numbered_game};

/// A program's autosave and what it saves.
struct Program {
    autosave: Autosave,
    session: Session,
}

impl Program {
    fn start(folder: &Path) -> Program {
        let spawner = Spawner::default();
        let places = Places::below(folder);
        let (autosave, _) = Autosave::start(Some(&places), None, spawner.clone(), || {});
        let engine = EngineClient::new(spawner, || {});
        Program { autosave, session: Session::new(Settings::default(), engine, 1) }
    }

    fn keep(&mut self, number: u64) {
        self.session.game = numbered_game(number);
        self.autosave.save_game(&self.session);
        self.autosave.finish();
    }
}

fn left_in(folder: &Path) -> Vec<u64> {
    let left = Journal::recover(&Places::below(folder).journals()).games;
    let mut numbers: Vec<u64> = left.iter().map(|left| number_of(&left.game)).collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn a_deleted_folder_is_made_again() {
    let _alone = crate::no_process_starts();
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path());
    program.keep(1);
    fs::remove_dir_all(Places::below(folder.path()).journals()).unwrap();
    program.keep(2);
    assert_eq!(program.autosave.game_problem().get(), None);
    drop(program);
    assert_eq!(left_in(folder.path()), [2]);
}

#[test]
fn programs_around_a_deletion_keep_both_games() {
    let _alone = crate::no_process_starts();
    let folder = tempfile::tempdir().unwrap();
    let mut first = Program::start(folder.path());
    first.keep(1);
    fs::remove_dir_all(Places::below(folder.path()).journals()).unwrap();
    let mut second = Program::start(folder.path());
    second.keep(2);
    first.keep(3);
    drop((first, second));
    assert_eq!(left_in(folder.path()), [2, 3]);
}
