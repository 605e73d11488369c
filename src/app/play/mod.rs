//! Play: the game between the users and the computer.

mod action;
mod board_area;
mod coach;
mod coach_view;
mod controls;
mod manners;
mod players;
mod premove;
mod result;
#[cfg(test)]
mod tests;
mod tick;
mod update;

use self::{coach::Coach, manners::Manners};
use super::session::{Place, Session};
use minnow_engine::SearchInfo;
use minnow_rules::Move;

pub use action::PlayAction;
pub(super) use board_area::{PlayFlags, board_area_ui};
pub(super) use controls::controls_ui;
pub(super) use premove::Premove;
pub use tick::TENTHS_BELOW_MS;

/// The state of Play besides the game itself.
#[derive(Debug, Default)]
pub struct Play {
    /// True while the computer waits for the user to continue the game.
    pub paused: bool,
    pub pending: Option<PendingReply>,
    pub hint: Option<GivenHint>,
    /// The move that the user has chosen in advance.
    pub premove: Option<Premove>,
    /// The time of the computer's last move, including the pause.
    pub last_reply_ms: Option<u64>,
    manners: Manners,
    coach: Coach,
    /// The sides, White's first, whose low time was heard in this game.
    low_time_heard: [bool; 2],
}

/// A move of the computer that is played at `at_ms`.
#[derive(Clone, Debug)]
pub struct PendingReply {
    pub place: Place,
    pub mv: Move,
    pub at_ms: u64,
    /// The start of the search.
    pub asked_ms: u64,
    /// The report of the search.
    pub info: SearchInfo,
}

/// A hint in two stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenHint {
    pub place: Place,
    pub mv: Move,
    /// True if the whole move is shown, false if only its piece.
    pub whole: bool,
}

impl Play {
    /// Another game is on the board. The computer waits if that game has begun already.
    pub fn begin(&mut self, session: &Session) {
        let under_way = !session.game.is_empty() || session.game.start().ply() > 0;
        let coach = Coach::begin(session);
        *self = Play { paused: under_way, coach, ..Play::default() };
    }
}
