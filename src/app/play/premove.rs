//! Premoves: the user chooses the next move while the computer thinks. It is played at once after the
//! reply if it is legal then, and dropped if not.

use super::Play;
use crate::app::session::{Place, Session};
use minnow_rules::{Color, Move, Square};

/// A move chosen in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Premove {
    /// The position in which the computer is to move.
    place: Place,
    pub mv: Move,
}

impl Play {
    /// The side that may choose its next move already: the user's, while the computer thinks about
    /// the position on the board. Nobody's if the user has switched premoves off.
    pub fn premove_side(&self, session: &Session) -> Option<Color> {
        let color = !session.head_position().turn();
        let thinks = session.waits_for_computer() && !self.paused && !self.is_before(session);
        let waits = thinks && session.at_head() && session.settings.premoves;
        (waits && session.is_human(color)).then_some(color)
    }

    /// The squares of the move that is chosen in advance, while one may be chosen.
    pub(super) fn premove_squares(&self, session: &Session) -> Option<(Square, Square)> {
        self.premove_side(session)?;
        let mv = self.premove?.mv;
        Some((mv.from(), session.head_position().target_square(mv)))
    }

    /// Chooses the next move in advance. Returns false if it is the user's turn, or nobody's.
    pub(super) fn choose_premove(&mut self, session: &Session, mv: Move) -> bool {
        let Some(color) = self.premove_side(session) else { return false };
        if session.head_position().premoves(color).contains(&mv) {
            self.premove = Some(Premove { place: session.here(), mv });
        }
        true
    }

    /// Drops a premove whose position is not on the board any more.
    pub(super) fn drop_stale_premove(&mut self, session: &Session) {
        let may_choose = self.premove_side(session).is_some();
        self.premove.take_if(|premove| !may_choose || premove.place != session.here());
    }

    /// Plays the premove after the computer's move, if it is legal.
    pub(super) fn play_premove(&mut self, session: &mut Session, now_ms: u64) {
        let Some(premove) = self.premove.take() else { return };
        let before = session.game.node(session.game.head()).and_then(|head| head.parent());
        let is_next = before.is_some_and(|before| session.place(before) == premove.place);
        if is_next
            && session.at_head()
            && session.waits_for_human()
            && let Some(mv) = session.head_position().premove_here(premove.mv)
        {
            self.try_move(session, mv, now_ms);
        }
    }
}
