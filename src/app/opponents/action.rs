//! The actions of the page of opponents.

use crate::app::session::settings::OpponentChoice;
use minnow_study::analysis::MatchAim;

/// An action of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpponentsAction {
    /// Begins a game against this opponent.
    Play(OpponentChoice),
    /// The score that match me aims at.
    Aim(MatchAim),
    /// Asks for confirmation before the user's rating on this board begins anew.
    AskReset,
    Reset,
}
