//! The actions of the review's card.

use crate::app::session::settings::ReviewDepth;

/// What a user does with the review of the whole game. To start one is a command of every screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewAction {
    /// Ends the review that runs; its findings stay.
    Cancel,
    /// Removes every verdict from the game.
    Remove,
    /// The effort of the next review.
    Depth(ReviewDepth),
}
