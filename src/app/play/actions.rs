//! The actions of a game: moves and the searches for replies to them, take-backs, hints, draw offers,
//! resignation.

use super::{
    OpenMove, Play,
    remote::{NO_DRAWS, NO_HINTS, NO_TAKE_BACK},
};
use crate::app::request::Request;
use crate::app::{
    session::{
        Adoption, NewGame, Place, Question, Session, Sound,
        engine_client::{Purpose, RunningSearch},
        settings::Sides,
    },
    ui::text::sentence,
};
use minnow_engine::{Opponent, SearchJob, SearchLimits};
use minnow_game::{ClockState, Edit, Game, GameEnd, UncountedReason};
use minnow_rules::{Color, Move, Position, san};

/// The time of a hint's search: enough for a good move on any board.
const HINT_MS: u64 = 600;
/// The most time in which the computer judges a draw offer.
const DRAW_OFFER_MS: u64 = 400;

impl Play {
    /// Plays a human's move, or asks for confirmation. While the computer thinks, the move is chosen in
    /// advance.
    pub fn try_move(&mut self, session: &mut Session, mv: Move, now_ms: u64) {
        if self.choose_premove(session, mv) || !session.may_play_here() {
            return;
        }
        self.started = true;
        self.open_move = None;
        session.notice = None;
        let child = session.game.child(session.game.cursor(), mv);
        if let Some(child) = child.filter(|_| !session.at_head()) {
            session.game.go_to(child);
            return;
        }
        let position = session.game.position();
        let name = san(position, mv);
        if session.settings.warn_king && hangs_king_needlessly(position, mv) {
            let question = format!("{name} loses your king. Another move saves it.");
            self.leave_open(session, mv, question, true);
            return;
        }
        match self.coach_question(session, mv, now_ms) {
            Some(question) => ask(session, question),
            None if session.settings.confirm_moves && session.at_head() => {
                self.leave_open(session, mv, format!("Play {name}?"), false);
            }
            None => self.play_anyway(session, mv, now_ms),
        }
    }

    /// Puts a move on the board alone, until the user has answered the question about it.
    fn leave_open(&mut self, session: &Session, mv: Move, question: String, loses_king: bool) {
        let place = session.here();
        self.open_move = Some(OpenMove { place, mv, question, loses_king, is_new: true });
    }

    /// Plays at the head of the game; at an earlier position asks whether to play on from there.
    pub fn play_anyway(&mut self, session: &mut Session, mv: Move, now_ms: u64) {
        self.open_move = None;
        if session.at_head() {
            self.play_human(session, mv, now_ms);
            return;
        }
        if self.refuses(session, "Over a network, a game goes on from its last move alone.") {
            return;
        }
        let text = format!(
            "The game goes on with {}. The moves after this position are kept as a variation.",
            san(session.game.position(), mv)
        );
        let question = Question::new("Play on from here?", text)
            .choice("Play on", Request::PlayOn(mv))
            .cancel("Cancel");
        ask(session, question);
    }

    fn play_human(&mut self, session: &mut Session, mv: Move, now_ms: u64) {
        let running = session.engine.play.running.as_ref();
        if running.is_some_and(|running| running.purpose == Purpose::DrawOffer) {
            session.info("You moved before your draw offer was answered.");
        }
        self.uncounted = None;
        self.note_coach(session, mv);
        session.engine.play.cancel();
        self.unpause(session);
        session.typed.clear();
        let head = session.game.head();
        self.play_at_head(session, mv, now_ms);
        if session.game.head() != head {
            self.send_move(session, mv, now_ms);
        }
    }

    /// Plays a move at the head of the game. The board follows if it shows the head.
    pub(super) fn play_at_head(&mut self, session: &mut Session, mv: Move, now_ms: u64) {
        let at_head = session.at_head();
        let cursor = session.game.cursor();
        session.game.go_to(session.game.head());
        session.record_before_move();
        match session.game.play(mv) {
            Ok(node) => {
                session.press_clock(node, now_ms);
                if !at_head {
                    session.game.go_to(cursor);
                }
                self.after_move(session);
                session.sound_of(node);
            }
            Err(problem) => {
                // The pause keeps the computer from trying the same move again.
                self.pause(session, now_ms);
                session.error(sentence(&problem));
            }
        }
    }

    /// Plays a move from an earlier position; the moves after it become a variation.
    pub fn play_on(&mut self, session: &mut Session, mv: Move, now_ms: u64) {
        session.engine.play.cancel();
        self.pending = None;
        let before = session.game.cursor();
        match session.game.play_on(mv) {
            Ok(node) => {
                session.note_uncounted(UncountedReason::TakeBack);
                self.unpause(session);
                session.typed.clear();
                session.set_clock_from(before, now_ms);
                session.press_clock(node, now_ms);
                self.after_move(session);
                session.sound_of(node);
            }
            Err(problem) => session.error(sentence(&problem)),
        }
    }

    /// Typed letters stay, since the user may be typing the answer to this move of the computer.
    fn after_move(&mut self, session: &mut Session) {
        self.hint = None;
        self.answer = None;
        session.touch_as(Edit::Move);
        session.archive_if_over();
        let position = session.head_position();
        if session.end().is_none()
            && position.variant().king_capture
            && session.is_human(position.turn())
            && position.safe_moves().is_empty()
            && !position.legal_moves().iter().any(|mv| position.takes_king(mv))
        {
            session.info("Every move exposes your king to capture.");
        }
    }

    /// Starts the search for the computer's move, if one is due.
    pub fn start_reply(&mut self, session: &mut Session, now_ms: u64) {
        let busy = session.engine.play.running.is_some() || self.pending.is_some();
        let waits = self.paused || self.is_before(session);
        if busy || waits || !session.waits_for_computer() || session.remote().is_some() {
            return;
        }
        let head = session.place(session.game.head());
        if session.settings.program_name().is_some() {
            self.start_program(session, head, now_ms);
        } else if let Some(job) = session.reply_job(now_ms) {
            session.engine.start(Purpose::Reply, head, job, now_ms);
        }
    }

    /// Takes back the open move, if there is one, and no other. Else withdraws an agreed draw; otherwise
    /// takes back the user's last move and all after it.
    pub fn take_back(&mut self, session: &mut Session, now_ms: u64) {
        if self.open_move.take().is_some()
            || self.refuses(session, NO_TAKE_BACK)
            || !session.can_take_back()
        {
            return;
        }
        let withdrawn = session.game.withdraw_agreement();
        let plies = if withdrawn { 0 } else { session.take_back_plies() };
        session.note_uncounted(UncountedReason::TakeBack);
        session.engine.play.cancel();
        self.pending = None;
        self.hint = None;
        self.answer = None;
        for _ in 0..plies {
            session.game.take_back();
        }
        session.set_clock_from(session.game.head(), now_ms);
        if session.waits_for_computer() {
            self.pause(session, now_ms);
        } else if let Some(clock) = session.clock.as_mut().filter(|_| !session.game.is_empty()) {
            // The clock of a resigned or timed-out game was stopped.
            clock.start(now_ms);
        }
        session.notice = None;
        session.touch_as(Edit::TakeBack);
    }

    pub fn redo(&mut self, session: &mut Session, now_ms: u64) {
        if !session.game.can_redo() {
            return;
        }
        session.engine.play.cancel();
        self.pending = None;
        self.hint = None;
        while session.game.redo().is_some() {
            if session.waits_for_human() || session.settings.sides == Sides::None {
                break;
            }
        }
        session.set_clock_from(session.game.head(), now_ms);
        session.touch_as(Edit::Move);
    }

    /// Shows the piece of the best move; the second request shows the move.
    pub fn ask_hint(&mut self, session: &mut Session, now_ms: u64) {
        if self.refuses(session, NO_HINTS) {
            return;
        }
        // A hint never interrupts the computer's own search.
        if !session.may_play_here() || session.is_thinking() {
            if session.end().is_none() {
                self.answer = Some("Hints are for your own moves.".to_owned());
            }
            return;
        }
        let here = session.here();
        let asked =
            |running: &RunningSearch| running.purpose == Purpose::Hint && running.place == here;
        if session.engine.play.running.as_ref().is_some_and(asked) {
            return;
        }
        if let Some(hint) = self.hint.as_mut().filter(|hint| hint.place == here) {
            hint.whole = true;
            return;
        }
        start_search(session, Purpose::Hint, here, None, now_ms);
    }

    /// Offers the computer a draw. Between two humans the offer counts as accepted.
    pub fn offer_draw(&mut self, session: &mut Session, now_ms: u64) {
        if self.refuses(session, NO_DRAWS) {
            return;
        }
        if !session.waits_for_human() {
            if session.end().is_none() {
                self.answer = Some("Offer a draw when it is your move.".to_owned());
            }
            return;
        }
        if session.settings.sides == Sides::Both {
            self.conclude(session, GameEnd::Agreed, now_ms);
            return;
        }
        let head = session.place(session.game.head());
        let computer = !session.head_position().turn();
        let opponent = session.settings.opponent(computer, session.seed);
        start_search(session, Purpose::DrawOffer, head, opponent, now_ms);
    }

    /// Resigns for the human: the side to move, or the opponent of the computer that is to move.
    pub fn resign(&mut self, session: &mut Session, now_ms: u64) {
        if session.plays_remotely() {
            return self.resign_remotely(session, now_ms);
        }
        let turn = session.head_position().turn();
        let loser = if session.is_human(turn) { turn } else { !turn };
        self.conclude(session, GameEnd::Resigned(loser), now_ms);
    }

    pub(super) fn conclude(&mut self, session: &mut Session, end: GameEnd, now_ms: u64) {
        session.engine.play.cancel();
        self.pending = None;
        self.hint = None;
        self.open_move = None;
        session.requests.push(Request::GameEnded);
        session.record_players();
        if session.game.conclude(end) {
            session.stop_clock(now_ms);
            session.game.go_to(session.game.head());
            session.touch_as(Edit::Conclusion);
            session.sound(Sound::End);
            session.archive_if_over();
        }
    }

    /// Makes the computer play at once: the pending move, or the best found so far.
    pub fn move_now(&mut self, session: &mut Session, now_ms: u64) {
        if self.refuses(session, "Your opponent moves in its own time.") {
            return;
        }
        match &mut self.pending {
            Some(pending) => pending.at_ms = now_ms,
            None if session.has_unhurried_program() => {
                session
                    .info("This program moves in its own time: its protocol has no order to move.");
            }
            None => session.engine.play.hurry(),
        }
    }

    /// Ends a pause. An opponent whose connection was lost gives its place to the one of the settings.
    pub fn unpause(&mut self, session: &mut Session) {
        self.paused = false;
        session.leave_lost_remote();
    }

    /// Lets the computer play on after a pause.
    pub fn resume(&mut self, session: &mut Session, now_ms: u64) {
        self.unpause(session);
        session.game.go_to(session.game.head());
        if let Some(clock) = session.clock.as_mut().filter(|_| session.game.result().is_none()) {
            clock.start(now_ms);
        }
    }

    /// Stops the computer until the user lets it play on.
    pub fn pause(&mut self, session: &mut Session, now_ms: u64) {
        self.paused = true;
        self.pending = None;
        session.engine.play.cancel();
        session.stop_clock(now_ms);
    }
}

/// Asks a question about the next move, which closes when the game ends.
fn ask(session: &mut Session, question: Question) {
    session.requests.push(Request::Ask(Box::new(question.lapsing_at_end())));
}

/// A game from the same start with the same clock, in which the players have changed sides. At odds the
/// same player gives the piece.
pub(super) fn rematch(session: &Session) -> NewGame {
    let start = session.game.start();
    let swapped = session.game.odds().and_then(|odds| odds.swapped().game(start.variant()));
    let mut game = swapped.unwrap_or_else(|| Game::from_position(*start));
    let old = &session.game.header;
    game.header.players = Color::ALL.map(|color| session.player(!color));
    game.header.names = Color::ALL.map(|color| old.name(!color).to_owned());
    game.header.clock = old.clock.map(|clock| {
        let control = clock.control;
        ClockState { control, left_ms: [control.base_ms; 2] }
    });
    NewGame { adopts: Adoption::Players, starts: true, ..NewGame::new(game) }
}

/// Starts a short search at the strength of an opponent, or at full strength.
fn start_search(
    session: &mut Session,
    purpose: Purpose,
    place: Place,
    opponent: Option<Opponent>,
    now_ms: u64,
) {
    let Some(root) = session.root_at(place.node) else { return };
    let think_ms = if purpose == Purpose::Hint { HINT_MS } else { DRAW_OFFER_MS };
    let limits =
        SearchLimits { movetime_ms: Some(think_ms), threads: Some(1), ..SearchLimits::default() };
    let job = SearchJob { root, limits, opponent };
    session.engine.start(purpose, place, job, now_ms);
}

/// True if the move exposes the king to capture although another move saves it.
fn hangs_king_needlessly(position: &Position, mv: Move) -> bool {
    if !position.variant().king_capture || position.takes_king(mv) {
        return false;
    }
    let safe = position.safe_moves();
    !safe.is_empty() && !safe.contains(mv)
}
