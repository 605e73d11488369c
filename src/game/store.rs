//! Games in files, as RON or PGN. Files are written completely or not at all, and read up to a
//! size limit. The name selects the form for writing, name and content for reading.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::iter;
use std::path::{Path, PathBuf};

use super::Game;
use super::pgn::{PgnError, PgnFile, to_pgn};
use super::save::{MAX_BYTES, SaveError, from_ron, to_ron};
use crate::rules::Variant;

/// The extension of saved games: `NAME.minnow.ron`.
pub const EXTENSION: &str = "minnow.ron";

/// The extension of PGN files.
pub const PGN_EXTENSION: &str = "pgn";

/// The content of a file.
#[derive(Clone, Debug)]
pub enum OpenedFile {
    Save(Box<Game>),
    Pgn(PgnFile),
}

/// The longest chain of symbolic links that is followed.
const MAX_LINKS: usize = 16;

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
    /// The file was read, but it holds no valid saved game.
    #[error("\"{}\": {error}", path.display())]
    Invalid {
        path: PathBuf,
        #[source]
        error: SaveError,
    },
    /// The file was read, but it holds no PGN.
    #[error("\"{}\": {error}", path.display())]
    NotPgn {
        path: PathBuf,
        #[source]
        error: PgnError,
    },
}

impl StoreError {
    pub(super) fn read(path: &Path, error: io::Error) -> StoreError {
        StoreError::Read { path: path.to_owned(), error }
    }

    pub(super) fn write(path: &Path, error: io::Error) -> StoreError {
        StoreError::Write { path: path.to_owned(), error }
    }
}

/// The system's reason, in plain words if it is a common one.
fn plain_reason(error: &io::Error) -> String {
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
        _ => return error.to_string(),
    };
    plain.to_owned()
}

/// Whether a path has the extension of PGN.
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
    let bytes = read_file(path).map_err(|error| StoreError::read(path, error))?;
    let pgn = || PgnFile::parse(&bytes, variant);
    if is_pgn(path) {
        let read = pgn().map_err(|error| StoreError::NotPgn { path: path.to_owned(), error });
        return read.map(OpenedFile::Pgn);
    }
    let saved = from_ron(&bytes).map(|game| OpenedFile::Save(Box::new(game)));
    saved.or_else(|error| match (&error, pgn()) {
        (SaveError::Foreign | SaveError::NotText { .. }, Ok(file)) => Ok(OpenedFile::Pgn(file)),
        _ => Err(StoreError::Invalid { path: path.to_owned(), error }),
    })
}

/// Reads a saved game. Only ordinary files are opened: opening a pipe would wait for its other end.
///
/// # Errors
///
/// Returns a [`StoreError`] if the file cannot be read or holds no valid saved game.
pub fn load_game(path: &Path) -> Result<Game, StoreError> {
    let bytes = read_file(path).map_err(|error| StoreError::read(path, error))?;
    from_ron(&bytes).map_err(|error| StoreError::Invalid { path: path.to_owned(), error })
}

/// The bytes of an ordinary file, at most one more than a saved game may have.
///
/// # Errors
///
/// Returns [`StoreError::Read`] if the file cannot be read.
pub fn load_bytes(path: &Path) -> Result<Vec<u8>, StoreError> {
    read_file(path).map_err(|error| StoreError::read(path, error))
}

/// The bytes of an ordinary file, at most one more than a saved game may have.
pub(super) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    check_ordinary(&fs::metadata(path)?)?;
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Saves a game, as PGN if the path has its extension. With `backup`, the previous content is
/// kept in the file `NAME~`.
///
/// # Errors
///
/// Returns a [`StoreError`] if the file cannot be written, the backup cannot be made, or the game
/// exceeds the size limit.
pub fn save_game(path: &Path, game: &Game, backup: bool) -> Result<(), StoreError> {
    let text = if is_pgn(path) { to_pgn(game) } else { to_ron(game) };
    if text.len() > MAX_BYTES {
        let reason = format!("the game is larger than {} MB", MAX_BYTES >> 20);
        return Err(StoreError::write(path, io::Error::other(reason)));
    }
    if backup && path.exists() {
        let copy = backup_path(path);
        let content = File::open(path).map_err(|error| StoreError::read(path, error))?;
        replace(&copy, content).map_err(|error| StoreError::write(&copy, error))?;
    }
    write_atomic(path, text.as_bytes())
}

/// The path of a file's backup: its name with `~` appended.
pub fn backup_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("~");
    PathBuf::from(name)
}

/// Writes a file so that a crash leaves either the old or the new content. Symbolic links are
/// followed, and permissions are kept.
///
/// # Errors
///
/// Returns [`StoreError::Write`] if the file cannot be written, is write-protected, or is a folder,
/// pipe or device.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    replace(path, bytes).map_err(|error| StoreError::write(path, error))
}

fn replace(path: &Path, mut content: impl Read) -> io::Result<()> {
    let target = follow_links(path)?;
    let folder = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let replaced = match fs::metadata(&target) {
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let mut file = new_file_in(folder)?;
    if let Some(metadata) = replaced {
        check_ordinary(&metadata)?;
        if metadata.permissions().readonly() {
            return Err(io::Error::other("it is write-protected"));
        }
        file.as_file().set_permissions(metadata.permissions())?;
    }
    io::copy(&mut content, &mut file)?;
    file.flush()?;
    file.as_file().sync_all()?;
    file.persist(&target).map_err(|error| error.error)?;
    sync_folder(folder);
    Ok(())
}

/// A hidden file that gets its final name when it is complete. It has the permissions of any new
/// file; by default only its owner could read a temporary file.
fn new_file_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".minnow-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Makes the new name survive a power cut. A failure is ignored, because some systems cannot sync
/// a folder and the file is written anyway.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

fn check_ordinary(metadata: &fs::Metadata) -> io::Result<()> {
    if metadata.is_file() {
        Ok(())
    } else if metadata.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        Err(io::Error::other("it is not an ordinary file"))
    }
}

/// The file at the end of a chain of symbolic links. It need not exist.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let next = |path: &PathBuf| {
        let link = fs::read_link(path).ok()?;
        Some(path.parent().unwrap_or(Path::new("")).join(link))
    };
    let mut links = iter::successors(Some(path.to_owned()), next).skip(MAX_LINKS);
    match links.next() {
        Some(_) => Err(io::Error::other("its symbolic links form a circle or too long a chain")),
        None => Ok(iter::successors(Some(path.to_owned()), next).last().unwrap_or_default()),
    }
}
