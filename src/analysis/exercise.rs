//! Learning from one's errors: which positions to try again, what counts as solved, and the hints.
//!
//! An answer other than the best has to be searched, as [`attempt_limits`] says and the caller does.

use super::{
    WinCurve,
    explain::{MoveContext, MoveResult, attempt_fault},
    mover_percent,
    review::ReviewLimits,
};
use crate::engine::{Score, SearchLimits};
use crate::game::{Game, NodeId};
use crate::rules::{Color, Move, Position, Square, san};

/// A position is tried again if the move lost more than this of win %.
pub const RETRY_DROP: f64 = 10.0;
/// An answer is accepted if it loses less than this of win %.
const ACCEPTED_DROP: f64 = 3.5;

/// A position to be tried again.
#[derive(Clone, Debug, PartialEq)]
pub struct MistakeExercise {
    /// The position.
    pub before: NodeId,
    /// The move that was an error.
    pub played: NodeId,
    /// The mover's win % with best play.
    pub win_before: f64,
    /// The mover's win % after the error.
    pub win_after: f64,
    /// The best play, at least a move long.
    pub better: Vec<Move>,
}

/// What came of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// Points of win % that it loses against the best play; negative where a search of this answer
    /// alone sees more in it.
    pub lost_points: f64,
    /// What is wrong with it: a clause that begins with the move and names no other answer.
    pub fault: String,
}

impl Attempt {
    /// Whether the answer is good enough.
    pub fn is_accepted(&self) -> bool {
        self.lost_points < ACCEPTED_DROP
    }
}

impl MistakeExercise {
    /// The first hint: where the piece stands that should move.
    pub fn piece(&self) -> Option<Square> {
        self.answer().map(Move::from)
    }

    /// The second hint, and what "show me" shows.
    pub fn answer(&self) -> Option<Move> {
        self.better.first().copied()
    }

    /// Judges an answer by the score of a search of this move alone, from the mover's view, and the
    /// line it found, which begins with the answer.
    pub fn attempt(&self, position: &Position, score: Score, line: &[Move]) -> Attempt {
        let curve = WinCurve::of(position.variant());
        let lost_points = self.win_before - curve.percent(score);
        let Some(answer) = line.first() else {
            return Attempt { lost_points, fault: String::new() };
        };
        let end = position.play(*answer).outcome(1);
        let context = MoveContext { position, curve, previous: None };
        let fault = attempt_fault(&context, &MoveResult { line, score, end });
        Attempt { lost_points, fault: format!("{} {fault}", san(position, *answer)) }
    }

    /// An answer that needs no search: where kings are taken, one that leaves the own to be taken.
    pub fn hopeless(&self, position: &Position, answer: Move) -> Option<Attempt> {
        let hangs = !position.takes_king(answer) && !position.safe_moves().contains(answer);
        hangs.then(|| self.attempt(position, Score::lost_at(2), &[answer]))
    }
}

/// How an answer is searched: alone, and as long as a review with these limits looks at a position,
/// so that both values come from searches of the same kind.
pub fn attempt_limits(answer: Move, review: ReviewLimits) -> SearchLimits {
    let ReviewLimits { depth, nodes, movetime_ms } = review;
    let (moves, threads) = (vec![answer], Some(1));
    SearchLimits { depth, nodes, movetime_ms, moves, threads, ..SearchLimits::default() }
}

/// A side's errors on the main line of a reviewed game that are worth another try, in the order
/// of play.
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
