//! Moves, take-backs, hints, offers: what happens in a game.

use crate::app::{
    action::{Action, PlayAction},
    screen::{AppState, Screen},
    session::Question,
    session::engine_client::{Purpose, RunningSearch},
    session::settings::Sides,
    ui::text::capitalised,
};
use crate::{
    engine::{Handicap, SearchJob, SearchLimits},
    game::{Edit, GameEnd},
    rules::{Move, Position, parse_san, san},
};

/// What a hint may search: strong for any board, and quick.
const HINT_MS: u64 = 600;
/// The strength at which the computer judges a draw offer.
const DRAW_OFFER_MS: u64 = 400;

impl AppState {
    pub(in crate::app) fn apply_play(&mut self, action: PlayAction, now_ms: u64) {
        match action {
            PlayAction::TakeBack => self.take_back(now_ms),
            PlayAction::Redo => self.redo(now_ms),
            PlayAction::Resign => self.ask(
                Question::new("Resign this game?", "Your opponent wins.")
                    .cancel("Keep playing")
                    .choice("Resign", PlayAction::ResignNow),
            ),
            PlayAction::ResignNow => self.resign(now_ms),
            PlayAction::OfferDraw => self.offer_draw(now_ms),
            PlayAction::MoveNow => self.move_now(now_ms),
            PlayAction::Resume => self.resume(now_ms),
            PlayAction::Pause => self.pause(now_ms),
            PlayAction::DismissBanner => self.play.banner = false,
            PlayAction::PlayAnyway(mv) => self.play_or_ask(mv, now_ms),
            PlayAction::PlayOn(mv) => self.play_on(mv, now_ms),
        }
    }

    pub(in crate::app) fn typed_move(&mut self, text: &str, now_ms: u64) {
        self.session.typed.clear();
        if !self.may_move() {
            self.session.error("It is not your move.");
            return;
        }
        match parse_san(self.session.game.position(), text) {
            Ok(mv) => self.make_move(mv, now_ms),
            Err(problem) => self.session.error(format!("{}.", capitalised(&problem.to_string()))),
        }
    }

    /// Makes a typed move as the screen understands it.
    fn make_move(&mut self, mv: Move, now_ms: u64) {
        match &self.screen {
            Screen::Play => self.try_move(mv, now_ms),
            Screen::Analyse | Screen::Lab => self.add_move(mv),
            Screen::Learn(_) => self.answer_problem(mv, now_ms),
            Screen::Editor { .. } => {}
        }
    }

    /// Plays a human's move, after a question where one is due.
    pub(in crate::app) fn try_move(&mut self, mv: Move, now_ms: u64) {
        if !self.may_move() {
            return;
        }
        self.session.notice = None;
        if let Some(child) = self.session.game.child(self.session.game.cursor(), mv)
            && !self.session.at_head()
        {
            self.session.game.go_to(child);
        } else if self.session.settings.warn_king
            && hangs_king_needlessly(self.session.game.position(), mv)
        {
            let text = format!(
                "After {} your king can be taken. Another move keeps it.",
                san(self.session.game.position(), mv)
            );
            self.ask(
                Question::new("This loses your king", text)
                    .cancel("Choose another")
                    .choice("Play it", PlayAction::PlayAnyway(mv))
                    .lapsing_at_end(),
            );
        } else {
            self.play_or_ask(mv, now_ms);
        }
    }

    fn ask(&mut self, question: Question<PlayAction>) {
        self.question = Some(question.map(Action::Play));
    }

    /// Plays where the game stands; elsewhere asks whether it should go on from there.
    fn play_or_ask(&mut self, mv: Move, now_ms: u64) {
        if self.session.at_head() {
            self.play_human(mv, now_ms);
            return;
        }
        let text = format!(
            "The game goes on with {}. The moves after this position are kept as a variation.",
            san(self.session.game.position(), mv)
        );
        self.ask(
            Question::new("Play on from here?", text)
                .choice("Play on", PlayAction::PlayOn(mv))
                .cancel("Cancel")
                .lapsing_at_end(),
        );
    }

    fn play_human(&mut self, played: Move, now_ms: u64) {
        if self
            .session
            .engine
            .running()
            .is_some_and(|running| running.purpose == Purpose::DrawOffer)
        {
            self.session.info("You moved before Minnow answered your offer of a draw.");
        }
        self.session.engine.cancel();
        self.play.paused = false;
        self.play_at_head(played, now_ms);
    }

    /// Plays a move where the game stands, and goes there if the user was looking on.
    pub(in crate::app) fn play_at_head(&mut self, played: Move, now_ms: u64) {
        let looking = self.session.at_head();
        let cursor = self.session.game.cursor();
        self.session.game.go_to(self.session.game.head());
        self.session.record_players();
        match self.session.game.play(played) {
            Ok(node) => {
                self.session.press_clock(node, now_ms);
                if !looking {
                    self.session.game.go_to(cursor);
                }
                self.after_move();
            }
            Err(problem) => {
                // Asking the computer again would only fail again.
                self.pause(now_ms);
                self.session.error(format!("{}.", capitalised(&problem.to_string())));
            }
        }
    }

    pub(in crate::app) fn play_on(&mut self, played: Move, now_ms: u64) {
        self.session.engine.cancel();
        self.play.pending = None;
        let before = self.session.game.cursor();
        match self.session.game.play_on(played) {
            Ok(node) => {
                self.play.paused = false;
                self.session.set_clock_from(before, now_ms);
                self.session.press_clock(node, now_ms);
                self.after_move();
            }
            Err(problem) => self.session.error(format!("{}.", capitalised(&problem.to_string()))),
        }
    }

    fn after_move(&mut self) {
        self.play.hint = None;
        self.session.typed.clear();
        self.session.touch_as(Edit::Move);
        self.play.banner = self.session.end().is_some();
        let position = self.session.head_position();
        if self.session.end().is_none()
            && position.variant().king_capture
            && self.session.is_human(position.turn())
            && position.safe_moves().is_empty()
            && !position.legal_moves().iter().any(|played| position.takes_king(played))
        {
            self.session.info("Every move leaves your king to be taken.");
        }
    }

    pub(in crate::app) fn take_back(&mut self, now_ms: u64) {
        let plies = self.session.take_back_plies();
        if plies == 0 {
            return;
        }
        self.session.engine.cancel();
        self.play.pending = None;
        self.play.hint = None;
        for _ in 0..plies {
            self.session.game.take_back();
        }
        self.session.set_clock_from(self.session.game.head(), now_ms);
        self.session.note_clock(now_ms);
        if self.session.waits_for_computer() {
            self.pause(now_ms);
        } else if let Some(clock) =
            self.session.clock.as_mut().filter(|_| !self.session.game.is_empty())
        {
            // A resigned or timed-out game had stopped it.
            clock.start(now_ms);
        }
        self.session.notice = None;
        self.play.banner = false;
        self.session.touch_as(Edit::TakeBack);
    }

    pub(in crate::app) fn redo(&mut self, now_ms: u64) {
        if !self.session.game.can_redo() {
            return;
        }
        self.session.engine.cancel();
        self.play.pending = None;
        self.play.hint = None;
        while self.session.game.redo().is_some() {
            if self.session.waits_for_human() || self.session.settings.sides == Sides::None {
                break;
            }
        }
        self.session.set_clock_from(self.session.game.head(), now_ms);
        self.session.note_clock(now_ms);
        self.session.touch_as(Edit::Move);
    }

    /// The first request shows the piece, the second the move.
    pub(in crate::app) fn ask_hint(&mut self, now_ms: u64) {
        // The computer's own search goes first.
        if !self.may_move() || self.session.is_thinking() {
            return;
        }
        let here = self.session.here();
        let asked =
            |running: &RunningSearch| running.purpose == Purpose::Hint && running.place == here;
        if self.session.engine.running().is_some_and(asked) {
            return;
        }
        if let Some(hint) = self.play.hint.as_mut().filter(|hint| hint.place == here) {
            hint.whole = true;
            return;
        }
        let Some(root) = self.session.root_at(here.node) else { return };
        let limits = SearchLimits {
            movetime_ms: Some(HINT_MS),
            threads: Some(1),
            ..SearchLimits::default()
        };
        let job = SearchJob { root, limits, handicap: Handicap::NONE };
        self.session.engine.start(Purpose::Hint, here, job, now_ms);
    }

    /// Offers the computer a draw; two humans have agreed by asking.
    pub(in crate::app) fn offer_draw(&mut self, now_ms: u64) {
        if !self.session.waits_for_human() {
            return;
        }
        if self.session.settings.sides == Sides::Both {
            self.conclude(GameEnd::Agreed, now_ms);
            return;
        }
        let head = self.session.place(self.session.game.head());
        let Some(root) = self.session.root_at(head.node) else { return };
        let limits = SearchLimits {
            movetime_ms: Some(DRAW_OFFER_MS),
            threads: Some(1),
            ..SearchLimits::default()
        };
        let job = SearchJob { root, limits, handicap: Handicap::NONE };
        self.session.engine.start(Purpose::DrawOffer, head, job, now_ms);
    }

    pub(in crate::app) fn resign(&mut self, now_ms: u64) {
        let turn = self.session.head_position().turn();
        let loser = if self.session.is_human(turn) { turn } else { !turn };
        self.conclude(GameEnd::Resigned(loser), now_ms);
    }

    pub(in crate::app) fn conclude(&mut self, end: GameEnd, now_ms: u64) {
        self.session.engine.cancel();
        self.play.pending = None;
        // A question about a move no longer matters.
        self.question.take_if(|question| question.lapses_at_end);
        self.session.record_players();
        if self.session.game.conclude(end) {
            if let Some(clock) = &mut self.session.clock {
                clock.pause(now_ms);
            }
            self.session.note_clock(now_ms);
            self.session.game.go_to(self.session.game.head());
            self.play.banner = true;
            self.session.touch_as(Edit::Conclusion);
        }
    }

    /// The computer answers at once: with the move it holds back, or the best it has found.
    pub(in crate::app) fn move_now(&mut self, now_ms: u64) {
        match &mut self.play.pending {
            Some(pending) => pending.at_ms = now_ms,
            None => self.session.engine.hurry(),
        }
    }

    pub(in crate::app) fn resume(&mut self, now_ms: u64) {
        self.play.paused = false;
        self.session.game.go_to(self.session.game.head());
        if let Some(clock) =
            self.session.clock.as_mut().filter(|_| self.session.game.result().is_none())
        {
            clock.start(now_ms);
        }
    }

    pub(in crate::app) fn pause(&mut self, now_ms: u64) {
        self.play.paused = true;
        self.play.pending = None;
        self.session.engine.cancel();
        if let Some(clock) = &mut self.session.clock {
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
