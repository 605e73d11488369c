//! Moves, take-backs, hints, offers: what happens in a game.

use super::super::{
    action::Mode,
    engine_client::{Purpose, RunningSearch},
    settings::Sides,
    state::{AppState, Question},
    text::capitalised,
};
use crate::{
    engine::{Handicap, SearchJob, SearchLimits},
    game::{Edit, GameEnd, NodeId},
    rules::{Move, Position, Role, Square, parse_san},
};

/// What a hint may search: strong for any board, and quick.
const HINT_MS: u64 = 600;
/// The strength at which the computer judges a draw offer.
const DRAW_OFFER_MS: u64 = 400;

impl AppState {
    pub(super) fn board_move(
        &mut self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
        now_ms: u64,
    ) {
        let position = self.game.position();
        let fits = |played: &Move| {
            played.from() == from
                && position.target_square(*played) == to
                && (promotion.is_none() || played.promotion() == promotion)
        };
        if let Some(played) = position.legal_moves().iter().find(fits) {
            self.try_move(played, now_ms);
        }
    }

    pub(super) fn typed_move(&mut self, text: &str, now_ms: u64) {
        self.typed.clear();
        if !self.may_move() {
            self.error("It is not your move.");
            return;
        }
        match parse_san(self.game.position(), text) {
            Ok(played) => self.try_move(played, now_ms),
            Err(problem) => self.error(format!("{}.", capitalised(&problem.to_string()))),
        }
    }

    /// Plays a human's move, after a question where one is due.
    fn try_move(&mut self, played: Move, now_ms: u64) {
        if !self.may_move() {
            return;
        }
        self.notice = None;
        if self.answer_problem(played, now_ms) {
            return;
        }
        if let Some(child) = self.game.child(self.game.cursor(), played)
            && (!self.at_head() || self.mode != Mode::Play)
        {
            self.game.go_to(child);
            return;
        }
        if self.mode != Mode::Play {
            self.add_variation(&[played]);
            return;
        }
        if self.settings.warn_king && hangs_king_needlessly(self.game.position(), played) {
            self.question = Some(Question::LosesKing { played });
        } else {
            self.play_or_ask(played, now_ms);
        }
    }

    /// Plays where the game stands; elsewhere asks whether it should go on from there.
    pub(super) fn play_or_ask(&mut self, played: Move, now_ms: u64) {
        if self.at_head() {
            self.play_human(played, now_ms);
        } else {
            self.question = Some(Question::PlayOn { played });
        }
    }

    fn play_human(&mut self, played: Move, now_ms: u64) {
        if self.engine.running().is_some_and(|running| running.purpose == Purpose::DrawOffer) {
            self.info("You moved before Minnow answered your offer of a draw.");
        }
        self.engine.cancel();
        self.paused = false;
        self.play_at_head(played, now_ms);
    }

    /// Plays a move where the game stands, and goes there if the user was looking on.
    pub(super) fn play_at_head(&mut self, played: Move, now_ms: u64) {
        let looking = self.at_head();
        let cursor = self.game.cursor();
        self.game.go_to(self.game.head());
        self.record_players();
        match self.game.play(played) {
            Ok(node) => {
                self.press_clock(node, now_ms);
                if !looking {
                    self.game.go_to(cursor);
                }
                self.after_move();
            }
            Err(problem) => {
                // Asking the computer again would only fail again.
                self.pause(now_ms);
                self.error(format!("{}.", capitalised(&problem.to_string())));
            }
        }
    }

    pub(super) fn play_on(&mut self, played: Move, now_ms: u64) {
        self.engine.cancel();
        self.pending = None;
        let before = self.game.cursor();
        match self.game.play_on(played) {
            Ok(node) => {
                self.paused = false;
                self.set_clock_from(before, now_ms);
                self.press_clock(node, now_ms);
                self.after_move();
            }
            Err(problem) => self.error(format!("{}.", capitalised(&problem.to_string()))),
        }
    }

    fn after_move(&mut self) {
        self.hint = None;
        self.typed.clear();
        self.touch_as(Edit::Move);
        self.banner = self.end().is_some();
        let position = self.head_position();
        if self.end().is_none()
            && position.variant().king_capture
            && self.is_human(position.turn())
            && position.safe_moves().is_empty()
            && !position.legal_moves().iter().any(|played| position.takes_king(played))
        {
            self.info("Every move leaves your king to be taken.");
        }
    }

    /// The mover's time stops and is noted. The first move starts the clock and costs nothing.
    fn press_clock(&mut self, node: NodeId, now_ms: u64) {
        let over = self.end().is_some();
        let turn = self.head_position().turn();
        let Some(clock) = &mut self.clock else { return };
        if clock.is_running() {
            clock.press(now_ms);
        } else {
            clock.set(clock.left_ms(now_ms), turn, now_ms);
        }
        let left_ms = clock.remaining_ms(!turn, now_ms);
        if over {
            clock.pause(now_ms);
        } else {
            clock.start(now_ms);
        }
        if let Some(notes) = self.game.notes_mut(node) {
            notes.clock_ms = Some(left_ms);
        }
        self.note_clock(now_ms);
    }

    /// Keeps both times with the game, for the next start.
    pub fn note_clock(&mut self, now_ms: u64) {
        if let (Some(clock), Some(kept)) = (&self.clock, &mut self.game.header.clock) {
            kept.left_ms = clock.left_ms(now_ms);
        }
    }

    pub(super) fn set_clock_from(&mut self, node: NodeId, now_ms: u64) {
        let turn = self.game.node(node).map(|node| node.position().turn());
        if let (Some(left_ms), Some(turn), Some(clock)) =
            (self.game.time_left_ms(node), turn, &mut self.clock)
        {
            clock.set(left_ms, turn, now_ms);
        }
    }

    pub(super) fn take_back(&mut self, now_ms: u64) {
        let plies = self.take_back_plies();
        if plies == 0 {
            return;
        }
        self.engine.cancel();
        self.pending = None;
        self.hint = None;
        for _ in 0..plies {
            self.game.take_back();
        }
        self.set_clock_from(self.game.head(), now_ms);
        self.note_clock(now_ms);
        if self.waits_for_computer() {
            self.pause(now_ms);
        } else if let Some(clock) = self.clock.as_mut().filter(|_| !self.game.is_empty()) {
            // A resigned or timed-out game had stopped it.
            clock.start(now_ms);
        }
        self.notice = None;
        self.banner = false;
        self.touch_as(Edit::TakeBack);
    }

    pub(super) fn redo(&mut self, now_ms: u64) {
        if !self.game.can_redo() {
            return;
        }
        self.engine.cancel();
        self.pending = None;
        self.hint = None;
        while self.game.redo().is_some() {
            if self.waits_for_human() || self.settings.sides == Sides::None {
                break;
            }
        }
        self.set_clock_from(self.game.head(), now_ms);
        self.note_clock(now_ms);
        self.touch_as(Edit::Move);
    }

    /// The first request shows the piece, the second the move.
    pub(super) fn ask_hint(&mut self, now_ms: u64) {
        // The computer's own search goes first.
        if !self.may_move() || self.is_thinking() {
            return;
        }
        let here = self.here();
        let asked =
            |running: &RunningSearch| running.purpose == Purpose::Hint && running.place == here;
        if self.engine.running().is_some_and(asked) {
            return;
        }
        if let Some(hint) = self.hint.as_mut().filter(|hint| hint.place == here) {
            hint.whole = true;
            return;
        }
        let Some(root) = self.root_at(here.node) else { return };
        let limits = SearchLimits {
            movetime_ms: Some(HINT_MS),
            threads: Some(1),
            ..SearchLimits::default()
        };
        let job = SearchJob { root, limits, handicap: Handicap::NONE };
        self.engine.start(Purpose::Hint, here, job, now_ms);
    }

    /// Offers the computer a draw; two humans have agreed by asking.
    pub(super) fn offer_draw(&mut self, now_ms: u64) {
        if !self.waits_for_human() {
            return;
        }
        if self.settings.sides == Sides::Both {
            self.conclude(GameEnd::Agreed, now_ms);
            return;
        }
        let head = self.place(self.game.head());
        let Some(root) = self.root_at(head.node) else { return };
        let limits = SearchLimits {
            movetime_ms: Some(DRAW_OFFER_MS),
            threads: Some(1),
            ..SearchLimits::default()
        };
        let job = SearchJob { root, limits, handicap: Handicap::NONE };
        self.engine.start(Purpose::DrawOffer, head, job, now_ms);
    }

    pub(super) fn resign(&mut self, now_ms: u64) {
        let turn = self.head_position().turn();
        let loser = if self.is_human(turn) { turn } else { !turn };
        self.conclude(GameEnd::Resigned(loser), now_ms);
    }

    pub(super) fn conclude(&mut self, end: GameEnd, now_ms: u64) {
        self.engine.cancel();
        self.pending = None;
        // What was asked about a move no longer matters.
        let about_move = |question: &mut Question| {
            matches!(question, Question::LosesKing { .. } | Question::PlayOn { .. })
        };
        self.question.take_if(about_move);
        self.record_players();
        if self.game.conclude(end) {
            if let Some(clock) = &mut self.clock {
                clock.pause(now_ms);
            }
            self.note_clock(now_ms);
            self.game.go_to(self.game.head());
            self.banner = true;
            self.touch_as(Edit::Conclusion);
        }
    }

    /// The computer answers at once: with the move it holds back, or the best it has found.
    pub(super) fn move_now(&mut self, now_ms: u64) {
        match &mut self.pending {
            Some(pending) => pending.at_ms = now_ms,
            None => self.engine.hurry(),
        }
    }

    pub(super) fn resume(&mut self, now_ms: u64) {
        self.paused = false;
        self.game.go_to(self.game.head());
        if let Some(clock) = self.clock.as_mut().filter(|_| self.game.result().is_none()) {
            clock.start(now_ms);
        }
    }

    pub(super) fn pause(&mut self, now_ms: u64) {
        self.paused = true;
        self.pending = None;
        self.engine.cancel();
        if let Some(clock) = &mut self.clock {
            clock.pause(now_ms);
        }
    }
}

/// Whether the move leaves the king to be taken although another keeps it.
fn hangs_king_needlessly(position: &Position, played: Move) -> bool {
    if !position.variant().king_capture || position.takes_king(played) {
        return false;
    }
    let safe = position.safe_moves();
    !safe.is_empty() && !safe.contains(played)
}
