//! Games in files, as RON or PGN. Files are written completely or not at all, and read up to a
//! size limit. The name selects the form for writing, name and content for reading.
//!
//! - **Only ordinary files** are opened: a pipe, socket, device or folder is refused before it is
//!   opened, and a file over its size limit before it is read.
//! - **Changes by other programs** are noticed. [`open_file`] and [`save_game`] return a
//!   [`FileStamp`]; [`save_game_if`] with [`Expected::Unchanged`] saves only if the file still has
//!   the content of that stamp, and otherwise returns [`StoreError::Changed`] with the stamp of the
//!   content that it found. To overwrite that content after a question, save with
//!   `Expected::Unchanged` of the *found* stamp, so that a further change is noticed, too; to keep
//!   both, save under another name with [`Expected::Missing`].
//! - **Links.** A link at the path of a game is followed, because users keep their games in other
//!   folders, but not created through: a link to a file that does not exist is refused, or saving
//!   could create a start-up file from an unpacked archive. [`final_path`] names the file at the end
//!   of a link for a question. Another hard link of the file keeps the previous content.
//! - **Backups** (`NAME~`, beside the path as given) and temporary files are new files with the
//!   permissions of the game. They are never written through a link; the backup replaces it.
//! - **Names that are not UTF-8** are stored as [`StoredPath`].

mod leftovers;
mod ordinary;
mod replace;
mod stamp;
mod stored_path;

use std::io;
use std::path::{Path, PathBuf};

use super::Game;
use super::pgn::{PgnError, PgnFile, to_pgn};
use super::save::{MAX_BYTES, SaveError, check_limits, from_ron, to_ron};
use crate::rules::Variant;
use ordinary::size_text;

pub use leftovers::remove_leftovers;
pub use ordinary::StampedBytes;
pub use replace::final_path;
pub use stamp::FileStamp;
pub use stored_path::StoredPath;

pub(super) use ordinary::{read as read_file, without_waiting};

/// The extension of saved games: `NAME.minnow.ron`.
pub const EXTENSION: &str = "minnow.ron";

/// The extension of PGN files.
pub const PGN_EXTENSION: &str = "pgn";

/// An opened file: its games, and its stamp for a later save.
#[derive(Clone, Debug)]
pub struct OpenedFile {
    pub content: FileContent,
    pub stamp: FileStamp,
}

/// The games of a file.
#[derive(Clone, Debug)]
pub enum FileContent {
    Save(Box<Game>),
    Pgn(PgnFile),
}

/// The content that a save expects at its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Any file or none; a file is replaced.
    Any,
    /// No file.
    Missing,
    /// The content of this stamp, or no file.
    Unchanged(FileStamp),
}

impl Expected {
    /// Compares the file `target`, to which `path` leads, with what is expected.
    fn check(self, path: &Path, target: &Path) -> Result<(), StoreError> {
        if self == Expected::Any {
            return Ok(());
        }
        let found = stamp_of(target)?;
        let is_as_expected = |found: &FileStamp| match self {
            Expected::Any => true,
            Expected::Missing => false,
            Expected::Unchanged(stamp) => stamp.has_same_content(found),
        };
        match found.filter(|found| !is_as_expected(found)) {
            None => Ok(()),
            Some(found) => Err(StoreError::Changed { path: path.to_owned(), found }),
        }
    }
}

/// Why a file could not be read or written; each error names the path.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("\"{}\" cannot be opened: {}", path.display(), plain_reason(error))]
    Read {
        path: PathBuf,
        #[source]
        error: io::Error,
    },
    #[error("\"{}\" cannot be written: {}", path.display(), plain_reason(error))]
    Write {
        path: PathBuf,
        #[source]
        error: io::Error,
    },
    /// The file does not hold what [`Expected`] says, and is left unchanged.
    #[error("\"{}\" has been changed by another program", path.display())]
    Changed {
        path: PathBuf,
        /// The stamp of the content found.
        found: FileStamp,
    },
    /// The game exceeds a limit of [`limits`](super::limits); nothing was written.
    #[error("\"{}\" cannot be written: {error}", path.display())]
    OverLimit {
        path: PathBuf,
        #[source]
        error: Box<SaveError>,
    },
    /// The game is larger than a file that can be read again; nothing was written.
    #[error("\"{}\" cannot be written: the game is larger than {}", path.display(), size_text(MAX_BYTES))]
    GameTooLarge { path: PathBuf },
    /// The file was read, but it holds no valid saved game.
    #[error("\"{}\": {error}", path.display())]
    Invalid {
        path: PathBuf,
        #[source]
        error: Box<SaveError>,
    },
    /// The file was read, but it holds no PGN.
    #[error("\"{}\": {error}", path.display())]
    NotPgn {
        path: PathBuf,
        #[source]
        error: Box<PgnError>,
    },
}

impl StoreError {
    pub(super) fn read(path: &Path, error: io::Error) -> StoreError {
        StoreError::Read { path: path.to_owned(), error }
    }

    pub(super) fn write(path: &Path, error: io::Error) -> StoreError {
        StoreError::Write { path: path.to_owned(), error }
    }

    pub(super) fn over_limit(path: &Path, error: SaveError) -> StoreError {
        StoreError::OverLimit { path: path.to_owned(), error: Box::new(error) }
    }

    fn invalid(path: &Path, error: SaveError) -> StoreError {
        StoreError::Invalid { path: path.to_owned(), error: Box::new(error) }
    }

    /// True if the file does not exist.
    pub fn is_missing(&self) -> bool {
        matches!(self, StoreError::Read { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
}

/// The system's reason, in plain words if it is a common one.
pub(super) fn plain_reason(error: &io::Error) -> String {
    let plain = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::PermissionDenied => "you have no permission for that",
        io::ErrorKind::StorageFull => "the disk is full",
        io::ErrorKind::QuotaExceeded => "your disk quota is used up",
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        io::ErrorKind::IsADirectory => "it is a folder",
        io::ErrorKind::NotADirectory => "a part of the path is not a folder",
        io::ErrorKind::InvalidFilename => "the name is not allowed here",
        io::ErrorKind::StaleNetworkFileHandle => "the network folder is gone",
        _ => return without_number(&error.to_string()).to_owned(),
    };
    plain.to_owned()
}

/// The text of an error without the system's number at its end: ` (os error 5)`.
fn without_number(text: &str) -> &str {
    let number = text.rfind(" (os error ").filter(|_| text.ends_with(')'));
    number.and_then(|at| text.get(..at)).unwrap_or(text)
}

/// True if a path has the extension of PGN.
pub fn is_pgn(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(PGN_EXTENSION))
}

/// Reads a file of either form. A file without the extension of PGN is read as a saved game first,
/// and as PGN if it is clearly no saved game. `variant` applies to PGN games without a `Variant` tag.
///
/// # Errors
///
/// Returns a [`StoreError`] if the file cannot be read or holds neither form.
pub fn open_file(path: &Path, variant: &'static Variant) -> Result<OpenedFile, StoreError> {
    let StampedBytes { bytes, stamp } = load_bytes(path)?;
    content_of(path, &bytes, variant).map(|content| OpenedFile { content, stamp })
}

fn content_of(
    path: &Path,
    bytes: &[u8],
    variant: &'static Variant,
) -> Result<FileContent, StoreError> {
    let pgn = || PgnFile::parse(bytes, variant);
    if is_pgn(path) {
        let read = pgn()
            .map_err(|error| StoreError::NotPgn { path: path.to_owned(), error: Box::new(error) });
        return read.map(FileContent::Pgn);
    }
    let saved = from_ron(bytes).map(|game| FileContent::Save(Box::new(game)));
    saved.or_else(|error| match (&error, pgn()) {
        (SaveError::Foreign | SaveError::NotText { .. }, Ok(file)) => Ok(FileContent::Pgn(file)),
        _ => Err(StoreError::invalid(path, error)),
    })
}

/// A saved game, and the stamp of its file for a later save.
#[derive(Clone, Debug)]
pub struct StampedGame {
    pub game: Game,
    pub stamp: FileStamp,
}

/// Reads a saved game.
///
/// # Errors
///
/// Returns a [`StoreError`] if the file cannot be read or holds no valid saved game.
pub fn load_game(path: &Path) -> Result<Game, StoreError> {
    load_stamped_game(path).map(|stamped| stamped.game)
}

/// Reads a saved game as [`load_game`] does, with the stamp of its file.
///
/// # Errors
///
/// Returns the errors of [`load_game`].
pub fn load_stamped_game(path: &Path) -> Result<StampedGame, StoreError> {
    let StampedBytes { bytes, stamp } = load_bytes(path)?;
    let game = from_ron(&bytes).map_err(|error| StoreError::invalid(path, error))?;
    Ok(StampedGame { game, stamp })
}

/// The bytes of an ordinary file that is not larger than a game may be.
///
/// # Errors
///
/// Returns [`StoreError::Read`] if the file cannot be read.
pub fn load_bytes(path: &Path) -> Result<StampedBytes, StoreError> {
    read_file(path, MAX_BYTES).map_err(|error| StoreError::read(path, error))
}

/// The text of an ordinary file of at most `max_bytes` bytes, such as the settings.
///
/// # Errors
///
/// Returns [`StoreError::Read`] if the file cannot be read or is not UTF-8.
pub fn load_text(path: &Path, max_bytes: usize) -> Result<String, StoreError> {
    let failed = |error| StoreError::read(path, error);
    let StampedBytes { bytes, .. } = read_file(path, max_bytes).map_err(failed)?;
    String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() + 1;
        failed(io::Error::other(format!("byte {byte} is not text")))
    })
}

/// The stamp of the file at a path; `None` if there is none.
///
/// # Errors
///
/// Returns [`StoreError::Read`] if the file cannot be read.
pub fn stamp_of(path: &Path) -> Result<Option<FileStamp>, StoreError> {
    match ordinary::stamp(path, MAX_BYTES) {
        Ok(stamp) => Ok(Some(stamp)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StoreError::read(path, error)),
    }
}

/// Saves a game, as PGN if the path has its extension, and returns the stamp of the file. With
/// `backup`, the previous content is kept in the file `NAME~`.
///
/// # Errors
///
/// Returns a [`StoreError`] if the file cannot be written, the backup cannot be made, or the game
/// exceeds a limit.
pub fn save_game(path: &Path, game: &Game, backup: bool) -> Result<FileStamp, StoreError> {
    save_game_if(path, game, backup, Expected::Any)
}

/// Saves a game as [`save_game`] does, if the file is as expected. The last check is made
/// immediately before the file is replaced.
///
/// # Errors
///
/// Returns [`StoreError::Changed`] if the file is not as expected, and the errors of [`save_game`].
pub fn save_game_if(
    path: &Path,
    game: &Game,
    backup: bool,
    expected: Expected,
) -> Result<FileStamp, StoreError> {
    check_limits(game).map_err(|error| StoreError::over_limit(path, error))?;
    let text = if is_pgn(path) { to_pgn(game) } else { to_ron(game) };
    if text.len() > MAX_BYTES {
        return Err(StoreError::GameTooLarge { path: path.to_owned() });
    }
    let copy = backup.then(|| backup_path(path));
    replace::replace(path, text.as_bytes(), copy.as_deref(), expected)
}

/// The path of a file's backup: its name with `~` appended.
pub fn backup_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("~");
    PathBuf::from(name)
}

/// Writes a file so that a crash leaves either the old or the new content. Links to existing files
/// are followed, and permissions are kept.
///
/// # Errors
///
/// Returns [`StoreError::Write`] if the file cannot be written, is write-protected, is no ordinary
/// file, or is a link to a file that does not exist.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    write_if(path, bytes, Expected::Any)
}

/// Writes a file as [`write_atomic`] does, if the file there is as expected.
///
/// # Errors
///
/// Returns [`StoreError::Changed`] if the file is not as expected, and the errors of
/// [`write_atomic`].
pub fn write_if(path: &Path, bytes: &[u8], expected: Expected) -> Result<(), StoreError> {
    replace::replace(path, bytes, None, expected).map(|_| ())
}
