//! The edits of the game's tree. An action names a move by the position after it.

use crate::app::session::Place;
use minnow_game::{Mark, NodeId};

/// An edit of the game's tree.
#[derive(Clone, Debug, PartialEq)]
pub enum MovesAction {
    Undo,
    Redo,
    Promote(NodeId),
    Demote(NodeId),
    MakeMainLine(NodeId),
    /// Deletes a move and all moves after it.
    Delete(NodeId),
    /// Sets the mark in place of any other, or removes it.
    Mark(NodeId, Mark),
    /// The new text of a comment; ignored if another game is on the board.
    Comment {
        place: Place,
        text: String,
    },
    /// Shows the position after a move and puts the text cursor into its comment.
    WriteComment(NodeId),
    /// A new game that starts from the position after a move.
    PlayFrom(NodeId),
    /// Copies the moves from the start to this one as text.
    CopyLine(NodeId),
}
