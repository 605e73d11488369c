//! The game between the users and the computer: what Play keeps besides the game itself.

pub mod banner;
pub mod controls;
pub mod players;
mod tick;
mod update;

use super::session::{Hint, PendingReply, Session};

pub use tick::TENTHS_BELOW_MS;

/// What is under way in the game that is being played.
#[derive(Debug, Default)]
pub struct Play {
    /// The computer does not move by itself until the user lets it go on.
    pub paused: bool,
    pub pending: Option<PendingReply>,
    pub hint: Option<Hint>,
    /// Whether the end of the game is announced over the board: only when it has just come.
    pub banner: bool,
    /// How long the computer took for its last move, its pause included.
    pub last_reply_ms: Option<u64>,
}

impl Play {
    /// Another game is on the board. The computer waits if that game is under way already.
    pub fn begin(&mut self, session: &Session) {
        let under_way = !session.game.is_empty() || session.game.start().ply() > 0;
        *self = Play { paused: under_way, ..Play::default() };
    }
}
