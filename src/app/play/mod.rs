//! Play: the game between the users and the computer. Here are its state, the board between the strips of
//! the players, and the moves chosen in advance.

mod actions;
mod choices;
mod coach;
mod column;
mod controls;
mod manners;
mod more;
mod opponent;
mod players;
mod program;
mod remote;
mod result;
mod rules;
#[cfg(test)]
mod tests;
mod tick;

use egui::{Ui, UiBuilder};

use self::{coach::Coach, manners::Manners, players::player_ui, result::RatingNews};
use super::{
    context::Cx,
    game_board::{BoardFlags, BoardPlace, GameBoard, game_picture, position_picture},
    request::Request,
    session::{Place, ScreenCommand, Session},
    ui::board::{Hint, PositionPicture},
};
use minnow_engine::SearchInfo;
use minnow_game::NodeId;
use minnow_rules::{Color, Move, Square};

#[cfg(test)]
pub(super) use controls::resign_question;
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
    open_move: Option<OpenMove>,
    /// The time of the computer's last move, including the pause.
    pub last_reply_ms: Option<u64>,
    manners: Manners,
    coach: Coach,
    /// The sides, White's first, whose low time was heard in this game.
    low_time_heard: [bool; 2],
    /// The computer's answer since the last move.
    answer: Option<String>,
    /// True if the game counted for the rating when it was looked at last.
    counts: bool,
    /// Says, until the user's next move, why the game no longer counts for the rating.
    uncounted: Option<String>,
    /// True if the choices of the game are unfolded during it.
    shows_choices: bool,
    /// True if what is drawn are the choices before the game, which open at their top.
    shows_start: bool,
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

/// A move chosen in advance while the computer thinks. It is played at once after the reply if it is legal
/// then, and dropped if not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Premove {
    /// The position in which the computer is to move.
    place: Place,
    pub mv: Move,
}

/// A move that stands on the board until the user has answered the question about it. The game does not
/// have it yet.
#[derive(Clone, Debug)]
pub struct OpenMove {
    /// The position before it.
    place: Place,
    pub mv: Move,
    question: String,
    /// True if the move loses the king: then to take it back is the usual answer.
    loses_king: bool,
    /// True until the question is drawn.
    is_new: bool,
}

impl OpenMove {
    /// The usual answer to the question, which Enter gives.
    pub fn usual_answer(&self) -> Request {
        if self.loses_king { ScreenCommand::Undo.into() } else { Request::PlayAnyway(self.mv) }
    }
}

impl Play {
    /// Another game is on the board. The computer waits if that game has begun already.
    pub fn begin(&mut self, session: &Session) {
        let under_way = !session.game.is_empty() || session.game.start().ply() > 0;
        let coach = Coach::begin(session);
        let shows_start = self.shows_start && !self.started;
        *self =
            Play { started: under_way, paused: under_way, coach, shows_start, ..Play::default() };
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

    /// Draws the board and the players' strips.
    pub(in crate::app) fn board_ui(
        &mut self,
        ui: &mut Ui,
        board: &mut GameBoard,
        flags: BoardFlags,
        cx: &mut Cx<'_>,
    ) {
        let (session, now_ms) = (cx.session, cx.now_ms);
        let place = BoardPlace::fit(ui, ui.available_rect_before_wrap(), session);
        for (color, strip) in place.strips {
            ui.scope_builder(UiBuilder::new().max_rect(strip), |ui| {
                player_ui(ui, session, self, color, now_ms);
            });
        }
        let picture = match self.open_move(session) {
            Some(open) => {
                let after = session.game.position().play(open.mv);
                position_picture(session, &after, Some(open.mv))
            }
            None => PositionPicture {
                premove: self.premove_squares(session),
                hint: self.hint_on_board(session),
                arrows: self.coach_arrows(session),
                ..game_picture(session)
            },
        };
        let flags = BoardFlags {
            premove_side: self.premove_side(session),
            // In the current position of a game, drawn shapes are not part of the record.
            shapes_kept: !session.at_head() || session.end().is_some(),
            ..flags
        };
        ui.scope_builder(UiBuilder::new().max_rect(place.board), |ui| {
            if board.game_ui(ui, session, &picture, flags, &mut |request| cx.ask(request)) {
                self.premove = None;
                cx.ask(Request::Wake);
            }
        });
    }

    /// The move that waits for the user's answer in the position shown.
    pub fn open_move(&self, session: &Session) -> Option<&OpenMove> {
        let stands = |open: &&OpenMove| open.place == session.here() && session.may_play_here();
        self.open_move.as_ref().filter(stands)
    }

    /// Drops what belongs to the position shown: the hint and the open move.
    pub fn leave_position(&mut self) {
        self.hint = None;
        self.open_move = None;
    }

    /// Takes the open move back, or drops the premove. Returns false if there is neither.
    pub fn drop_chosen(&mut self) -> bool {
        self.open_move.take().is_some() || self.premove.take().is_some()
    }

    /// The hint for the position on the board.
    pub fn hint_here(&self, session: &Session) -> Option<GivenHint> {
        self.hint.filter(|hint| hint.place == session.here())
    }

    fn hint_on_board(&self, session: &Session) -> Option<Hint> {
        let hint = self.hint_here(session)?;
        Some(if hint.whole {
            Hint::Move(hint.mv.from(), hint.mv.to())
        } else {
            Hint::Piece(hint.mv.from())
        })
    }

    /// The side that may choose its next move already: the user's, while the computer thinks about
    /// the position on the board. `None` if premoves are switched off.
    pub fn premove_side(&self, session: &Session) -> Option<Color> {
        let color = !session.head_position().turn();
        let thinks = session.waits_for_computer() && !self.paused && !self.is_before(session);
        let waits = thinks && session.at_head() && session.settings.premoves;
        (waits && session.is_human(color)).then_some(color)
    }

    /// The squares of the move that is chosen in advance, while one may be chosen.
    fn premove_squares(&self, session: &Session) -> Option<(Square, Square)> {
        self.premove_side(session)?;
        let mv = self.premove?.mv;
        Some((mv.from(), session.head_position().target_square(mv)))
    }

    /// Chooses the next move in advance. Returns false if no side may choose a premove.
    fn choose_premove(&mut self, session: &Session, mv: Move) -> bool {
        let Some(color) = self.premove_side(session) else { return false };
        if session.head_position().premoves(color).contains(&mv) {
            self.premove = Some(Premove { place: session.here(), mv });
        }
        true
    }

    /// Drops an open move and a premove whose position is not on the board any more.
    fn drop_stale(&mut self, session: &Session) {
        if self.open_move(session).is_none() {
            self.open_move = None;
        }
        let may_choose = self.premove_side(session).is_some();
        self.premove.take_if(|premove| !may_choose || premove.place != session.here());
    }

    /// Plays the premove after the computer's move, if it is legal.
    fn play_premove(&mut self, session: &mut Session, now_ms: u64) {
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
