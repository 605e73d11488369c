//! Play: the game between the users and the computer.

mod actions;
mod board_area;
mod choices;
mod clock;
mod coach;
mod coach_view;
mod column;
mod controls;
mod manners;
mod more;
mod opponent;
mod players;
mod premove;
mod result;
mod rules;
#[cfg(test)]
mod tests;
mod tick;

use self::{coach::Coach, manners::Manners, result::RatingNews};
use super::session::{Place, Session};
use minnow_engine::SearchInfo;
use minnow_game::NodeId;
use minnow_rules::Move;

#[cfg(test)]
pub(super) use controls::resign_question;
pub(super) use premove::Premove;
pub use tick::TENTHS_BELOW_MS;

/// The state of Play besides the game itself.
#[derive(Debug, Default)]
pub struct Play {
    /// True once the user has begun the game on the board; before, its choices are on the screen.
    pub started: bool,
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
    /// What the computer has answered since the last move.
    answer: Option<String>,
    /// True if the choices of the game are unfolded during it.
    shows_choices: bool,
    rating: Option<RatingNews>,
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
        *self = Play { started: under_way, paused: under_way, coach, ..Play::default() };
    }

    /// True before the first move, while the game waits for its choices.
    pub fn is_before(&self, session: &Session) -> bool {
        !self.started && session.game.head() == NodeId::ROOT && session.end().is_none()
    }

    /// Begins the game whose choices are on the screen.
    pub fn start(&mut self) {
        self.started = true;
        self.paused = false;
    }
}
