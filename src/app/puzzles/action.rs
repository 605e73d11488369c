//! The actions of the puzzle on the board.

/// An action of the puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzlesAction {
    /// Shows the piece to move; at the second request, the move.
    Hint,
    /// Plays the solution.
    Show,
    /// Goes from a finished puzzle to the next one.
    Next,
    /// Leaves the puzzle; its moves stay on the board of Analyse.
    Leave,
}
