//! Games in files: written whole or not at all, read with a limit, every failure one sentence. Which
//! of the two forms a file has, the name says when it is written and its content when it is read.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::iter;
use std::path::{Path, PathBuf};

use super::Game;
use super::pgn::{PgnError, PgnFile, to_pgn};
use super::save::{MAX_BYTES, SaveError, from_ron, to_ron};
use crate::rules::Variant;

/// What saved games are called by default: `NAME.minnow.ron`.
pub const EXTENSION: &str = "minnow.ron";

/// The ending of files in PGN.
pub const PGN_EXTENSION: &str = "pgn";

/// What a file holds.
#[derive(Clone, Debug)]
pub enum OpenedFile {
    Save(Box<Game>),
    Pgn(PgnFile),
}

/// How many symbolic links are followed from one to the next.
const MOST_LINKS: usize = 16;

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

/// The system's reason in plain words where it is a common one.
fn plain_reason(error: &io::Error) -> String {
    let plain = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::PermissionDenied => "you have no permission for that",
        io::ErrorKind::StorageFull => "the disk is full",
        io::ErrorKind::QuotaExceeded => "your share of the disk is full",
        io::ErrorKind::ReadOnlyFilesystem => "the disk can only be read",
        io::ErrorKind::IsADirectory => "it is a folder",
        io::ErrorKind::NotADirectory => "a part of the path is not a folder",
        io::ErrorKind::InvalidFilename => "the name is not possible here",
        io::ErrorKind::StaleNetworkFileHandle => "the network folder has gone",
        _ => return error.to_string(),
    };
    plain.to_owned()
}

/// Whether a path is named like PGN.
pub fn is_pgn(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(PGN_EXTENSION))
}

/// Reads a file of either form. What is not named like PGN is taken for a saved game, and for PGN
/// only if it is nothing like that; `variant` is played where PGN does not say what.
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

/// Reads a saved game. Anything but an ordinary file is refused before it is opened, since
/// opening a pipe would wait for its other end.
pub fn load_game(path: &Path) -> Result<Game, StoreError> {
    let bytes = read_file(path).map_err(|error| StoreError::read(path, error))?;
    from_ron(&bytes).map_err(|error| StoreError::Invalid { path: path.to_owned(), error })
}

/// The bytes of an ordinary file, cut off beyond what a saved game may have.
pub fn load_bytes(path: &Path) -> Result<Vec<u8>, StoreError> {
    read_file(path).map_err(|error| StoreError::read(path, error))
}

/// The file's bytes, at most one more than a saved game may have.
pub(super) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    check_ordinary(&fs::metadata(path)?)?;
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Saves a game, as PGN where the path is named so. With `backup`, what stood in the file before
/// is kept beside it as `NAME~`.
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

/// Where the backup of a file stands: its name with a `~` behind it.
pub fn backup_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("~");
    PathBuf::from(name)
}

/// Writes a file so that a crash leaves either the old or the new content. A symbolic link stays
/// and the file it leads to is replaced; permissions are kept; write-protected files, folders,
/// pipes and devices are refused.
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

/// A hidden file that takes its final name when it is complete. It gets the permissions of any
/// new file, not those of a secret one, which temporary files have by default.
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

/// Makes the new name last through a power cut. Where the system cannot do that the file is
/// written all the same, so a failure is no error.
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

/// The file that a chain of symbolic links leads to, which need not exist yet.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let next = |path: &PathBuf| {
        let link = fs::read_link(path).ok()?;
        Some(path.parent().unwrap_or(Path::new("")).join(link))
    };
    let mut links = iter::successors(Some(path.to_owned()), next).skip(MOST_LINKS);
    match links.next() {
        Some(_) => Err(io::Error::other("it is a symbolic link that goes in a circle")),
        None => Ok(iter::successors(Some(path.to_owned()), next).last().unwrap_or_default()),
    }
}
