//! Move ordering: the table's move, captures that gain, killers, quiet moves by history, and at
//! last captures that lose material.
//!
//! The moves of all nodes on the path stand on one stack, so that no node
//! allocates. They are picked one at a time: most nodes need only the first few.

use super::{
    history::{Arrival, History},
    see::{capture_gain, gains_at_least},
};
use crate::rules::{Move, MoveList, Position};

const TABLE_MOVE: i32 = 1_000_000;
const CAPTURE: i32 = 500_000;
const KILLER: i32 = 400_000;
const LOSING_CAPTURE: i32 = -500_000;

/// A move with what speaks for it.
#[derive(Clone, Copy)]
struct Scored {
    score: i32,
    played: Move,
}

/// The moves of all nodes from the root to the current one.
pub(super) struct MoveStack(Vec<Scored>);

/// What is known about a node when its moves are put in order.
#[derive(Clone, Copy)]
pub(super) struct Hints {
    pub table_move: Option<Move>,
    pub killers: [Option<Move>; 2],
    /// The arrivals one and two plies before.
    pub before: [Arrival; 2],
}

/// The moves of one node on the stack. The one that is made last must be dropped first, by `end`.
pub(super) struct Picker {
    start: usize,
    next: usize,
}

/// A picked move, and what its place in the order tells.
#[derive(Clone, Copy)]
pub(super) struct Picked {
    pub played: Move,
    /// A capture or promotion, and whether its exchange loses material; `None` for quiet moves.
    pub capture: Option<CaptureKind>,
    /// Killer or history score of quiet moves.
    pub history: i32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CaptureKind {
    Gaining,
    Losing,
}

impl MoveStack {
    pub fn new() -> MoveStack {
        MoveStack(Vec::with_capacity(4096))
    }

    /// Puts moves of a node on the stack with their scores.
    pub fn picker(
        &mut self,
        position: &Position,
        moves: &MoveList,
        hints: &Hints,
        history: &History,
    ) -> Picker {
        let start = self.0.len();
        let scored = |played| Scored { score: score(position, played, hints, history), played };
        self.0.extend(moves.iter().map(scored));
        Picker { start, next: start }
    }

    /// The next best move of the picker whose moves are on top of the stack.
    #[inline]
    pub fn pick(&mut self, picker: &mut Picker, position: &Position) -> Option<Picked> {
        let mut at = self.best(picker.next)?;
        // Captures are weighed only when their turn comes; losing ones go to the end.
        while self.0[at].score >= CAPTURE && self.0[at].score < TABLE_MOVE {
            if gains_at_least(position, self.0[at].played, 0) {
                break;
            }
            self.0[at].score += LOSING_CAPTURE - CAPTURE;
            at = self.best(picker.next)?;
        }
        self.0.swap(picker.next, at);
        let Scored { score, played } = self.0[picker.next];
        picker.next += 1;
        let capture = is_capture(position, played).then_some(if score < LOSING_CAPTURE / 2 {
            CaptureKind::Losing
        } else {
            CaptureKind::Gaining
        });
        Some(Picked { played, capture, history: score })
    }

    /// Takes the node's moves off the stack.
    pub fn end(&mut self, picker: Picker) {
        self.0.truncate(picker.start);
    }

    /// The index of the best move from `next` on; the earlier of equal ones, so that the order
    /// does not depend on earlier picks.
    #[inline]
    fn best(&self, next: usize) -> Option<usize> {
        let (mut at, mut most) = (None, i32::MIN);
        for (offset, scored) in self.0[next..].iter().enumerate() {
            if scored.score > most {
                (at, most) = (Some(next + offset), scored.score);
            }
        }
        at
    }
}

/// The moves of a root before anything is known about them.
pub(super) fn root_order(position: &Position, moves: &MoveList) -> Vec<Move> {
    let hints = Hints { table_move: None, killers: [None; 2], before: [Arrival::NONE; 2] };
    let mut stack = MoveStack::new();
    let mut picker = stack.picker(position, moves, &hints, &History::new());
    std::iter::from_fn(|| Some(stack.pick(&mut picker, position)?.played)).collect()
}

fn score(position: &Position, played: Move, hints: &Hints, history: &History) -> i32 {
    if Some(played) == hints.table_move {
        return TABLE_MOVE;
    }
    if is_capture(position, played) {
        let victim = position.captured(played);
        let learned = victim.map_or(0, |victim| history.capture(position, played, victim));
        return CAPTURE + 16 * capture_gain(position, played) + learned;
    }
    match hints.killers {
        [Some(first), _] if first == played => KILLER,
        [_, Some(second)] if second == played => KILLER - 1,
        _ => history.quiet(position, played, hints.before),
    }
}

#[inline]
pub(super) fn is_capture(position: &Position, played: Move) -> bool {
    played.promotion().is_some() || position.captured(played).is_some()
}
