//! Exercises from the errors of a reviewed game: positions, hints, and the judgement of answers.
//!
//! The caller searches an answer other than the best move, with the limits of [`attempt_limits`].

use super::{
    WinCurve,
    explain::{MoveContext, attempt_fault},
    mover_percent,
    review::ReviewLimits,
};
use crate::engine::{Score, SearchLimits};
use crate::game::{Game, NodeId};
use crate::rules::{Color, Move, Position, Square};

/// A move that lost more than this many points of win % becomes an exercise.
pub const RETRY_DROP: f64 = 10.0;
/// An answer that loses less than this many points of win % is accepted.
const ACCEPTED_DROP: f64 = 3.5;

/// A position in which a side made an error, to be tried again.
#[derive(Clone, Debug, PartialEq)]
pub struct MistakeExercise {
    /// The node of the position.
    pub before: NodeId,
    /// The node of the error.
    pub played: NodeId,
    /// The mover's win % with best play, 0 to 100.
    pub win_before: f64,
    /// The mover's win % after the error, 0 to 100.
    pub win_after: f64,
    /// The best line, with at least one move.
    pub better: Vec<Move>,
}

/// The result of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// The points of win % that the answer loses against the best line. Negative if the search of the
    /// answer scores higher than the review.
    pub lost_points: f64,
    /// The fault of the answer: a clause that begins with the move and does not reveal the solution.
    pub fault: String,
}

impl Attempt {
    /// True if the answer is good enough.
    pub fn is_accepted(&self) -> bool {
        self.lost_points < ACCEPTED_DROP
    }
}

impl MistakeExercise {
    /// The first hint: the square of the piece to move.
    pub fn piece_square(&self) -> Option<Square> {
        self.answer().map(Move::from)
    }

    /// The best move: the second hint, and the solution.
    pub fn answer(&self) -> Option<Move> {
        self.better.first().copied()
    }

    /// Judges an answer. `score`, from the mover's point of view, and `line`, which begins with the
    /// answer, come from a search of the answer alone.
    pub fn attempt(&self, position: &Position, score: Score, line: &[Move]) -> Attempt {
        let curve = WinCurve::of(position.variant());
        let lost_points = self.win_before - curve.percent(score);
        let context = MoveContext { position, curve, previous: None };
        Attempt { lost_points, fault: attempt_fault(&context, line, score) }
    }

    /// The result of an answer that leaves the king en prise in a variant with king capture, which
    /// needs no search; `None` for other answers.
    pub fn attempt_without_search(&self, position: &Position, answer: Move) -> Option<Attempt> {
        let hangs = !position.takes_king(answer) && !position.safe_moves().contains(answer);
        hangs.then(|| self.attempt(position, Score::lost_at(2), &[answer]))
    }
}

/// The limits for the search of an answer: this move alone, with the effort that a review spends on
/// a position, so that both scores are comparable.
pub fn attempt_limits(answer: Move, review: ReviewLimits) -> SearchLimits {
    let ReviewLimits { depth, nodes, movetime_ms } = review;
    let (moves, threads) = (vec![answer], Some(1));
    SearchLimits { depth, nodes, movetime_ms, moves, threads, ..SearchLimits::default() }
}

/// The exercises for one side from the main line of a reviewed game, in the order of play.
pub fn mistake_exercises(game: &Game, side: Color) -> Vec<MistakeExercise> {
    let curve = WinCurve::of(game.variant());
    let exercise = |played: NodeId| {
        let node = game.node(played)?;
        let verdict = node.notes.verdict.as_ref()?;
        let before = node.parent()?;
        let parent = game.node(before)?;
        let known = parent.notes.verdict.as_ref()?;
        let win = |evaluation, position| mover_percent(curve, evaluation, position, side);
        let win_before = win(known.evaluation, parent.position());
        let win_after = win(verdict.evaluation, node.position());
        let is_error = verdict.judgement.is_some_and(|judgement| judgement.is_error());
        let drop = win_before - win_after;
        let wanted = parent.position().turn() == side && is_error && drop > RETRY_DROP;
        let better = verdict.better.clone();
        let exercise = MistakeExercise { before, played, win_before, win_after, better };
        (wanted && !exercise.better.is_empty()).then_some(exercise)
    };
    game.continuation(NodeId::ROOT).filter_map(exercise).collect()
}
