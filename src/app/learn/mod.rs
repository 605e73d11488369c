//! Learning from errors as data: the problems of one side, how far the user has come with them,
//! and what is said on the way.
//!
//! It knows no window and no engine: what an answer is worth is searched by `apply/learn.rs`. The
//! answers are kept here only, never in the game.

#[cfg(test)]
pub mod tests;
mod update;
pub mod view;

use super::ui::board::Hint;
use crate::{
    analysis::{Attempt, MistakeExercise, mistake_exercises},
    game::{Game, Judgement, Player},
    rules::{Color, Move, Position, san},
};

/// An error to be done better.
#[derive(Clone, Debug)]
pub struct Problem {
    pub lesson: MistakeExercise,
    pub position: Position,
    /// What was played in the game, and what the review calls it.
    pub played: Move,
    judgement: Judgement,
    /// The review's, which names the better move.
    pub sentence: String,
}

impl Problem {
    fn of(game: &Game, lesson: MistakeExercise) -> Option<Problem> {
        let node = game.node(lesson.played)?;
        let verdict = node.notes.verdict.as_ref()?;
        Some(Problem {
            position: *game.node(lesson.before)?.position(),
            played: node.played()?,
            judgement: verdict.judgement?,
            sentence: verdict.sentence.clone(),
            lesson,
        })
    }

    pub fn san(&self, played: Move) -> String {
        san(&self.position, played)
    }

    /// `6. Qxb4 was played (blunder).`
    pub fn error_text(&self) -> String {
        let dots = if self.position.turn() == Color::White { "." } else { "\u{2026}" };
        let (number, played) = (self.position.fullmove(), self.san(self.played));
        format!("{number}{dots} {played} was played ({}).", self.judgement.name())
    }

    pub fn task_text(&self) -> String {
        format!("Find a better move for {}.", self.position.turn())
    }

    /// The better line with its move numbers.
    pub fn line_text(&self) -> String {
        let mut position = self.position;
        let mut words = Vec::new();
        for played in &self.lesson.better {
            if !position.legal_moves().contains(*played) {
                break;
            }
            match position.turn() {
                Color::White => words.push(format!("{}.", position.fullmove())),
                Color::Black if words.is_empty() => {
                    words.push(format!("{}\u{2026}", position.fullmove()));
                }
                Color::Black => {}
            }
            words.push(san(&position, *played));
            position = position.play(*played);
        }
        words.join(" ")
    }
}

/// How a problem came to its end.
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

    /// As the summary counts it.
    pub const fn name(self) -> &'static str {
        match self {
            Solution::Found => "found",
            Solution::FoundWithHint => "with a hint",
            Solution::Shown => "shown",
            Solution::Skipped => "skipped",
        }
    }
}

/// What goes on with the problem at hand.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// A move is waited for; what was wrong with the one before, if there was one.
    Open { wrong: Option<String> },
    /// The answer is being looked at.
    Judging { answer: Move },
    /// The problem is done; the answer that was accepted, if there was one.
    Done { answer: Option<Move>, said: String },
    /// There is no problem left, or there was none.
    Over,
}

/// A walk through one side's errors.
#[derive(Clone, Debug)]
pub struct Learn {
    pub side: Color,
    /// How the board lay before, to be put back.
    pub flipped_before: bool,
    problems: Vec<Problem>,
    /// How many errors each side has, White's first.
    counts: [usize; 2],
    /// Whether the review reached the start of the game.
    complete: bool,
    /// Of the problems that are done.
    solutions: Vec<Solution>,
    stage: Stage,
    /// The last hint that was given for the problem at hand.
    hint: Option<Hint>,
}

impl Learn {
    pub fn new(game: &Game, side: Color, flipped_before: bool) -> Learn {
        let found = Color::ALL.map(|color| mistake_exercises(game, color));
        let counts = found.each_ref().map(Vec::len);
        let [white, black] = found;
        let own = if side == Color::White { white } else { black };
        let problems: Vec<Problem> =
            own.into_iter().filter_map(|lesson| Problem::of(game, lesson)).collect();
        let complete =
            game.node(crate::game::NodeId::ROOT).is_some_and(|n| n.notes.verdict.is_some());
        let stage = if problems.is_empty() { Stage::Over } else { Stage::Open { wrong: None } };
        let (solutions, hint) = (Vec::new(), None);
        Learn { side, flipped_before, problems, counts, complete, solutions, stage, hint }
    }

    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Whether a move is waited for.
    pub fn is_open(&self) -> bool {
        matches!(self.stage, Stage::Open { .. })
    }

    /// Whether `next` goes on from here.
    pub fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done { .. })
    }

    pub fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    /// How many errors a side has.
    pub fn count(&self, color: Color) -> usize {
        self.counts[color.index()]
    }

    pub fn total(&self) -> usize {
        self.problems.len()
    }

    pub fn solutions(&self) -> &[Solution] {
        &self.solutions
    }

    /// The index of the problem at hand, from 0; the last one at the end.
    pub fn index(&self) -> usize {
        let done = self.solutions.len();
        match self.stage {
            Stage::Open { .. } | Stage::Judging { .. } => done,
            Stage::Done { .. } | Stage::Over => done.saturating_sub(1),
        }
    }

    /// The problem at hand; at the end the last one.
    pub fn problem(&self) -> Option<&Problem> {
        self.problems.get(self.index())
    }

    pub fn hint(&self) -> Option<Hint> {
        self.hint
    }

    /// The answer that stands on the board.
    pub fn answer_shown(&self) -> Option<Move> {
        match self.stage {
            Stage::Judging { answer } => Some(answer),
            Stage::Done { answer, .. } => answer,
            Stage::Open { .. } | Stage::Over => None,
        }
    }

    /// The user has moved. What needs no search is judged at once; else the stage is `Judging`.
    pub fn answer(&mut self, answer: Move) {
        let Some(problem) = self.problems.get(self.index()).filter(|_| self.is_open()) else {
            return;
        };
        let lesson = &problem.lesson;
        if lesson.answer() == Some(answer) {
            let said = format!("{} is right.", problem.san(answer));
            self.found(answer, said);
        } else if problem.played == answer {
            let lost = points_text(lesson.win_before - lesson.win_after);
            let wrong = format!("{} was played, and cost {lost}.", problem.san(answer));
            self.reject(wrong);
        } else if let Some(attempt) = lesson.attempt_without_search(&problem.position, answer) {
            self.reject(format!("{}.", attempt.fault));
        } else {
            self.stage = Stage::Judging { answer };
        }
    }

    /// The answer that is being looked at has been searched.
    pub fn judged(&mut self, attempt: &Attempt) {
        let Stage::Judging { answer } = self.stage else { return };
        if !attempt.is_accepted() {
            let lost = points_text(attempt.lost_points);
            self.reject(format!("{}: it costs {lost}.", attempt.fault));
            return;
        }
        let Some(problem) = self.problem() else { return };
        let (own, best) = (problem.san(answer), problem.lesson.answer());
        let best = best.map_or(String::new(), |best| problem.san(best));
        self.found(answer, format!("{own} is good, too. The review found {best}."));
    }

    /// The answer could not be judged.
    pub fn give_back(&mut self) {
        if matches!(self.stage, Stage::Judging { .. }) {
            self.stage = Stage::Open { wrong: None };
        }
    }

    /// First the piece, then the move.
    pub fn ask_hint(&mut self) {
        let Some(problem) = self.problem().filter(|_| self.is_open()) else { return };
        let (piece, answer) = (problem.lesson.piece_square(), problem.lesson.answer());
        self.hint = match self.hint {
            None => piece.map(Hint::Piece),
            Some(_) => answer.map(|answer| self.whole_hint(answer)),
        };
    }

    /// The hint in words.
    pub fn hint_text(&self) -> Option<String> {
        let problem = self.problem()?;
        match self.hint? {
            Hint::Piece(square) => Some(format!("Hint: the piece on {square}.")),
            Hint::Move(..) => Some(format!("Hint: {}.", problem.san(problem.lesson.answer()?))),
        }
    }

    /// Whether the last hint has been given.
    pub fn hint_is_whole(&self) -> bool {
        matches!(self.hint, Some(Hint::Move(..)))
    }

    /// Gives the answer.
    pub fn show(&mut self) {
        let wanted = matches!(self.stage, Stage::Open { .. } | Stage::Judging { .. });
        let Some(problem) = self.problem().filter(|_| wanted) else { return };
        if let Some(answer) = problem.lesson.answer() {
            let said = format!("{} was better.", problem.san(answer));
            self.hint = Some(self.whole_hint(answer));
            self.solutions.push(Solution::Shown);
            self.stage = Stage::Done { answer: None, said };
        }
    }

    pub fn skip(&mut self) {
        if matches!(self.stage, Stage::Open { .. } | Stage::Judging { .. }) {
            self.solutions.push(Solution::Skipped);
            self.advance();
        }
    }

    /// On from a problem that is done.
    pub fn next(&mut self) {
        if self.is_done() {
            self.advance();
        }
    }

    fn advance(&mut self) {
        self.hint = None;
        let more = self.solutions.len() < self.problems.len();
        self.stage = if more { Stage::Open { wrong: None } } else { Stage::Over };
    }

    fn found(&mut self, answer: Move, said: String) {
        let solution = match self.hint.take() {
            None => Solution::Found,
            Some(_) => Solution::FoundWithHint,
        };
        self.solutions.push(solution);
        self.stage = Stage::Done { answer: Some(answer), said };
    }

    fn reject(&mut self, wrong: String) {
        self.stage = Stage::Open { wrong: Some(format!("{wrong} Try another move.")) };
    }

    fn whole_hint(&self, answer: Move) -> Hint {
        let to = self.problem().map_or(answer.to(), |p| p.position.target_square(answer));
        Hint::Move(answer.from(), to)
    }

    /// `3 found, 1 with a hint, 1 shown.`
    pub fn summary_text(&self) -> String {
        let count = |solution| self.solutions.iter().filter(|own| **own == solution).count();
        let counts = Solution::ALL.map(|solution| (count(solution), solution.name()));
        let parts = counts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, name)| format!("{count} {name}")).collect();
        format!("{}.", parts.join(", "))
    }

    /// Why there is nothing to learn.
    pub fn praise_text(&self) -> String {
        let part = if self.complete { "in this game" } else { "in what has been reviewed" };
        format!(
            "Well played: no move of {}'s cost more than 10 points of winning chance {part}.",
            self.side
        )
    }
}

/// `12 points of winning chance`.
fn points_text(points: f64) -> String {
    format!("{} points of winning chance", points.round())
}

/// Whose errors to begin with: the one human's of the record, else those of the side below.
pub fn learner(game: &Game, flipped: bool) -> Color {
    let is_human = |color: &Color| game.header.player(*color) == Player::Human;
    let mut humans = Color::ALL.into_iter().filter(is_human);
    match (humans.next(), humans.next()) {
        (Some(only), None) => only,
        _ if flipped => Color::Black,
        _ => Color::White,
    }
}
