//! Learning from one's errors: which positions to try again, what counts as solved, and the hints.
//!
//! An answer other than the best has to be searched, which is left to the caller.

use super::{WinCurve, mover_percent};
use crate::game::{Game, NodeId};
use crate::rules::{Color, Move, Square};

/// A position is tried again if the move lost more than this of win %.
pub const RETRY_DROP: f64 = 10.0;
/// An answer is accepted if it loses less than this of win %.
const ACCEPTED_DROP: f64 = 3.5;

/// A position to be tried again.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The position.
    pub before: NodeId,
    /// The move that was an error.
    pub played: NodeId,
    /// The mover's win % with best play.
    pub win_before: f64,
    /// The best play, at least a move long.
    pub better: Vec<Move>,
}

impl Lesson {
    /// The first hint: where the piece stands that should move.
    pub fn piece(&self) -> Option<Square> {
        self.answer().map(Move::from)
    }

    /// The second hint, and what "show me" shows.
    pub fn answer(&self) -> Option<Move> {
        self.better.first().copied()
    }
}

/// Whether an answer after which the mover has `win_after` % is good enough.
pub fn accepts(win_before: f64, win_after: f64) -> bool {
    win_before - win_after < ACCEPTED_DROP
}

/// A side's errors on the main line of a reviewed game that are worth another try, in the order
/// of play.
pub fn lessons(game: &Game, side: Color) -> Vec<Lesson> {
    let curve = WinCurve::of(game.variant());
    let lesson = |played: NodeId| {
        let node = game.node(played)?;
        let verdict = node.notes.verdict.as_ref()?;
        let before = node.parent()?;
        let parent = game.node(before)?;
        let known = parent.notes.verdict.as_ref()?;
        let win = |evaluation, position| mover_percent(curve, evaluation, position, side);
        let win_before = win(known.evaluation, parent.position());
        let drop = win_before - win(verdict.evaluation, node.position());
        let is_error = verdict.judgement.is_some_and(|judgement| judgement.is_error());
        let wanted = parent.position().turn() == side && is_error && drop > RETRY_DROP;
        let better = verdict.better.clone();
        (wanted && !better.is_empty()).then_some(Lesson { before, played, win_before, better })
    };
    game.continuation(NodeId::ROOT).filter_map(lesson).collect()
}
