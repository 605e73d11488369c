//! The actions of the review's card.

use crate::app::session::settings::ReviewDepth;

/// The actions of the review of the whole game. Its start is a command of every screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewAction {
    /// Ends the running review; its findings stay.
    Cancel,
    /// Removes every verdict from the game.
    Remove,
    /// The effort of the next review.
    Depth(ReviewDepth),
}
