//! The actions of a game.

use minnow_game::NodeId;
use minnow_rules::Move;

/// An action of a game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayAction {
    TakeBack,
    Redo,
    /// Asks for confirmation before resigning.
    Resign,
    /// Resigns without a question.
    ResignNow,
    OfferDraw,
    /// Accepts the draw that the computer offers.
    AcceptDraw,
    DeclineDraw,
    /// A new game of the same players with colours swapped.
    Rematch,
    /// A new game against this level, the next one after the one that the user has beaten.
    Next(u8),
    /// Makes the computer play the best move found so far.
    MoveNow,
    /// Lets the computer play on after a pause.
    Resume,
    /// Pauses the computer where it plays both sides.
    Pause,
    /// Forgets the move that was chosen in advance.
    DropPremove,
    /// Plays a move that exposes the king to capture.
    PlayAnyway(Move),
    /// Shows the fault of the move that the coach asked about, and its refutation.
    ShowFault,
    /// Shows a better move than the one that the coach asked about.
    ShowBetter,
    /// Removes the coach's card, to choose another move.
    DropWarning,
    /// Learns from the error in this position, after the game.
    LearnFrom(NodeId),
    /// Plays a move from an earlier position; the moves after it become a variation.
    PlayOn(Move),
}
