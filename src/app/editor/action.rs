//! The actions of the position editor.

use crate::app::session::Mode;
use minnow_rules::{Color, Piece, Square};

/// Changes of the position, and the start of a game from it. [`Request::Cancel`] closes the
/// editor.
///
/// [`Request::Cancel`]: crate::app::request::Request::Cancel
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditorAction {
    /// Puts a piece on a square, or empties it.
    Put(Square, Option<Piece>),
    /// Moves the piece on the first square to the second.
    Move(Square, Square),
    Turn(Color),
    /// Grants or removes the variant's castling with this index.
    ToggleCastling(usize),
    TurnNumber(u16),
    /// Changes to the board and rules of the variant with this id.
    Variant(String),
    /// The new content of the text field.
    Text(String),
    Clear,
    /// The variant's start position.
    Start,
    /// Restores the position before the last change of the whole board.
    Undo,
    /// Builds the end-game tables of the chosen board.
    BuildTables,
    /// Begins a new game from the position.
    Begin(Mode),
}
