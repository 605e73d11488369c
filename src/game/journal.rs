//! The journal: the running game on disk after every move, so that a crash or `kill -9` loses
//! nothing.
//!
//! A folder has numbered slots, one for each running program. A program owns a
//! slot while it holds the lock on the slot's `.lock` file; the system frees
//! the lock when the program ends in any way. A free slot with a journal was
//! left by an ended program, and its game can be recovered. Lock files are
//! never deleted: otherwise two programs could lock the same slot through
//! different files.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::Game;
use super::save::{from_ron, to_ron};
use super::store::{StoreError, read_file, write_atomic};

/// The number of slots in a folder, which bounds the programs that run at once. Slots count from 1.
const SLOTS: usize = 64;

/// This program's slot in a journal folder.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    _lock: File,
}

/// A game that an ended program left behind. Its slot stays locked until this is dropped. Unless
/// the game is discarded, the next start recovers it again.
#[derive(Debug)]
pub struct RecoveredGame {
    /// The game as the journal has it.
    pub game: Game,
    /// The file that the game was saved to.
    pub save_path: Option<PathBuf>,
    /// Whether the game has changes that are not in that file.
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
    /// Takes a free slot in the folder and creates the folder if necessary. Slots with games left
    /// behind are not free.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::Write`] if the folder cannot be written or all slots are taken.
    pub fn open(folder: &Path) -> Result<Journal, StoreError> {
        let failed = |error: io::Error| StoreError::write(folder, error);
        fs::create_dir_all(folder).map_err(failed)?;
        for slot in 1..=SLOTS {
            let path = journal_path(folder, slot);
            if path.exists() {
                continue;
            }
            let lock = lock_slot(folder, slot).map_err(failed)?;
            // Another program may have written a journal and ended between the check and the lock.
            if let Some(lock) = lock.filter(|_| !path.exists()) {
                return Ok(Journal { path, _lock: lock });
            }
        }
        Err(failed(io::Error::other("too many running programs use this folder")))
    }

    /// Replaces the content of the journal by the game. A path that is not UTF-8 is dropped, and
    /// the game then counts as unsaved.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::Write`] if the file cannot be written.
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

    /// Deletes the journal's file.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::Write`] if the file cannot be deleted.
    pub fn clear(&self) -> Result<(), StoreError> {
        remove(&self.path)
    }

    /// The games that ended programs left in the folder, the latest first. Journals that cannot be
    /// read are renamed to `running-1.1.unreadable` and so on, and kept for the user.
    pub fn recover(folder: &Path) -> Vec<RecoveredGame> {
        let mut games: Vec<RecoveredGame> =
            (1..=SLOTS).filter_map(|slot| recover_slot(folder, slot)).collect();
        games.sort_by_key(|game| std::cmp::Reverse(game.modified));
        games
    }
}

impl RecoveredGame {
    /// Deletes the journal of a game that another journal holds or that nobody wants.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::Write`] if the file cannot be deleted.
    pub fn discard(self) -> Result<(), StoreError> {
        remove(&self.path)
    }
}

fn journal_path(folder: &Path, slot: usize) -> PathBuf {
    folder.join(format!("running-{slot}.ron"))
}

/// The lock of a slot; `None` if a program, possibly this one, holds it.
fn lock_slot(folder: &Path, slot: usize) -> io::Result<Option<File>> {
    let path = folder.join(format!("running-{slot}.lock"));
    let file = File::options().create(true).append(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn recover_slot(folder: &Path, slot: usize) -> Option<RecoveredGame> {
    let path = journal_path(folder, slot);
    if !path.exists() {
        return None;
    }
    let lock = lock_slot(folder, slot).ok()??;
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

/// Renames a journal to a free name. If that fails, the next start tries again.
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
