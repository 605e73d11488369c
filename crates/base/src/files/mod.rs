//! Files, independent of what they hold: read up to a size limit, and written completely or not at
//! all.
//!
//! - **Only ordinary files** are opened: a pipe, socket, device or folder is refused before it is
//!   opened, and a file over its size limit before it is read. Only [`write_stream`], for what a
//!   command puts out, writes to pipes and devices.
//! - **Changes by other programs** are noticed: reading and writing return a [`FileStamp`], and a write
//!   that expects the content of a stamp returns [`FileAccessError::Changed`] if it finds another.
//! - **Links.** A link at the path of a file is followed, because users keep their files in other
//!   folders, but not created through: a link to a file that does not exist is refused, or writing
//!   could create a start-up file from an unpacked archive. Another hard link of the file keeps the
//!   previous content.
//! - **Backups** and temporary files are new files with the permissions of the file. They are never
//!   written through a link; the backup replaces it.
//! - **Names that are not UTF-8** are stored as [`StoredPath`].
//! - **The program's own files** are read by [`load_own`], which keeps an unreadable one.
//!
//! ```
//! use minnow_base::files::{self, Expected, FileAccessError};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("note.txt");
//! files::write_atomic(&path, b"one")?;
//! let max_bytes = 100;
//! let opened = files::load_bytes(&path, max_bytes)?;
//! // Another program writes the file.
//! std::fs::write(&path, "two")?;
//! let refused = files::write_if(&path, b"three", Expected::Unchanged(opened.stamp));
//! assert!(matches!(refused, Err(FileAccessError::Changed { .. })));
//! assert_eq!(files::load_text(&path, max_bytes)?, "two");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(not(target_arch = "wasm32"))]
mod appended;
mod leftovers;
mod ordinary;
mod own;
mod replace;
mod stamp;
mod stored_path;
pub mod system;

use std::io;
use std::path::{Path, PathBuf};

#[cfg(not(target_arch = "wasm32"))]
pub use appended::AppendedFile;
pub use leftovers::remove_leftovers;
pub use ordinary::{StampedBytes, read, read_stream, size_text};
pub use own::{
    KeptCopy, OwnFile, SetAsideFile, first_free, keep_copy, load_own, lock_beside, rename_to_free,
    replace_own,
};
pub use replace::{replace, replace_unsynced, write_stream};
pub use stamp::{ContentHash, FileStamp, content_hash};
pub use stored_path::StoredPath;

/// Of a file larger than this, a stamp covers the beginning alone.
pub const MAX_STAMPED_BYTES: usize = 16 << 20;

/// The content that a write expects at its path.
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
    fn check(self, path: &Path, target: &Path) -> Result<(), FileAccessError> {
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
            Some(found) => Err(FileAccessError::Changed { path: path.to_owned(), found }),
        }
    }
}

/// Why a file could not be read or written; each error names the path.
#[derive(Debug, thiserror::Error)]
pub enum FileAccessError {
    /// The file cannot be opened or read.
    #[error("\"{}\" cannot be opened: {}", path.display(), plain_reason(error))]
    Read {
        /// The file, as the caller named it.
        path: PathBuf,
        /// The system's error, or a reason of this crate such as a size limit.
        #[source]
        error: io::Error,
    },
    /// The file cannot be written.
    #[error("\"{}\" cannot be written: {}", path.display(), plain_reason(error))]
    Write {
        /// The file, its backup or its folder.
        path: PathBuf,
        /// The system's error, or a reason of this crate such as a link that leads to no file.
        #[source]
        error: io::Error,
    },
    /// The file does not hold what [`Expected`] says, and is left unchanged.
    #[error("\"{}\" has been changed by another program", path.display())]
    Changed {
        /// The file, as the caller named it.
        path: PathBuf,
        /// The stamp of the content found.
        found: FileStamp,
    },
}

impl FileAccessError {
    /// A failure to read a file.
    pub fn read(path: &Path, error: io::Error) -> FileAccessError {
        FileAccessError::Read { path: path.to_owned(), error }
    }

    /// A failure to write a file.
    pub fn write(path: &Path, error: io::Error) -> FileAccessError {
        FileAccessError::Write { path: path.to_owned(), error }
    }

    /// True if the file does not exist.
    pub fn is_missing(&self) -> bool {
        matches!(self, FileAccessError::Read { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }

    /// True if the file cannot be written although its path is right, such as on a full disk.
    pub fn is_failed_write(&self) -> bool {
        matches!(self, FileAccessError::Write { error, .. } if !is_wrong_path(error))
    }
}

/// True if the path is at fault: a part of it is missing or no folder, or it is a folder itself.
pub fn is_wrong_path(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::InvalidFilename
    )
}

/// The system's reason, in plain words if it is a common one.
pub fn plain_reason(error: &io::Error) -> String {
    let plain = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::PermissionDenied => "you have no permission for that",
        io::ErrorKind::StorageFull => "the disk is full",
        io::ErrorKind::QuotaExceeded => "your disk quota is used up",
        // The reasons of this crate have the kind, too, and no number.
        io::ErrorKind::FileTooLarge if error.raw_os_error().is_some() => {
            "the system allows no file of that size"
        }
        io::ErrorKind::BrokenPipe => "its reader has gone",
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

/// The bytes of an ordinary file of at most `max_bytes` bytes.
///
/// # Errors
///
/// Returns [`FileAccessError::Read`] if the file cannot be read.
pub fn load_bytes(path: &Path, max_bytes: usize) -> Result<StampedBytes, FileAccessError> {
    ordinary::read(path, max_bytes).map_err(|error| FileAccessError::read(path, error))
}

/// The text of an ordinary file of at most `max_bytes` bytes, such as the settings.
///
/// # Errors
///
/// Returns [`FileAccessError::Read`] if the file cannot be read or is not UTF-8.
pub fn load_text(path: &Path, max_bytes: usize) -> Result<String, FileAccessError> {
    let StampedBytes { bytes, .. } = load_bytes(path, max_bytes)?;
    String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() + 1;
        let problem = format!("byte {byte} is not text");
        FileAccessError::read(path, io::Error::new(io::ErrorKind::InvalidData, problem))
    })
}

/// The stamp of the file at a path; `None` if there is none.
///
/// # Errors
///
/// Returns [`FileAccessError::Read`] if the file cannot be read.
pub fn stamp_of(path: &Path) -> Result<Option<FileStamp>, FileAccessError> {
    match ordinary::stamp(path) {
        Ok(stamp) => Ok(Some(stamp)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FileAccessError::read(path, error)),
    }
}

/// Writes a file so that a crash leaves either the old or the new content. Links to existing files
/// are followed, and permissions are kept.
///
/// # Errors
///
/// Returns [`FileAccessError::Write`] if the file cannot be written, is write-protected, is no ordinary
/// file, or is a link to a file that does not exist.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), FileAccessError> {
    write_if(path, bytes, Expected::Any)
}

/// Writes a file as [`write_atomic`] does, if the file there is as expected.
///
/// # Errors
///
/// Returns [`FileAccessError::Changed`] if the file is not as expected, and the errors of
/// [`write_atomic`].
pub fn write_if(path: &Path, bytes: &[u8], expected: Expected) -> Result<(), FileAccessError> {
    replace(path, bytes, None, expected).map(|_| ())
}
