//! The archive: every game that was played, each in a file of its own, and an index for lists.
//!
//! A folder holds `ID.minnow.ron` for each game, written completely or not at all. A file that
//! cannot be read is named and loses no other game. [`Archive::list`] takes what it shows from the
//! index where the index matches the files, and reads the other games. Several programs may use a
//! folder at once: ids differ, and an index that another program has replaced is only slower.
//!
//! Deleted games move to the folder `deleted` beside them, from which they can be taken back for a
//! week.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use minnow_game::{
//!     Game,
//!     archive::{Archive, ArchiveId, ReviewFacts},
//! };
//! use minnow_rules::Variant;
//!
//! let folder = tempfile::tempdir()?;
//! let archive = Archive::new(folder.path());
//! let id: ArchiveId = "20261122-1".parse()?;
//! archive.keep(&id, &Game::new(Variant::default_variant()))?;
//! let list = archive.list(|_| ReviewFacts::default(), |_, _| ControlFlow::Continue(()))?;
//! let games = list.expect("it was not stopped").games;
//! assert_eq!((&games[0].id, games[0].plies), (&id, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod entry;
mod export;
mod id;
mod index;

use minnow_base::files::{
    Expected, FileAccessError, FileStamp, load_text, system as fs, write_atomic,
};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;
use web_time::SystemTime;

use super::Game;
use super::store::{
    EXTENSION, StampedGame, StoreError, load_game, load_stamped_game, save_game_if,
};
use index::{FileMark, IndexedGame};

pub use entry::{Accuracies, ArchivedGame, ArchivedResult, ReviewFacts};
pub use export::ExportReport;
pub use id::{ArchiveId, ParseArchiveIdError};

/// The maximum number of games. A PGN file with all of them can be read again.
pub const MAX_ARCHIVED_GAMES: usize = 50_000;

/// The maximum size of the index, in bytes.
const MAX_INDEX_BYTES: usize = 64 << 20;

/// Deleted games are kept for this long.
const KEPT_AFTER_DELETION: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// The user's games in a folder.
#[derive(Clone, Debug)]
pub struct Archive {
    folder: PathBuf,
}

/// The games of an archive, in no order, and the files that could not be read.
#[derive(Debug, Default)]
pub struct ArchiveList {
    /// The games that could be read.
    pub games: Vec<ArchivedGame>,
    /// An error for each other file; it names the path.
    pub damaged: Vec<StoreError>,
    /// The number of games whose file was read, because the index did not have them.
    pub files_read: usize,
}

impl Archive {
    /// The archive in a folder, which need not exist.
    pub fn new(folder: &Path) -> Archive {
        Archive { folder: folder.to_owned() }
    }

    /// The file of a game.
    pub fn path_of(&self, id: &ArchiveId) -> PathBuf {
        self.folder.join(format!("{id}.{EXTENSION}"))
    }

    /// Writes a game in place of the version with the same id.
    ///
    /// # Errors
    ///
    /// Returns a [`StoreError`] if the file cannot be written, the game exceeds a limit, or the
    /// archive is full.
    pub fn keep(&self, id: &ArchiveId, game: &Game) -> Result<(), StoreError> {
        self.keep_if(id, game, Expected::Any).map(drop)
    }

    /// Writes a game as [`Archive::keep`] does, if its file is as expected, and returns the stamp of
    /// the new version.
    ///
    /// # Errors
    ///
    /// Returns [`FileAccessError::Changed`] if the file is not as expected, and the errors of
    /// [`Archive::keep`].
    pub fn keep_if(
        &self,
        id: &ArchiveId,
        game: &Game,
        expected: Expected,
    ) -> Result<FileStamp, StoreError> {
        let path = self.path_of(id);
        let failed = |error| StoreError::File(FileAccessError::write(&path, error));
        fs::create_dir_all(&self.folder).map_err(failed)?;
        if !fs::exists(&path) && self.files().map_err(failed)?.len() >= MAX_ARCHIVED_GAMES {
            let text = format!("the folder holds {MAX_ARCHIVED_GAMES} games, and takes no more");
            return Err(failed(io::Error::other(text)));
        }
        save_game_if(&path, game, false, expected)
    }

    /// Reads a game.
    ///
    /// # Errors
    ///
    /// Returns a [`StoreError`] if the file cannot be read or holds no valid game.
    pub fn open(&self, id: &ArchiveId) -> Result<Game, StoreError> {
        load_game(&self.path_of(id))
    }

    /// Reads a game as [`Archive::open`] does, with the stamp of its file.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Archive::open`].
    pub fn open_stamped(&self, id: &ArchiveId) -> Result<StampedGame, StoreError> {
        load_stamped_game(&self.path_of(id))
    }

    /// Moves a game to the deleted ones.
    ///
    /// # Errors
    ///
    /// Returns [`FileAccessError::Write`] if the file cannot be moved.
    pub fn delete(&self, id: &ArchiveId) -> Result<(), StoreError> {
        let path = self.path_of(id);
        let failed = |error| StoreError::File(FileAccessError::write(&path, error));
        fs::create_dir_all(self.deleted_folder()).map_err(failed)?;
        // The time of its deletion; where it cannot be set, the game is kept less long.
        fs::set_modified(&path, SystemTime::now()).map_err(failed)?;
        fs::rename(&path, self.deleted_path_of(id)).map_err(failed)
    }

    /// Takes a deleted game back.
    ///
    /// # Errors
    ///
    /// Returns [`FileAccessError::Write`] if the file cannot be moved.
    pub fn restore(&self, id: &ArchiveId) -> Result<(), StoreError> {
        let path = self.deleted_path_of(id);
        fs::rename(&path, self.path_of(id))
            .map_err(|error| FileAccessError::write(&path, error).into())
    }

    /// Removes games that were deleted more than a week before `now`. Files that cannot be removed
    /// stay without an error.
    pub fn remove_old_deleted(&self, now: SystemTime) {
        let Ok(entries) = fs::read_dir(self.deleted_folder()) else { return };
        for entry in entries.flatten().filter(|entry| id_of(entry).is_some()) {
            let modified = entry.metadata().and_then(|metadata| metadata.modified()).ok();
            let age = modified.and_then(|time| now.duration_since(time).ok());
            if age.is_some_and(|age| age > KEPT_AFTER_DELETION) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// All games; `None` if `progress` has returned `Break`: the index then keeps what was read.
    /// Those that the index has come first, then the others as they are read, the newest first.
    /// `review` gives what a review found out about a game that is read. `progress` gets the games
    /// listed so far, before each one that is read, and the number of all.
    ///
    /// # Errors
    ///
    /// Returns [`FileAccessError::Read`] if the folder cannot be read; a folder that does not exist is
    /// empty.
    pub fn list(
        &self,
        review: impl Fn(&Game) -> ReviewFacts,
        mut progress: impl FnMut(&[ArchivedGame], usize) -> ControlFlow<()>,
    ) -> Result<Option<ArchiveList>, StoreError> {
        let mut files = match self.files() {
            Ok(files) => files,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(FileAccessError::read(&self.folder, error).into()),
        };
        files.sort_unstable_by(|one, other| other.id.cmp(&one.id));
        let total = files.len();
        let index = load_text(&self.index_path(), MAX_INDEX_BYTES).unwrap_or_default();
        let mut known = index::parse(&index);
        let known_before = known.len();
        let (mut marks, mut list) = (Vec::with_capacity(total), ArchiveList::default());
        files.retain(|ArchiveFile { id, mark }| {
            let indexed = known.remove(id).filter(|indexed| Some(indexed.mark) == *mark);
            let is_known = indexed.is_some();
            if let Some(IndexedGame { mark, game }) = indexed {
                marks.push(mark);
                list.games.push(game);
            }
            !is_known
        });
        let mut is_stopped = false;
        for ArchiveFile { id, mark } in files {
            if progress(&list.games, total).is_break() {
                is_stopped = true;
                break;
            }
            list.files_read += 1;
            match self.open(&id) {
                Ok(game) => {
                    // A file without a time is read each time.
                    marks.push(mark.unwrap_or_default());
                    list.games.push(ArchivedGame::new(id, &game, review(&game)));
                }
                Err(error) => list.damaged.push(error),
            }
        }
        if list.files_read > list.damaged.len() || list.games.len() != known_before {
            // Without an index, the next list reads the games again.
            let lines = list.games.iter().zip(&marks);
            let _ = write_atomic(&self.index_path(), index::to_text(lines).as_bytes());
        }
        Ok((!is_stopped).then_some(list))
    }

    fn index_path(&self) -> PathBuf {
        self.folder.join("index.txt")
    }

    fn deleted_folder(&self) -> PathBuf {
        self.folder.join("deleted")
    }

    fn deleted_path_of(&self, id: &ArchiveId) -> PathBuf {
        self.deleted_folder().join(format!("{id}.{EXTENSION}"))
    }

    /// The files of the games.
    fn files(&self) -> io::Result<Vec<ArchiveFile>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let Some(id) = id_of(&entry) else { continue };
            let metadata = entry.metadata().ok();
            files.push(ArchiveFile { id, mark: metadata.as_ref().and_then(FileMark::new) });
        }
        Ok(files)
    }
}

/// The file of a game in the folder.
struct ArchiveFile {
    id: ArchiveId,
    /// `None` if the system does not know its time.
    mark: Option<FileMark>,
}

/// The id of a game's file; `None` for other files.
fn id_of(entry: &fs::DirEntry) -> Option<ArchiveId> {
    let name = entry.file_name();
    let id = name.to_str()?.strip_suffix(EXTENSION)?.strip_suffix('.')?;
    id.parse().ok()
}
