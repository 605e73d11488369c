//! The coach: it asks once before a move of the user's that loses much, and offers the most instructive
//! moments after the game.
//!
//! Its search runs on an engine's thread while the user thinks. A move that the search has not judged
//! deep enough when it is made is played without a question, so that the window never waits.

use egui::{Button, Label, Ui};

use super::{GivenHint, Play};
use crate::app::{
    context::Cx,
    moves::layout::numbered_text,
    request::Request,
    session::{
        Place, Question, Session,
        engine_client::{Purpose, RunningSearch},
    },
    ui::board::{Arrow, Brush},
    ui::theme::{self, TEXT_SMALL},
    ui::widgets::{button_row_ui, primary_button},
};
use minnow_engine::{SearchInfo, SearchJob};
use minnow_rules::{Move, san};
use minnow_study::analysis::{
    CoachWarning, InstructiveMoment, coach_limits, coach_warning, instructive_moments,
};

/// With less than this on the user's clock the coach is silent.
const SILENT_BELOW_MS: u64 = 30_000;

/// The coach's search, its question and its card.
#[derive(Debug, Default)]
pub(super) struct Coach {
    /// The position that was searched last, or is searched now.
    place: Option<Place>,
    lines: Vec<SearchInfo>,
    /// True if the search of `place` is over.
    is_done: bool,
    /// The warning of its last question, and the position it was asked in.
    asked: Option<(Place, CoachWarning)>,
    card: Option<CoachCard>,
    /// True if the game that is over was handed to the review.
    is_reviewed: bool,
}

/// The coach's words beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CoachCard {
    /// The fault of the move.
    Fault,
    /// The fault, and a better move.
    Better,
}

impl Coach {
    /// For another game on the board, which may be over.
    pub(super) fn begin(session: &Session) -> Coach {
        Coach { is_reviewed: session.end().is_some(), ..Coach::default() }
    }

    /// Keeps the newest iteration and the one before it, which may be the last complete one.
    fn take_lines(&mut self, lines: Vec<SearchInfo>) {
        self.lines.extend(lines);
        let deepest = self.lines.last().map_or(0, |line| line.depth);
        self.lines.retain(|line| line.depth + 1 >= deepest);
    }

    /// The warning that is shown beside the board.
    fn shown(&self, session: &Session) -> Option<(CoachCard, &CoachWarning)> {
        let (place, warning) = self.asked.as_ref()?;
        let card = self.card.filter(|_| *place == session.here() && session.waits_for_human())?;
        Some((card, warning))
    }
}

impl Play {
    /// True if the coach may ask about the user's next move.
    fn is_coached(&self, session: &Session, now_ms: u64) -> bool {
        let turn = session.head_position().turn();
        let has_time = session.clock.as_ref().is_none_or(|clock| {
            !session.has_short_clock() && clock.remaining_ms(turn, now_ms) >= SILENT_BELOW_MS
        });
        session.settings.coach
            && session.settings.sides.has_one_human()
            && session.remote().is_none()
            && session.waits_for_human()
            && has_time
    }

    /// Starts the search of the user's moves, if the engine is free.
    pub fn start_coach(&mut self, session: &mut Session, now_ms: u64) {
        self.follow_coach(session);
        let head = session.place(session.game.head());
        if session.engine.play.running.is_some() || !self.is_coached(session, now_ms) {
            return;
        }
        if self.coach.place != Some(head) {
            self.coach.place = Some(head);
            self.coach.lines.clear();
            self.coach.is_done = false;
        }
        if !self.coach.is_done
            && let Some(root) = session.root_at(head.node)
        {
            let job = SearchJob { root, limits: coach_limits(), opponent: None };
            session.engine.start(Purpose::Coach, head, job, now_ms);
        }
    }

    /// Takes the lines that the coach's search has reported.
    fn follow_coach(&mut self, session: &mut Session) {
        let is_coach = |search: &&RunningSearch| search.purpose == Purpose::Coach;
        if session.engine.play.running.as_ref().filter(is_coach).is_some() {
            self.coach.take_lines(session.engine.play.take_iterations());
        }
    }

    /// Takes the end of the coach's search.
    pub fn end_coach(&mut self, search: &RunningSearch) {
        if search.purpose == Purpose::Coach && self.coach.place == Some(search.place) {
            self.coach.take_lines(search.iterations.clone());
            self.coach.is_done = true;
        }
    }

    /// The coach's question before a move at the head; at most one for each position.
    pub(super) fn coach_question(
        &mut self,
        session: &mut Session,
        mv: Move,
        now_ms: u64,
    ) -> Option<Question> {
        self.follow_coach(session);
        let here = session.here();
        let was_asked = self.coach.asked.as_ref().is_some_and(|(place, _)| *place == here);
        let is_judged = self.coach.place == Some(here) && session.at_head();
        if was_asked || !is_judged || !self.is_coached(session, now_ms) {
            return None;
        }
        let node = session.game.node(session.game.cursor())?;
        let (position, previous) = (*node.position(), node.played());
        let warning = coach_warning(&position, previous, &self.coach.lines, mv)?;
        let text = format!(
            "{} lowers your winning chance by about {:.0} points.",
            san(&position, mv),
            warning.lost_points
        );
        self.coach.asked = Some((here, warning));
        Some(
            Question::new("This move loses much", text)
                .cancel("Choose another")
                .choice("Show why", Request::ShowFault)
                .choice("Play it", Request::PlayAnyway(mv)),
        )
    }

    /// Shows the fault of the move that the coach asked about, and its refutation.
    pub fn show_fault(&mut self) {
        self.coach.card = Some(CoachCard::Fault);
        self.hint = None;
    }

    /// Shows a better move, too. The next tick notes the help.
    pub(super) fn show_better(&mut self, session: &Session) {
        self.coach.card = Some(CoachCard::Better);
        self.hint = self.coach.shown(session).map(|(_, warning)| GivenHint {
            place: session.here(),
            mv: warning.better,
            whole: true,
        });
    }

    /// Removes the coach's words, to choose another move.
    pub(super) fn drop_warning(&mut self) {
        self.coach.card = None;
        self.hint = None;
    }

    /// Notes the help of a better move that is shown.
    pub(super) fn note_shown_help(&self, session: &mut Session) {
        if matches!(self.coach.shown(session), Some((CoachCard::Better, _))) {
            session.note_help();
        }
    }

    /// Notes help if the user plays another move than the one that the coach asked about.
    pub(super) fn note_coach(&mut self, session: &mut Session, mv: Move) {
        let here = session.place(session.game.head());
        let asked = self.coach.asked.as_ref();
        if asked.is_some_and(|(place, warning)| *place == here && warning.mv != mv) {
            session.note_help();
        }
        self.coach.card = None;
    }

    /// The words of the coach beside the board; `None` while it has none.
    pub fn coach_text(&self, session: &Session) -> Option<String> {
        let (card, warning) = self.coach.shown(session)?;
        Some(match card {
            CoachCard::Fault => warning.fault.clone(),
            CoachCard::Better => format!("{} {}", warning.fault, warning.merit),
        })
    }

    /// The arrows of the move and of its refutation.
    pub(super) fn coach_arrows(&self, session: &Session) -> Vec<Arrow> {
        let Some((_, warning)) = self.coach.shown(session) else { return Vec::new() };
        let before = session.game.position();
        let after = before.play(warning.mv);
        let own =
            Arrow::new(warning.mv.from(), before.target_square(warning.mv), Brush::Second, 0.5);
        let reply = warning
            .refutation
            .map(|reply| Arrow::new(reply.from(), after.target_square(reply), Brush::Red, 1.0));
        std::iter::once(own).chain(reply).collect()
    }

    /// Has the game reviewed when it is over, so that the coach can offer its moments.
    pub fn start_review(&mut self, session: &mut Session) {
        let is_over = session.end().is_some();
        if !is_over || self.coach.is_reviewed {
            self.coach.is_reviewed = is_over;
            return;
        }
        self.coach.is_reviewed = true;
        let is_wanted = session.settings.coach && session.user().is_some();
        if is_wanted && !session.game.is_empty() && !session.game.has_review() {
            session.requests.push(Request::ReviewGame);
        }
    }

    /// The moments that the coach offers after a game; `None` without a coach or a review.
    fn moments(&self, session: &Session) -> Option<Vec<InstructiveMoment>> {
        let side = session.user().filter(|_| session.settings.coach && session.end().is_some())?;
        let is_ready = session.review.running.is_none() && session.game.has_review();
        is_ready.then(|| instructive_moments(&session.game, side))
    }
}

impl Play {
    /// Draws the answers to the coach's warning, or to the computer's offer of a draw, unless a question about
    /// an open move stands in the line above.
    pub(super) fn asked_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let session = cx.session;
        if self.open_move(session).is_some() {
            return;
        }
        let warned = self.coach.shown(session).map(|(card, warning)| (card, warning.mv));
        if let Some((card, mv)) = warned {
            let better = vec![(Button::new("Show a better move"), true)];
            if card == CoachCard::Fault && button_row_ui(ui, better).is_some() {
                self.show_better(session);
                cx.ask(Request::Wake);
            }
            let answers =
                vec![(Button::new("Choose another"), true), (Button::new("Play it"), true)];
            match button_row_ui(ui, answers) {
                Some(0) => {
                    self.drop_warning();
                    cx.ask(Request::Wake);
                }
                Some(_) => cx.ask(Request::PlayAnyway(mv)),
                None => {}
            }
        } else if self.is_draw_offered(session) {
            let accept = (primary_button(ui, "Accept draw"), true);
            match button_row_ui(ui, vec![accept, (Button::new("Decline draw"), true)]) {
                Some(0) => cx.ask(Request::AcceptDraw),
                Some(_) => {
                    self.decline_draw();
                    cx.ask(Request::Wake);
                }
                None => {}
            }
        }
    }

    /// Draws the moments of a game that is over, each a button that leads to its position.
    pub(super) fn moments_ui(&self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let session = cx.session;
        let note = |ui: &mut Ui, text: &str| {
            ui.add(Label::new(theme::muted(ui.ctx(), text).size(TEXT_SMALL)).wrap());
        };
        match self.moments(session) {
            Some(moments) if moments.is_empty() => note(ui, "No move of yours lost much."),
            Some(moments) => {
                note(ui, "Worth another look:");
                for moment in &moments {
                    let button = Button::new(moment_text(session, moment)).truncate();
                    if button_row_ui(ui, vec![(button, true)]).is_some() {
                        cx.ask(Request::LearnAt(moment.exercise.before));
                    }
                }
            }
            None if session.settings.coach && session.review.running.is_some() => {
                note(ui, "The coach looks through the game.");
            }
            None => {}
        }
    }
}

/// `6. Qxb4 allows a capture`.
fn moment_text(session: &Session, moment: &InstructiveMoment) -> String {
    let played = numbered_text(&session.game, moment.exercise.played).unwrap_or_default();
    format!("{played} {}", moment.theme.text())
}
