//! The journal: the running game on disk after every move, so that a crash or `kill -9` loses
//! nothing.
//!
//! A folder has numbered slots, one for each running program. A program owns a
//! slot while it holds the lock on the slot's `.lock` file; the system frees
//! the lock when the program ends in any way. A free slot with a journal was
//! left by an ended program, and its game can be recovered. Lock files are
//! never deleted: otherwise two programs could lock the same slot through
//! different files.
//!
//! Between two moves only the clock goes on. Its times stand in a small file beside the journal, which
//! is written each second: it is replaced as a whole, but not synced, so that a clock does not cost a
//! disk sync each second. It names the version of the journal it belongs to.
//!
//! ```
//! use minnow_game::{
//!     Game,
//!     journal::{GameOrigin, Journal},
//! };
//! use minnow_rules::Variant;
//!
//! let folder = tempfile::tempdir()?;
//! let journal = Journal::open(folder.path())?;
//! journal.write(&Game::new(Variant::default_variant()), &GameOrigin::default())?;
//! assert!(Journal::recover(folder.path()).games.is_empty(), "the slot is locked");
//! // The program ends.
//! drop(journal);
//! assert_eq!(Journal::recover(folder.path()).games.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use minnow_base::files::{
    Expected, FileAccessError, FileStamp, StampedBytes, StoredPath, plain_reason, read,
    rename_to_free, replace, replace_unsynced,
    system::{self as fs, Lock},
};
use std::cell::Cell;
use std::io;
use std::path::{Path, PathBuf};
use web_time::SystemTime;

use serde::{Deserialize, Serialize};

use super::Game;
use super::archive::ArchiveId;
use super::save::{MAX_BYTES, SaveError, check_limits, from_ron, to_ron};
use super::store::StoreError;

/// The number of slots in a folder, which bounds the programs that run at once. Slots count from 1.
const SLOTS: usize = 64;

/// The maximum length of the first line, in bytes. A path takes the most of it.
const MAX_HEADER_BYTES: usize = 64 << 10;

/// The maximum length of the file with the times of a clock, in bytes.
const MAX_CLOCK_BYTES: usize = 1 << 10;

/// This program's slot in a journal folder.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    lock: Lock,
    /// The stamp of the journal whose game goes on in this one.
    continues: Option<FileStamp>,
    /// The stamp of the version that was written last.
    written: Cell<Option<FileStamp>>,
}

/// The other places that keep the game of a journal: a file and the archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameOrigin {
    /// The file that the game was saved to.
    pub save_path: Option<PathBuf>,
    /// The stamp of that file when this program last read or wrote it.
    pub stamp: Option<FileStamp>,
    /// True if the game has changes that are not in that file.
    pub unsaved: bool,
    /// The game's id in the archive.
    pub archived: Option<ArchiveId>,
    /// The stamp of its file in the archive when this program last read or wrote it.
    pub archived_stamp: Option<FileStamp>,
}

/// A game that an ended program left behind. Its slot stays locked until this is dropped. Unless
/// the game is discarded, the next start recovers it again.
#[derive(Debug)]
pub struct RecoveredGame {
    /// The game as the journal has it.
    pub game: Game,
    /// The file and the archive entry that the game belongs to.
    pub origin: GameOrigin,
    /// When the journal was last written.
    pub modified: SystemTime,
    path: PathBuf,
    /// The stamp of the journal.
    journal: FileStamp,
    /// The stamp of the journal whose game goes on in this one.
    continues: Option<FileStamp>,
    _lock: Lock,
}

/// The result of [`Journal::recover`].
#[derive(Debug, Default)]
pub struct RecoveryReport {
    /// The games, the latest first.
    pub games: Vec<RecoveredGame>,
    /// The journals that could not be read, for a message to the user.
    pub set_aside: Vec<SetAsideJournal>,
}

/// An unreadable journal that was renamed and kept for the user.
#[derive(Debug)]
pub struct SetAsideJournal {
    /// Its new path.
    pub path: PathBuf,
    /// Why it could not be read.
    pub error: JournalError,
}

/// Why a journal could not be read.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read, or is larger than any journal.
    #[error("{}", plain_reason(.0))]
    Read(#[source] io::Error),
    /// The first line is missing, too long or not a journal's.
    #[error("its first line is not that of a running game")]
    Header,
    /// The game after the first line cannot be read.
    #[error(transparent)]
    Game(#[from] SaveError),
}

/// The journal's first line; the saved game follows.
#[derive(Default, Serialize, Deserialize)]
struct JournalHeader {
    path: Option<StoredPath>,
    unsaved: bool,
    #[serde(default)]
    stamp: Option<FileStamp>,
    #[serde(default)]
    archived: Option<ArchiveId>,
    #[serde(default)]
    archived_stamp: Option<FileStamp>,
    #[serde(default)]
    continues: Option<FileStamp>,
}

/// The times of a clock that runs.
#[derive(Serialize, Deserialize)]
struct ClockRecord {
    /// The version of the journal in whose position the clock runs.
    of: FileStamp,
    /// Milliseconds left to White and Black.
    left_ms: [u64; 2],
}

/// The content of a journal.
pub(crate) struct JournalContent {
    header: JournalHeader,
    pub(crate) game: Game,
}

/// A journal as a file.
struct JournalFile {
    content: JournalContent,
    stamp: FileStamp,
}

impl Journal {
    /// Takes a free slot in the folder and creates the folder if necessary. Slots with games left
    /// behind are not free.
    ///
    /// # Errors
    ///
    /// Returns [`FileAccessError::Write`] if the folder cannot be written or all slots are taken.
    pub fn open(folder: &Path) -> Result<Journal, StoreError> {
        let failed = |error: io::Error| StoreError::File(FileAccessError::write(folder, error));
        fs::create_dir_all(folder).map_err(failed)?;
        let mut problem = None;
        for slot in 1..=SLOTS {
            let path = journal_path(folder, slot);
            if is_taken(&path) {
                continue;
            }
            match lock_slot(folder, slot) {
                // Another program may have written a journal and ended between check and lock.
                Ok(Some(lock)) if !is_taken(&path) => {
                    return Ok(Journal { path, lock, continues: None, written: Cell::new(None) });
                }
                Ok(_) => {}
                Err(error) => problem = problem.or(Some(error)),
            }
        }
        let all_taken = || io::Error::other("too many running programs use this folder");
        Err(failed(problem.unwrap_or_else(all_taken)))
    }

    /// Says in the versions written from now on that they continue a recovered game. If the program
    /// is killed before that one is discarded, the next start finds both journals and drops it.
    pub fn continues(&mut self, old: Option<&RecoveredGame>) {
        self.continues = old.map(|old| old.journal);
    }

    /// Replaces the content of the journal by the game.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::GameTooLarge`] or [`StoreError::OverLimit`] if the game could not be read
    /// again, and [`FileAccessError::Write`] if the file cannot be written. The journal then keeps the
    /// last version that was written.
    pub fn write(&self, game: &Game, origin: &GameOrigin) -> Result<(), StoreError> {
        check_limits(game).map_err(|error| StoreError::over_limit(&self.path, error))?;
        let GameOrigin { save_path, stamp, unsaved, archived, archived_stamp } = origin.clone();
        let (path, continues) = (save_path.map(StoredPath), self.continues);
        let header = JournalHeader { path, unsaved, stamp, archived, archived_stamp, continues };
        let header = ron::to_string(&header)
            .map_err(|error| FileAccessError::write(&self.path, io::Error::other(error)))?;
        let game = to_ron(game);
        if game.len() >= MAX_BYTES || header.len() > MAX_HEADER_BYTES {
            return Err(StoreError::GameTooLarge { path: self.path.clone() });
        }
        let content = format!("{header}\n{game}");
        let stamp = replace(&self.path, content.as_bytes(), None, Expected::Any)?;
        self.written.set(Some(stamp));
        Ok(())
    }

    /// Keeps the time left on the clock of the version that was written last, White's first. Nothing
    /// happens if none was written. A power cut may lose the last seconds.
    ///
    /// # Errors
    ///
    /// Returns [`FileAccessError::Write`] if the file cannot be written.
    pub fn write_clock(&self, left_ms: [u64; 2]) -> Result<(), FileAccessError> {
        let Some(of) = self.written.get() else { return Ok(()) };
        let path = clock_path(&self.path);
        let record = ron::to_string(&ClockRecord { of, left_ms })
            .map_err(|error| FileAccessError::write(&path, io::Error::other(error)))?;
        replace_unsynced(&path, record.as_bytes())
    }

    /// True if the lock was deleted, as with the whole folder. Another program can then take the same
    /// slot, so the journal has to be opened again.
    pub fn has_lost_its_slot(&self) -> bool {
        self.lock.is_lost(&self.path.with_extension("lock"))
    }

    /// Deletes the journal's file and that of its clock.
    ///
    /// # Errors
    ///
    /// Returns [`FileAccessError::Write`] if the file cannot be deleted.
    pub fn clear(&self) -> Result<(), FileAccessError> {
        self.written.set(None);
        remove_journal(&self.path)
    }

    /// The games that ended programs left in the folder. Journals that cannot be read are renamed to
    /// `running-1.1.unreadable` and so on, and kept for the user.
    pub fn recover(folder: &Path) -> RecoveryReport {
        let mut report = RecoveryReport::default();
        for slot in 1..=SLOTS {
            match recover_slot(folder, slot) {
                Some(Ok(game)) => report.games.push(game),
                Some(Err(journal)) => report.set_aside.push(journal),
                None => {}
            }
        }
        drop_continued(&mut report.games);
        report.games.sort_by_key(|game| std::cmp::Reverse(game.modified));
        report
    }
}

impl RecoveredGame {
    /// Deletes the journal of a game that another journal holds or that is not to be recovered.
    ///
    /// # Errors
    ///
    /// Returns [`FileAccessError::Write`] if the file cannot be deleted.
    pub fn discard(self) -> Result<(), FileAccessError> {
        remove_journal(&self.path)
    }

    /// Renames the journal, so that no later start recovers the game, and returns its new path, from
    /// which [`read_set_aside`] reads the game again. The file is a reserve for a game that the
    /// window cannot show.
    ///
    /// # Errors
    ///
    /// Returns [`FileAccessError::Write`] if the file cannot be renamed.
    pub fn set_aside(self) -> Result<PathBuf, FileAccessError> {
        set_aside(&self.path, "aside").map_err(|error| FileAccessError::write(&self.path, error))
    }
}

/// Discards the games that go on in another journal. If that fails, the next start tries again.
fn drop_continued(games: &mut Vec<RecoveredGame>) {
    let continued: Vec<FileStamp> = games.iter().filter_map(|game| game.continues).collect();
    let is_continued = |game: &mut RecoveredGame| {
        continued.iter().any(|stamp| stamp.has_same_content(&game.journal))
    };
    for game in games.extract_if(.., is_continued) {
        let _ = game.discard();
    }
}

fn journal_path(folder: &Path, slot: usize) -> PathBuf {
    folder.join(format!("running-{slot}.ron"))
}

fn clock_path(journal: &Path) -> PathBuf {
    journal.with_extension("clock")
}

/// True if a slot has a journal or anything else in its place, such as a link to no file.
fn is_taken(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// The lock of a slot; `None` if a program, possibly this one, holds it.
fn lock_slot(folder: &Path, slot: usize) -> io::Result<Option<Lock>> {
    Lock::try_take(&folder.join(format!("running-{slot}.lock")))
}

/// Takes the game of a slot; `None` if the slot is empty or another program uses it.
fn recover_slot(folder: &Path, slot: usize) -> Option<Result<RecoveredGame, SetAsideJournal>> {
    let path = journal_path(folder, slot);
    if !is_taken(&path) {
        return None;
    }
    let lock = lock_slot(folder, slot).ok()??;
    let modified = fs::metadata(&path).and_then(|metadata| metadata.modified());
    Some(match read_journal(&path) {
        Ok(JournalFile { content: JournalContent { header, game }, stamp }) => Ok(RecoveredGame {
            game,
            origin: GameOrigin {
                save_path: header.path.map(|path| path.0),
                stamp: header.stamp,
                unsaved: header.unsaved,
                archived: header.archived,
                archived_stamp: header.archived_stamp,
            },
            modified: modified.unwrap_or(SystemTime::UNIX_EPOCH),
            path,
            journal: stamp,
            continues: header.continues,
            _lock: lock,
        }),
        Err(error) => {
            // If renaming fails, the next start tries again.
            let path = set_aside(&path, "unreadable").unwrap_or(path);
            Err(SetAsideJournal { path, error })
        }
    })
}

/// The game of a journal that was set aside. It counts as unsaved and has no file of its own.
///
/// # Errors
///
/// Returns a [`JournalError`] if the journal cannot be read.
pub fn read_set_aside(path: &Path) -> Result<Game, JournalError> {
    read_journal(path).map(|file| file.content.game)
}

fn read_journal(path: &Path) -> Result<JournalFile, JournalError> {
    let StampedBytes { bytes, stamp } =
        read(path, MAX_HEADER_BYTES + MAX_BYTES).map_err(JournalError::Read)?;
    let mut content = parse(&bytes)?;
    if let Some(clock) = &mut content.game.header.clock {
        clock.left_ms = read_clock(path, &stamp).unwrap_or(clock.left_ms);
    }
    Ok(JournalFile { content, stamp })
}

/// The time left when a clock was last kept for this version of a journal. Returns `None` for the clock
/// file of another version or a damaged one; the game then keeps the time of its last move.
fn read_clock(journal: &Path, version: &FileStamp) -> Option<[u64; 2]> {
    let bytes = read(&clock_path(journal), MAX_CLOCK_BYTES).ok()?.bytes;
    let record: ClockRecord = ron::de::from_bytes(&bytes).ok()?;
    record.of.has_same_content(version).then_some(record.left_ms)
}

pub(crate) fn parse(bytes: &[u8]) -> Result<JournalContent, JournalError> {
    let end = bytes.iter().take(MAX_HEADER_BYTES + 1).position(|byte| *byte == b'\n');
    let (header, game) = bytes.split_at(end.ok_or(JournalError::Header)?);
    let header = ron::de::from_bytes(header).map_err(|_| JournalError::Header)?;
    Ok(JournalContent { header, game: from_ron(game)? })
}

/// Renames a journal to a free name and returns it.
fn set_aside(path: &Path, ending: &str) -> io::Result<PathBuf> {
    let free = rename_to_free(path, |number| path.with_extension(format!("{number}.{ending}")))?;
    // Most games have no clock.
    let _ = fs::rename(clock_path(path), clock_path(&free));
    Ok(free)
}

/// Removes a journal and its clock file, which is of no use alone.
fn remove_journal(path: &Path) -> Result<(), FileAccessError> {
    remove(path)?;
    let _ = fs::remove_file(clock_path(path));
    Ok(())
}

fn remove(path: &Path) -> Result<(), FileAccessError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(FileAccessError::write(path, error))
        }
        _ => Ok(()),
    }
}
