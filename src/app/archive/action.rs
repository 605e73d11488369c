//! The actions of the user's games, and of the names and tags of a game.

use std::path::PathBuf;

use super::{ArchiveFilter, HeaderFields};

/// The list of the user's games, and the form for names and tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArchiveAction {
    /// Shows the list.
    Show,
    Close,
    Filter(ArchiveFilter),
    /// Marks the game in this row of the shown ones.
    Mark(usize),
    /// Opens the marked game in Analyse.
    Analyse,
    /// Goes on with the marked game, if it is unfinished.
    Continue,
    /// Deletes the marked game.
    Delete,
    /// Undoes the last deletion or change of names.
    Undo,
    /// Asks for a file to write the shown games to.
    AskExport,
    Export {
        path: PathBuf,
        /// True if the user has agreed to replace a file with this path.
        confirmed: bool,
    },
    /// Shows the form for the marked game.
    EditMarked,
    /// Shows the form for the game on the board.
    EditBoard,
    /// Takes over what was typed into the form.
    Change(HeaderFields),
    SaveForm,
    CloseForm,
}
