//! The files of a writing program, and what each of them may hold.
//!
//! Each write has a number, and the content follows from the number. So a file is checked byte by
//! byte, and a number tells how old it is.

use std::fs;
use std::path::{Path, PathBuf};

use minnow::app::session::settings::Settings;
use minnow::app::storage::places::Places;
use minnow_base::files::StoredPath;
use minnow_engine::Random;
use minnow_game::{
    Game, NodeId,
    journal::Journal,
    pgn::to_pgn,
    save::to_ron,
    store::{backup_path, load_game, open_file},
};

use crate::support::grow;

/// The kinds of writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    Journal,
    Save,
    Pgn,
    Settings,
}

impl FileKind {
    pub(crate) const ALL: [FileKind; 4] =
        [FileKind::Journal, FileKind::Save, FileKind::Pgn, FileKind::Settings];
}

/// The numbers of the last write of a kind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Written {
    /// The last acknowledged write; 0 if there is none.
    pub done: u64,
    /// The last write that began.
    pub begun: u64,
    /// The write that the backup holds; 0 if there is none.
    pub backup: u64,
    /// True if the backup may hold the last acknowledged write instead.
    pub backup_may_be_newer: bool,
}

/// The game of a write.
pub(crate) fn numbered_game(number: u64) -> Game {
    let mut random = Random(number);
    let variant = random.below(19);
    let edits = random.below(150);
    let mut edit = || (random.below(24) as u8, random.draw() as u32);
    let edits: Vec<(u8, u32)> = (0..edits).map(|_| edit()).collect();
    let mut game = grow(variant, &edits);
    if game.is_empty() {
        game = Game::new(game.variant());
        let first = game.position().legal_moves().into_iter().next().unwrap();
        game.play(first).unwrap();
    }
    game.notes_mut(NodeId::ROOT).unwrap().comment = format!("write {number}");
    game
}

/// The number of a numbered game.
pub(crate) fn number_of(game: &Game) -> u64 {
    let comment = &game.node(NodeId::ROOT).unwrap().notes.comment;
    comment.strip_prefix("write ").unwrap().parse().unwrap()
}

/// The settings of a write.
pub(crate) fn numbered_settings(number: u64) -> Settings {
    let mut settings = Settings::default();
    settings.custom.nodes = Some(number);
    settings.lesson_folder = Some(StoredPath(format!("/lessons/{number}").into()));
    settings
}

/// A folder with the files of the writing program.
#[derive(Clone, Debug)]
pub(crate) struct Disk {
    pub folder: PathBuf,
}

impl Disk {
    pub(crate) fn new(folder: &Path) -> Disk {
        let disk = Disk { folder: folder.to_owned() };
        for path in [disk.path(FileKind::Save), disk.path(FileKind::Settings)] {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
        }
        disk
    }

    pub(crate) fn places(&self) -> Places {
        Places::below(&self.folder)
    }

    /// The file of a kind that a user names.
    pub(crate) fn path(&self, kind: FileKind) -> PathBuf {
        match kind {
            FileKind::Journal => self.places().journals(),
            FileKind::Save => self.folder.join("games/game.minnow.ron"),
            FileKind::Pgn => self.folder.join("games/game.pgn"),
            FileKind::Settings => self.places().settings_file(),
        }
    }

    /// Checks that a file is whole and holds the last acknowledged write or the one that was under way.
    /// Returns what it holds.
    pub(crate) fn check(&self, kind: FileKind, last: Written) -> Written {
        if kind == FileKind::Journal {
            return self.check_journal(last);
        }
        let path = self.path(kind);
        let found = number_in(kind, &path, &[last.done, last.begun]);
        let expected_backups = if found != last.done {
            vec![last.done]
        } else if last.begun != last.done || last.backup_may_be_newer {
            vec![last.backup, last.done]
        } else {
            vec![last.backup]
        };
        let backup = match kind {
            FileKind::Settings => 0,
            _ => number_in(kind, &backup_path(&path), &expected_backups),
        };
        Written { done: found, begun: found, backup, backup_may_be_newer: false }
    }

    fn check_journal(&self, last: Written) -> Written {
        let games = Journal::recover(&self.places().journals()).games;
        let numbers: Vec<u64> = games.iter().map(|left| number_of(&left.game)).collect();
        for (left, number) in games.iter().zip(&numbers) {
            assert_eq!(to_ron(&left.game), to_ron(&numbered_game(*number)));
        }
        let newest = numbers.iter().copied().max().unwrap_or_default();
        let is_known = newest == last.done || newest == last.begun;
        assert!(is_known, "the journals hold the writes {numbers:?}; expected {last:?}");
        Written { done: newest, begun: newest, ..Written::default() }
    }

    /// The number of games that the next start finds.
    pub(crate) fn games_left_behind(&self) -> usize {
        Journal::recover(&self.places().journals()).games.len()
    }

    /// All files below the folder.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let mut folders = vec![self.folder.clone()];
        let mut files = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let kind = path.symlink_metadata().unwrap();
                if kind.is_dir() { &mut folders } else { &mut files }.push(path);
            }
        }
        files.sort();
        files
    }

    /// Checks that there is no file that the program does not name, and returns its temporary files.
    pub(crate) fn temporary_files(&self) -> Vec<PathBuf> {
        let (temporary, named): (Vec<_>, Vec<_>) =
            self.files().into_iter().partition(|path| is_temporary(&file_name(path)));
        for path in named {
            let name = file_name(&path);
            let without_number = name.trim_end_matches(char::is_numeric);
            let slot =
                name.strip_prefix("running-").map(|rest| rest.trim_start_matches(char::is_numeric));
            let is_known = matches!(
                name.as_str(),
                "game.minnow.ron"
                    | "game.minnow.ron~"
                    | "game.pgn"
                    | "game.pgn~"
                    | "settings.ron"
                    | "settings.lock"
            ) || matches!(slot, Some(".ron" | ".lock"))
                || without_number == "unfinished-start-";
            let is_kept = path.parent().unwrap() == self.places().games();
            if is_kept {
                load_game(&path).unwrap();
            }
            assert!(is_known || is_kept, "left: {path:?}");
        }
        temporary
    }
}

fn is_temporary(name: &str) -> bool {
    name.starts_with(".minnow-") && name.ends_with(".tmp")
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

/// Which of these writes a file holds. Write 0 means that there is no file.
fn number_in(kind: FileKind, path: &Path, expected: &[u64]) -> u64 {
    let Ok(text) = fs::read_to_string(path) else {
        assert!(!path.exists() && expected.contains(&0), "{path:?} is gone; expected {expected:?}");
        return 0;
    };
    match kind {
        FileKind::Settings => drop(Settings::from_ron(&text).unwrap()),
        _ => drop(open_file(path, numbered_game(1).variant()).unwrap()),
    }
    let text_of = |number: u64| match kind {
        FileKind::Settings => numbered_settings(number).to_ron().unwrap(),
        FileKind::Pgn => to_pgn(&numbered_game(number)),
        FileKind::Save | FileKind::Journal => to_ron(&numbered_game(number)),
    };
    let found = expected.iter().copied().find(|number| *number > 0 && text_of(*number) == text);
    found.unwrap_or_else(|| panic!("{path:?} holds none of the writes {expected:?}: {text}"))
}
