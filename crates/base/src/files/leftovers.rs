//! Temporary files of programs that were killed while they wrote a file.

use std::path::Path;
use std::time::Duration;

use web_time::SystemTime;

use super::system as fs;

/// A temporary file is named `.minnow-XXXXXXXXXXXX.tmp`, with random letters and digits.
pub(super) const PREFIX: &str = ".minnow-";
pub(super) const SUFFIX: &str = ".tmp";
pub(super) const RANDOM_CHARS: usize = 12;

/// A younger file may belong to a running program.
const MIN_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// Deletes the temporary files of killed programs in a folder, and returns how many there were. It
/// deletes only ordinary files that have exactly the name of such a file and were last changed more
/// than a day before `now`. Files that cannot be deleted stay without an error.
///
/// The window calls this at its start for its data folders, and for the folder of a file that is
/// opened or saved.
pub fn remove_leftovers(folder: &Path, now: SystemTime) -> usize {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let is_leftover = |entry: &fs::DirEntry| {
        let has_name = entry.file_name().to_str().is_some_and(is_temporary_name);
        has_name && entry.metadata().is_ok_and(|metadata| is_old_file(&metadata, now))
    };
    let found = entries.flatten().filter(is_leftover);
    found.filter(|entry| fs::remove_file(entry.path()).is_ok()).count()
}

fn is_temporary_name(name: &str) -> bool {
    let inner = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    inner.is_some_and(|inner| {
        inner.len() == RANDOM_CHARS && inner.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// The metadata of a directory entry is that of a link itself, so links are not ordinary files.
fn is_old_file(metadata: &fs::Metadata, now: SystemTime) -> bool {
    let age = metadata.modified().ok().and_then(|time| now.duration_since(time).ok());
    metadata.is_file() && age.is_some_and(|age| age > MIN_AGE)
}
