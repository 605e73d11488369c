//! The answers of file dialogs. The dialogs themselves are those of the desktop or of the browser.

use std::path::PathBuf;

use crate::app::session::FileRequest;
use minnow_game::store::{EXTENSION, is_pgn};
use minnow_jobs::JobError;

#[cfg(target_arch = "wasm32")]
pub use crate::app::page::dialogs::FileDialogs;

#[cfg(not(target_arch = "wasm32"))]
pub use super::desktop_dialogs::FileDialogs;

/// The end of a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileChoice {
    Path {
        request: FileRequest,
        path: PathBuf,
        /// True if the user has agreed to replace a file with this path.
        confirmed: bool,
    },
    Cancelled,
    /// This desktop has no dialogs; the user types the path, with `path` as a suggestion.
    NoDialog {
        request: FileRequest,
        path: PathBuf,
    },
    /// The dialog failed, or its thread did not start; the user types the path.
    Failed {
        request: FileRequest,
        path: PathBuf,
        problem: JobError,
    },
}

/// The path with the ending of saved games, unless it ends in `.ron` or `.pgn` already.
pub fn with_extension(path: PathBuf) -> PathBuf {
    if is_pgn(&path) || path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron")) {
        return path;
    }
    let mut name = path.into_os_string();
    name.push(".");
    name.push(EXTENSION);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn names_without_an_ending_get_ours() {
        assert_eq!(with_extension("a/sunday".into()), Path::new("a/sunday.minnow.ron"));
        assert_eq!(with_extension("a/x.ron".into()), Path::new("a/x.ron"));
        assert_eq!(with_extension("a/x.PGN".into()), Path::new("a/x.PGN"));
        assert_eq!(with_extension("game 1.5".into()), Path::new("game 1.5.minnow.ron"));
    }
}
