//! Writes a picture or an animation, which is made on the file's thread.

use std::path::PathBuf;

use super::FileError;
use minnow_base::files::{Expected, FileAccessError, system, write_if};

/// Makes the bytes of a file. It asks its argument between two steps and gives up when told to; it
/// then returns `None`.
pub type MakeContent = dyn FnOnce(&dyn Fn() -> bool) -> Result<Option<Vec<u8>>, String> + Send;

/// A file to be made.
pub struct ExportOrder {
    pub path: PathBuf,
    /// True if the user has agreed to replace a file with this path.
    pub replaces: bool,
    pub content: Box<MakeContent>,
}

/// The end of an export without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportEnd {
    Written,
    /// Nothing was written, because there is a file.
    Exists,
    Cancelled,
}

/// Makes the content and writes it, unless the export is stopped before.
pub(super) fn export(
    order: ExportOrder,
    is_stopped: &dyn Fn() -> bool,
) -> Result<ExportEnd, FileError> {
    let ExportOrder { path, replaces, content } = order;
    let expected = if replaces { Expected::Any } else { Expected::Missing };
    if !replaces && system::exists(&path) {
        return Ok(ExportEnd::Exists);
    }
    let bytes = match content(is_stopped) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Ok(ExportEnd::Cancelled),
        Err(problem) => return Err(FileError::Export { path, problem }),
    };
    match write_if(&path, &bytes, expected) {
        Ok(()) => Ok(ExportEnd::Written),
        Err(FileAccessError::Changed { .. }) => Ok(ExportEnd::Exists),
        Err(error) => Err(error.into()),
    }
}
