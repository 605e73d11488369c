//! The actions of learning from mistakes.

use minnow_rules::Color;

/// The actions of the walk through the errors of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnAction {
    /// Begins with this side's errors.
    Side(Color),
    /// Shows the piece of the better move; the second request shows the move.
    Hint,
    /// Shows the better move and its explanation.
    Show,
    /// Leaves the problem unsolved.
    Skip,
    /// From a finished problem to the next one; after the last one, to the summary.
    Next,
    Leave,
}
