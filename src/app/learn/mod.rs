//! Learning from mistakes: the problems of one side of a reviewed game, and the user's progress. The game
//! is the one on the board, or one of the user's games with moments that are due.
//!
//! The answers are kept here; the problems stand on a copy of the game.

mod card;
mod moments;
mod problem;
mod stock;
#[cfg(test)]
mod stock_tests;
#[cfg(test)]
pub mod tests;
mod view;

use super::{
    session::{Session, Sound, TrainingBoard, engine_client::Purpose},
    ui::board::Hint,
};
use minnow_engine::{SearchJob, SearchResult};
use minnow_game::{Game, NodeId};
use minnow_rules::{Color, Move};
use minnow_study::analysis::{Attempt, AttemptSearch, MistakeExercise, mistake_exercises};

pub use problem::Problem;
pub use stock::{LearnGame, LearnStock};

/// The end of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solution {
    Found,
    FoundWithHint,
    Shown,
    Skipped,
}

impl Solution {
    pub const ALL: [Solution; 4] =
        [Solution::Found, Solution::FoundWithHint, Solution::Shown, Solution::Skipped];

    /// The word of the summary.
    pub const fn name(self) -> &'static str {
        match self {
            Solution::Found => "found",
            Solution::FoundWithHint => "with a hint",
            Solution::Shown => "shown",
            Solution::Skipped => "skipped",
        }
    }
}

/// The state of the current problem.
#[derive(Clone, Debug)]
pub enum Stage {
    /// The user is to move. `wrong` is the fault of the last answer, if there was one.
    Open { wrong: Option<String> },
    /// The engine searches the answer; its searches begin with the next tick.
    Judging { answer: Move, search: Option<Box<AttemptSearch>> },
    /// The problem is finished, with the accepted answer, if there was one, and the verdict.
    Done { answer: Option<Move>, verdict: String },
    /// No problem is left, or there was none.
    Over,
}

/// A walk through one side's errors.
#[derive(Clone, Debug)]
pub struct Learn {
    /// The reviewed game, at the current problem.
    board: TrainingBoard,
    pub side: Color,
    problems: Vec<Problem>,
    /// The number of errors of each side, White's first.
    counts: [usize; 2],
    /// True if the review reached the start of the game.
    complete: bool,
    /// The ends of the finished problems, in order.
    solutions: Vec<Solution>,
    /// The number of those that the record has.
    recorded: usize,
    /// The game of the stock that the problems are of; `None` for the game on the board.
    origin: Option<LearnGame>,
    /// The index of the game of the stock that can follow.
    next_game: Option<usize>,
    stage: Stage,
    /// The last hint for the current problem.
    hint: Option<Hint>,
    /// True until the board stands at the side of the user.
    is_new: bool,
    /// True until the board shows the present problem.
    is_changed: bool,
}

impl Learn {
    /// Begins with the user's own errors, as far as the game's record names the human.
    pub fn begin(session: &mut Session) -> Learn {
        let game = session.game.clone();
        let side = learner(&game, session.flipped);
        Learn::new(TrainingBoard::new(session, game), side)
    }

    /// The errors of a side in the reviewed game of a board.
    pub fn new(board: TrainingBoard, side: Color) -> Learn {
        let game = &board.game;
        let exercises = Color::ALL.map(|color| mistake_exercises(game, color));
        let counts = exercises.each_ref().map(Vec::len);
        let [white, black] = exercises;
        let own = if side == Color::White { white } else { black };
        let problem = |exercise: MistakeExercise| Problem::new(game, exercise);
        let problems: Vec<Problem> = own.into_iter().filter_map(problem).collect();
        let complete = game.node(NodeId::ROOT).is_some_and(|node| node.notes.verdict.is_some());
        let stage = if problems.is_empty() { Stage::Over } else { Stage::Open { wrong: None } };
        Learn {
            board,
            side,
            problems,
            counts,
            complete,
            solutions: Vec::new(),
            recorded: 0,
            origin: None,
            next_game: None,
            stage,
            hint: None,
            is_new: true,
            is_changed: true,
        }
    }

    /// Begins with a side's errors.
    pub fn begin_side(&mut self, side: Color) {
        *self = Learn::new(self.board.clone(), side);
    }

    pub fn board(&self) -> &TrainingBoard {
        &self.board
    }

    /// Makes the problem of a position the first one; those before it come last.
    pub fn put_first(&mut self, before: NodeId) {
        self.is_changed = true;
        let fits = |problem: &Problem| problem.exercise.before == before;
        if let Some(at) = self.problems.iter().position(fits).filter(|_| self.solutions.is_empty())
        {
            self.problems.rotate_left(at);
        }
    }

    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// True if the user is to move.
    pub fn is_open(&self) -> bool {
        matches!(self.stage, Stage::Open { .. })
    }

    /// True if the current problem is finished.
    pub fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done { .. })
    }

    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    /// The index of the game of the stock that can follow this one.
    pub fn next_game(&self) -> Option<usize> {
        self.next_game
    }

    pub fn solutions(&self) -> &[Solution] {
        &self.solutions
    }

    /// The index of the current problem, from 0; the last one at the end.
    pub fn index(&self) -> usize {
        let done = self.solutions.len();
        match self.stage {
            Stage::Open { .. } | Stage::Judging { .. } => done,
            Stage::Done { .. } | Stage::Over => done.saturating_sub(1),
        }
    }

    /// The current problem; at the end the last one.
    pub fn problem(&self) -> Option<&Problem> {
        self.problems.get(self.index())
    }

    pub fn hint(&self) -> Option<Hint> {
        self.hint
    }

    /// The answer to show on the board.
    pub fn answer_shown(&self) -> Option<Move> {
        match self.stage {
            Stage::Judging { answer, .. } => Some(answer),
            Stage::Done { answer, .. } => answer,
            Stage::Open { .. } | Stage::Over => None,
        }
    }

    /// Judges the user's move. If it needs a search, the stage becomes `Judging`.
    pub fn answer(&mut self, answer: Move) {
        let Some(problem) = self.problems.get(self.index()).filter(|_| self.is_open()) else {
            return;
        };
        let exercise = &problem.exercise;
        if exercise.answer() == Some(answer) {
            let verdict = format!("{} is right.", problem.san(answer));
            self.accept(answer, verdict);
        } else if problem.played == answer {
            let lost = points_text(exercise.win_before - exercise.win_after);
            let fault = format!("{} was played, and cost {lost}.", problem.san(answer));
            self.reject(&fault);
        } else if let Some(attempt) = exercise.attempt_without_search(&problem.position, answer) {
            self.reject(&format!("{}.", attempt.fault));
        } else {
            self.stage = Stage::Judging { answer, search: None };
        }
    }

    /// Accepts or rejects the searched answer.
    pub fn judge(&mut self, attempt: &Attempt) {
        let Stage::Judging { answer, .. } = self.stage else { return };
        if !attempt.is_accepted() {
            let lost = points_text(attempt.lost_points);
            self.reject(&format!("{}: it costs {lost}.", attempt.fault));
            return;
        }
        let Some(problem) = self.problem() else { return };
        let (own, best) = (problem.san(answer), problem.exercise.answer());
        let best = best.map_or(String::new(), |best| problem.san(best));
        self.accept(answer, format!("{own} is good, too. The review found {best}."));
    }

    /// Lets the user move again after an answer that could not be judged.
    pub fn give_back(&mut self) {
        if matches!(self.stage, Stage::Judging { .. }) {
            self.stage = Stage::Open { wrong: None };
        }
    }

    /// Shows the piece; at the second request, the move.
    pub fn give_hint(&mut self) {
        self.is_changed = true;
        let Some(problem) = self.problem().filter(|_| self.is_open()) else { return };
        let (piece, answer) = (problem.exercise.piece_square(), problem.exercise.answer());
        self.hint = match self.hint {
            None => piece.map(Hint::Piece),
            Some(_) => answer.map(|answer| self.move_hint(answer)),
        };
    }

    /// The hint as a text.
    pub fn hint_text(&self) -> Option<String> {
        let problem = self.problem()?;
        match self.hint? {
            Hint::Piece(square) => Some(format!("Hint: the piece on {square}.")),
            Hint::Move(..) => Some(format!("Hint: {}.", problem.san(problem.exercise.answer()?))),
        }
    }

    /// Finishes the problem with the better move.
    pub fn show(&mut self) {
        self.is_changed = true;
        let unsolved = matches!(self.stage, Stage::Open { .. } | Stage::Judging { .. });
        let Some(problem) = self.problem().filter(|_| unsolved) else { return };
        if let Some(answer) = problem.exercise.answer() {
            let verdict = format!("{} was better.", problem.san(answer));
            self.hint = Some(self.move_hint(answer));
            self.solutions.push(Solution::Shown);
            self.stage = Stage::Done { answer: None, verdict };
        }
    }

    /// Leaves the problem unsolved.
    pub fn skip(&mut self) {
        self.is_changed = true;
        if matches!(self.stage, Stage::Open { .. } | Stage::Judging { .. }) {
            self.solutions.push(Solution::Skipped);
            self.advance();
        }
    }

    /// Goes from a finished problem to the next one; after the last one, to the summary.
    pub fn next(&mut self) {
        self.is_changed = true;
        if self.is_done() {
            self.advance();
        }
    }

    fn advance(&mut self) {
        self.hint = None;
        let is_more = self.solutions.len() < self.problems.len();
        self.stage = if is_more { Stage::Open { wrong: None } } else { Stage::Over };
    }

    fn accept(&mut self, answer: Move, verdict: String) {
        let solution = match self.hint.take() {
            None => Solution::Found,
            Some(_) => Solution::FoundWithHint,
        };
        self.solutions.push(solution);
        self.stage = Stage::Done { answer: Some(answer), verdict };
    }

    fn reject(&mut self, fault: &str) {
        self.stage = Stage::Open { wrong: Some(format!("{fault} Try another move.")) };
    }

    fn move_hint(&self, answer: Move) -> Hint {
        let to = self.problem().map_or(answer.to(), |own| own.position.target_square(answer));
        Hint::Move(answer.from(), to)
    }

    /// `3 found, 1 with a hint, 1 shown.`
    pub fn summary_text(&self) -> String {
        let part = |solution: Solution| {
            let count = self.solutions.iter().filter(|own| **own == solution).count();
            (count > 0).then(|| format!("{count} {}", solution.name()))
        };
        let parts: Vec<String> = Solution::ALL.into_iter().filter_map(part).collect();
        format!("{}.", parts.join(", "))
    }

    /// Judges the user's move, or starts the search that judges it.
    pub fn answer_on_board(&mut self, session: &mut Session, answer: Move, now_ms: u64) {
        session.notice = None;
        session.typed.clear();
        if let Some(problem) = self.problem() {
            session.sound(Sound::of_move(&problem.position, answer));
        }
        self.answer(answer);
        self.tick(session, now_ms);
    }

    /// Records what has ended, shows on the board what has changed, and starts the next search of an
    /// answer in judgement, also after a change of the engine has ended the one before.
    pub fn tick(&mut self, session: &mut Session, now_ms: u64) {
        self.record(session);
        if std::mem::take(&mut self.is_changed) {
            self.show_problem(session);
        }
        let index = self.index();
        let Stage::Judging { answer, search } = &mut self.stage else { return };
        let Some(exercise) = self.problems.get(index).map(|problem| &problem.exercise) else {
            return;
        };
        if is_judging(session) {
            return;
        }
        let search = search.get_or_insert_with(|| {
            let limits = session.settings.review.limits();
            Box::new(AttemptSearch::new(exercise, *answer, limits))
        });
        if let (Some(root), Some(limits)) = (self.board.root(), search.next_limits()) {
            let job = SearchJob { root, limits, opponent: None };
            session.engine.start(Purpose::Learn, self.board.here(), job, now_ms);
        }
    }

    /// Shows the current problem on the board, and ends the search of an answer to an earlier one.
    fn show_problem(&mut self, session: &mut Session) {
        if std::mem::take(&mut self.is_new) {
            session.flipped = self.side == Color::Black;
            session.notice = None;
        }
        session.typed.clear();
        if let Some(before) = self.problem().map(|problem| problem.exercise.before) {
            self.board.game.go_to(before);
        }
        if !matches!(self.stage, Stage::Judging { .. }) {
            cancel_judging(session);
        }
    }

    /// Takes in the result of a search, and judges the answer after the last one.
    pub fn take_result(&mut self, result: &SearchResult) {
        let index = self.index();
        let Stage::Judging { search: Some(search), .. } = &mut self.stage else { return };
        let Some(problem) = self.problems.get(index) else { return };
        if let Some(attempt) = search.take(&problem.exercise, &problem.position, result.clone()) {
            self.judge(&attempt);
        }
    }
}

fn is_judging(session: &Session) -> bool {
    session.engine.play.running.as_ref().is_some_and(|running| running.purpose == Purpose::Learn)
}

/// Ends the search that judges an answer.
pub fn cancel_judging(session: &mut Session) {
    if is_judging(session) {
        session.engine.play.cancel();
    }
}

/// `12 points of winning chance`.
fn points_text(points: f64) -> String {
    format!("{} points of winning chance", points.round())
}

/// The side to begin with: the only human of the record, else the side at the bottom of the board.
fn learner(game: &Game, flipped: bool) -> Color {
    let below = if flipped { Color::Black } else { Color::White };
    game.header.user().unwrap_or(below)
}
