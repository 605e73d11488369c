//! The journal: the running game on disk after every move, so that a crash or `kill -9` loses
//! nothing, and programs running side by side keep theirs apart.
//!
//! A folder has numbered places. A program owns a place while it holds the
//! lock on that place's `.lock` file; the system frees the lock when the
//! program ends, however it ends. A place that is free but has a journal
//! belongs to a program that is gone, and its game is there to be recovered.
//! Lock files stay for ever: deleting them would let two programs lock the
//! same place through different files.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::Game;
use super::save::{from_ron, to_ron};
use super::store::{StoreError, read_file, write_atomic};

/// Places of a folder, counted from 1: more programs than anyone runs at once.
const PLACES: usize = 64;

/// This program's place in a journal folder.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    _lock: File,
}

/// A game that a program left behind. Its place stays locked until this is dropped; the file is
/// found again at the next start unless it is discarded.
#[derive(Debug)]
pub struct RecoveredGame {
    pub game: Game,
    /// Where the game is saved, if it ever was.
    pub save_path: Option<PathBuf>,
    /// Whether the journal holds more than that file.
    pub unsaved: bool,
    /// When the journal was last written.
    pub modified: SystemTime,
    path: PathBuf,
    _lock: File,
}

/// The journal's first line; the saved game follows.
#[derive(Default, Serialize, Deserialize)]
struct JournalHeader {
    path: Option<String>,
    unsaved: bool,
}

impl Journal {
    /// Takes a free place in the folder, which is made if needed. Games left behind stay where
    /// they are.
    pub fn open(folder: &Path) -> Result<Journal, StoreError> {
        let failed = |error: io::Error| StoreError::write(folder, error);
        fs::create_dir_all(folder).map_err(failed)?;
        for place in 1..=PLACES {
            let path = journal_path(folder, place);
            if path.exists() {
                continue;
            }
            let lock = lock_place(folder, place).map_err(failed)?;
            // Another program may have written and ended between the two steps.
            if let Some(lock) = lock.filter(|_| !path.exists()) {
                return Ok(Journal { path, _lock: lock });
            }
        }
        Err(failed(io::Error::other("too many programs keep a journal there")))
    }

    /// Writes the game as it stands, in place of what this journal held. A path that is not
    /// UTF-8 is not kept, and the game then counts as unsaved.
    pub fn write(
        &self,
        game: &Game,
        save_path: Option<&Path>,
        unsaved: bool,
    ) -> Result<(), StoreError> {
        let path = save_path.and_then(Path::to_str).map(str::to_owned);
        let unsaved = unsaved || path.is_none() != save_path.is_none();
        let header = ron::to_string(&JournalHeader { path, unsaved })
            .map_err(|error| StoreError::write(&self.path, io::Error::other(error)))?;
        write_atomic(&self.path, format!("{header}\n{}", to_ron(game)).as_bytes())
    }

    /// Forgets the game.
    pub fn clear(&self) -> Result<(), StoreError> {
        remove(&self.path)
    }

    /// The games that ended programs left in the folder, the latest first. Journals that cannot
    /// be understood are renamed to `running-1.1.unreadable` and so on and left to the user.
    pub fn recover(folder: &Path) -> Vec<RecoveredGame> {
        let mut games: Vec<RecoveredGame> =
            (1..=PLACES).filter_map(|place| recover_place(folder, place)).collect();
        games.sort_by_key(|game| std::cmp::Reverse(game.modified));
        games
    }
}

impl RecoveredGame {
    /// Deletes the journal, once its game is in another journal or no longer wanted.
    pub fn discard(self) -> Result<(), StoreError> {
        remove(&self.path)
    }
}

fn journal_path(folder: &Path, place: usize) -> PathBuf {
    folder.join(format!("running-{place}.ron"))
}

/// The lock of a place, `None` if another program (or this one) holds it.
fn lock_place(folder: &Path, place: usize) -> io::Result<Option<File>> {
    let path = folder.join(format!("running-{place}.lock"));
    let file = File::options().create(true).append(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn recover_place(folder: &Path, place: usize) -> Option<RecoveredGame> {
    let path = journal_path(folder, place);
    if !path.exists() {
        return None;
    }
    let lock = lock_place(folder, place).ok()??;
    let modified = fs::metadata(&path).and_then(|metadata| metadata.modified()).ok()?;
    let bytes = read_file(&path).ok()?;
    match parse(&bytes) {
        Some((header, game)) => Some(RecoveredGame {
            game,
            save_path: header.path.map(PathBuf::from),
            unsaved: header.unsaved,
            modified,
            path,
            _lock: lock,
        }),
        None => {
            set_aside(&path);
            None
        }
    }
}

fn parse(bytes: &[u8]) -> Option<(JournalHeader, Game)> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (header, game) = bytes.split_at(end);
    Some((ron::de::from_bytes(header).ok()?, from_ron(game).ok()?))
}

/// Renames a journal to a name that is not taken. If that fails it stays, and is tried again at
/// the next start.
fn set_aside(path: &Path) {
    let name = |number: usize| path.with_extension(format!("{number}.unreadable"));
    if let Some(free) = (1..).map(name).find(|name| !name.exists()) {
        let _ = fs::rename(path, free);
    }
}

fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(StoreError::write(path, error))
        }
        _ => Ok(()),
    }
}
