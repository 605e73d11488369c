//! The actions of games and their files.

use minnow_base::files::FileStamp;
use std::path::PathBuf;

use crate::app::session::{FileRequest, FileWork};

/// Games and their files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GamesAction {
    /// A new game of this variant, which also becomes the setting.
    NewGameOf(String),
    /// Asks for a file to open.
    Open,
    OpenPath(PathBuf),
    /// One of the built-in games, by its index in the list.
    OpenExample(usize),
    Save,
    SaveAs,
    /// Asks for a file to write PGN to.
    SavePgn,
    /// Drops the changes of the game on the board and opens the file.
    OpenTheirs(PathBuf),
    /// Saves to a path and replaces the file there, if it still has the content that was found.
    Overwrite {
        path: PathBuf,
        found: FileStamp,
    },
    /// Saves under a new name beside a file.
    SaveBeside(PathBuf),
    /// Saves to a path; `confirmed` if the user has agreed to replace a file there.
    SavePath {
        path: PathBuf,
        confirmed: bool,
    },
    /// Asks for a path inside the window instead of by a dialog of the desktop.
    TypePath(FileRequest),
    /// Cancels the file that is read, or the saves under way.
    CancelFile(FileWork),
    /// The user has closed a file dialog without a choice.
    NoneChosen,
    /// Starts a new game of this variant from a position as text.
    PasteInto {
        variant_id: String,
        text: String,
    },
    Choose(ChooserAction),
}

/// The list of games of a file that has several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChooserAction {
    /// Shows the games that contain every word of this text.
    Filter(String),
    /// Marks the game in this row of the shown ones.
    Mark(usize),
    /// Puts the marked game on the board.
    Open,
    Close,
}
