//! The actions of the page of puzzles and of the puzzle on the board.

use super::PuzzleSource;

/// An action of the puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzlesAction {
    /// Chooses where the puzzles come from.
    Source(PuzzleSource),
    /// Chooses a group of themes; `None` for all.
    Theme(Option<&'static str>),
    /// Puts the next puzzle on the board.
    Start,
    /// Looks for puzzles in the user's games.
    SearchGames,
    StopSearch,
    /// Shows the piece to move; at the second request, the move.
    Hint,
    /// Plays the solution.
    Show,
    /// Goes from a finished puzzle to the next one.
    Next,
    /// Leaves the puzzle; its moves stay on the board of Analyse.
    Leave,
}
