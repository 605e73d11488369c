//! Games in files, as RON or PGN. Files are written completely or not at all, and read up to a
//! size limit. The name selects the form for writing, name and content for reading.
//!
//! How files are read and replaced, and what holds for links, backups and changes by other programs:
//! [`files`]. [`save_game_if`] with [`Expected::Unchanged`] saves only if the file still
//! has the content of a stamp. To overwrite another content after a question, save with
//! `Expected::Unchanged` of the *found* stamp, so that a further change is noticed, too; to keep both,
//! save under another name with [`Expected::Missing`]. The backup is `NAME~`, beside the path as given.
//!
//! ```
//! use minnow_game::{
//!     Game,
//!     store::{load_game, save_game},
//! };
//! use minnow_rules::Variant;
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("game.minnow.ron");
//! let game = Game::new(Variant::default_variant());
//! let backup = false;
//! save_game(&path, &game, backup)?;
//! assert_eq!(load_game(&path)?.position(), game.position());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::{Path, PathBuf};

use super::Game;
use super::pgn::{self, PgnError, PgnFile, to_pgn};
use super::save::{MAX_BYTES, SaveError, check_limits, from_ron, to_ron};
use minnow_base::files::{self, Expected, FileAccessError, FileStamp, StampedBytes, size_text};
use minnow_rules::Variant;

/// The extension of saved games: `NAME.minnow.ron`.
pub const EXTENSION: &str = "minnow.ron";

/// The extension of PGN files.
pub const PGN_EXTENSION: &str = "pgn";

/// The first bytes of compressed files.
const PACKED: [(&[u8], &str); 6] = [
    (b"\x1f\x8b", "gzip"),
    (b"PK\x03\x04", "ZIP"),
    (b"\x28\xb5\x2f\xfd", "Zstandard"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ", "xz"),
    (b"7z\xbc\xaf", "7-Zip"),
];

/// An opened file: its games, and its stamp for a later save.
#[derive(Clone, Debug)]
pub struct OpenedFile {
    /// The games.
    pub content: FileContent,
    /// The stamp of what was read.
    pub stamp: FileStamp,
}

/// The games of a file.
#[derive(Clone, Debug)]
pub enum FileContent {
    /// A saved game in RON.
    Save(Box<Game>),
    /// The games of a PGN file.
    Pgn(PgnFile),
}

/// Why a file could not be read or written; each error names the path.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be read or written, or is not as expected.
    #[error(transparent)]
    File(#[from] FileAccessError),
    /// The game exceeds a limit of [`limits`](super::limits); nothing was written.
    #[error("\"{}\" cannot be written: {error}", path.display())]
    OverLimit {
        /// The file to be written.
        path: PathBuf,
        /// The first excess.
        #[source]
        error: Box<SaveError>,
    },
    /// The game is larger than a file that can be read again; nothing was written.
    #[error("\"{}\" cannot be written: the game is larger than {}", path.display(), size_text(MAX_BYTES))]
    GameTooLarge {
        /// The file to be written.
        path: PathBuf,
    },
    /// The file was read, but it holds no valid saved game.
    #[error("\"{}\": {error}", path.display())]
    Invalid {
        /// The file that was read.
        path: PathBuf,
        /// Why it holds no game, with the place in its text.
        #[source]
        error: Box<SaveError>,
    },
    /// The file is compressed.
    #[error("\"{}\" is a {form} file: unpack it, and open the game in it", path.display())]
    Packed {
        /// The file that was read.
        path: PathBuf,
        /// The form by the file's first bytes, as `gzip`.
        form: &'static str,
    },
    /// The file was read, but it holds no PGN.
    #[error("\"{}\": {error}", path.display())]
    NotPgn {
        /// The file that was read.
        path: PathBuf,
        /// Why it holds no game.
        #[source]
        error: Box<PgnError>,
    },
}

impl StoreError {
    pub(super) fn over_limit(path: &Path, error: SaveError) -> StoreError {
        StoreError::OverLimit { path: path.to_owned(), error: Box::new(error) }
    }

    fn invalid(path: &Path, error: SaveError) -> StoreError {
        StoreError::Invalid { path: path.to_owned(), error: Box::new(error) }
    }

    /// True if the file does not exist.
    pub fn is_missing(&self) -> bool {
        matches!(self, StoreError::File(error) if error.is_missing())
    }
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
    if let Some((_, form)) = PACKED.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Err(StoreError::Packed { path: path.to_owned(), form });
    }
    let pgn = || PgnFile::parse(bytes, variant);
    let not_pgn = |error| StoreError::NotPgn { path: path.to_owned(), error: Box::new(error) };
    if is_pgn(path) {
        return pgn().map(FileContent::Pgn).map_err(not_pgn);
    }
    let begins_save = bytes.trim_ascii_start().starts_with(b"(");
    let saved = from_ron(bytes).map(|game| FileContent::Save(Box::new(game)));
    saved.or_else(|error| match (&error, pgn()) {
        (SaveError::Foreign | SaveError::NotText { .. }, Ok(file)) => Ok(FileContent::Pgn(file)),
        // RON may begin with a comment, and notes about a game with `#` or `//`.
        (error, Ok(file)) if !begins_save && *error != SaveError::OfLab => {
            Ok(FileContent::Pgn(file))
        }
        (_, Err(binary @ PgnError::NotText)) => Err(not_pgn(binary)),
        _ => Err(StoreError::invalid(path, error)),
    })
}

/// A saved game, and the stamp of its file for a later save.
#[derive(Clone, Debug)]
pub struct StampedGame {
    /// The game.
    pub game: Game,
    /// The stamp of what was read.
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

/// The bytes of an ordinary file that is not larger than its form may be: a saved game by its name,
/// else PGN.
///
/// # Errors
///
/// Returns [`FileAccessError::Read`] if the file cannot be read.
pub fn load_bytes(path: &Path) -> Result<StampedBytes, FileAccessError> {
    let is_save = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"));
    files::load_bytes(path, if is_save { MAX_BYTES } else { pgn::MAX_BYTES })
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
/// Returns [`FileAccessError::Changed`] if the file is not as expected, and the errors of [`save_game`].
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
    Ok(files::replace(path, text.as_bytes(), copy.as_deref(), expected)?)
}

/// The path of a file's backup: its name with `~` appended.
pub fn backup_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("~");
    PathBuf::from(name)
}
