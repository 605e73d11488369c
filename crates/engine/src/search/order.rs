//! Move ordering: the transposition table's move, captures that do not lose material, killers,
//! quiet moves by history, and at last captures that lose material.
//!
//! The moves of all nodes on the current path share one stack, so that no node allocates. A node
//! picks one move at a time: most nodes need only the first few.

use std::sync::LazyLock;

use super::{
    history::{Histories, PieceTo},
    see::{capture_gain, gains_at_least},
};
use minnow_rules::{Move, MoveList, Position};

const TT_MOVE: i32 = 1_000_000;
const CAPTURE: i32 = 500_000;
const KILLER: i32 = 400_000;
const LOSING_CAPTURE: i32 = -500_000;

/// A move with its ordering score.
#[derive(Clone, Copy)]
struct OrderedMove {
    score: i32,
    mv: Move,
}

/// The moves of all nodes from the root to the current one.
pub(super) struct MoveStack(Vec<OrderedMove>);

/// The facts about a node that order its moves.
#[derive(Clone, Copy)]
pub(super) struct OrderingHints {
    pub tt_move: Option<Move>,
    pub killers: [Option<Move>; 2],
    /// The moves one and two plies before.
    pub previous: [PieceTo; 2],
}

/// The moves of one node on the stack. Pickers are released by [`MoveStack::release`], the newest
/// first.
pub(super) struct MovePicker {
    start: usize,
    next: usize,
}

/// A picked move with what its place in the order shows.
#[derive(Clone, Copy)]
pub(super) struct ScoredMove {
    pub mv: Move,
    /// Set for captures and promotions; `None` for quiet moves.
    pub capture: Option<CaptureKind>,
    /// The killer or history score of a quiet move.
    pub history: i32,
}

/// The result of the exchange that a capture or promotion begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CaptureKind {
    Gaining,
    Losing,
}

impl MoveStack {
    pub(super) fn new() -> MoveStack {
        MoveStack(Vec::with_capacity(4096))
    }

    /// Puts a node's moves on the stack with their scores.
    pub(super) fn picker(
        &mut self,
        position: &Position,
        moves: &MoveList,
        hints: &OrderingHints,
        histories: &Histories,
    ) -> MovePicker {
        let start = self.0.len();
        let scored = |mv| OrderedMove { score: score(position, mv, hints, histories), mv };
        self.0.extend(moves.iter().map(scored));
        MovePicker { start, next: start }
    }

    /// The best remaining move of the picker whose moves are on top of the stack.
    #[inline]
    pub(super) fn pick(
        &mut self,
        picker: &mut MovePicker,
        position: &Position,
    ) -> Option<ScoredMove> {
        let mut at = self.best_index(picker.next)?;
        // A capture's exchange is evaluated when its turn comes; losing captures go to the end. A poor
        // history takes a capture's score below `CAPTURE`, though not to that of a killer.
        while self.0[at].score > KILLER && self.0[at].score < TT_MOVE {
            if gains_at_least(position, self.0[at].mv, 0) {
                break;
            }
            self.0[at].score += LOSING_CAPTURE - CAPTURE;
            at = self.best_index(picker.next)?;
        }
        self.0.swap(picker.next, at);
        let OrderedMove { score, mv } = self.0[picker.next];
        picker.next += 1;
        let capture = is_capture(position, mv).then_some(if score < LOSING_CAPTURE / 2 {
            CaptureKind::Losing
        } else {
            CaptureKind::Gaining
        });
        Some(ScoredMove { mv, capture, history: score })
    }

    /// Removes the node's moves from the stack.
    pub(super) fn release(&mut self, picker: MovePicker) {
        self.0.truncate(picker.start);
    }

    /// The index of the best move from `next` on. Of equal moves it is the first, so that the
    /// order does not depend on earlier picks.
    #[inline]
    fn best_index(&self, next: usize) -> Option<usize> {
        let (mut best, mut max) = (None, i32::MIN);
        for (offset, ordered) in self.0[next..].iter().enumerate() {
            if ordered.score > max {
                (best, max) = (Some(next + offset), ordered.score);
            }
        }
        best
    }
}

/// A root's moves in the order in which the first iteration searches them.
pub(super) fn root_order(position: &Position, moves: &MoveList) -> Vec<Move> {
    /// Statistics without a cutoff. Filling them anew would take longer than a search to depth 1.
    static NO_HISTORIES: LazyLock<Histories> = LazyLock::new(Histories::new);
    let hints = OrderingHints { tt_move: None, killers: [None; 2], previous: [PieceTo::NONE; 2] };
    let mut stack = MoveStack::new();
    let mut picker = stack.picker(position, moves, &hints, &NO_HISTORIES);
    std::iter::from_fn(|| Some(stack.pick(&mut picker, position)?.mv)).collect()
}

fn score(position: &Position, mv: Move, hints: &OrderingHints, histories: &Histories) -> i32 {
    if Some(mv) == hints.tt_move {
        return TT_MOVE;
    }
    if is_capture(position, mv) {
        let victim = position.captured(mv);
        let history = victim.map_or(0, |victim| histories.capture(position, mv, victim));
        return CAPTURE + 16 * capture_gain(position, mv) + history;
    }
    match hints.killers {
        [Some(first), _] if first == mv => KILLER,
        [_, Some(second)] if second == mv => KILLER - 1,
        _ => histories.quiet(position, mv, hints.previous),
    }
}

/// True if the move is a capture or a promotion.
#[inline]
pub(super) fn is_capture(position: &Position, mv: Move) -> bool {
    mv.promotion().is_some() || position.captured(mv).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::history::{HistoryContext, SearchedMoves};
    use minnow_rules::Variant;

    #[test]
    fn a_capture_with_a_poor_history_can_lose_its_exchange() {
        // The queen can take a pawn that another one defends.
        let gardner = Variant::by_id("gardner").unwrap();
        let position = Position::from_fen(gardner, "k4/2p2/1p3/1Q3/4K w - - 0 1").unwrap();
        let capture = position.parse_move("b2b3").unwrap();
        let previous = [PieceTo::NONE; 2];
        let mut histories = Histories::new();
        let mut searched = SearchedMoves::default();
        searched.push(capture, true);
        let king = position.parse_move("e1e2").unwrap();
        for _ in 0..100 {
            let node = HistoryContext { position: &position, depth: 10, previous };
            histories.update(&node, king, false, &searched);
        }
        let hints = OrderingHints { tt_move: None, killers: [None; 2], previous };
        let mut stack = MoveStack::new();
        let moves = position.legal_moves();
        let mut picker = stack.picker(&position, &moves, &hints, &histories);
        let order: Vec<ScoredMove> =
            std::iter::from_fn(|| stack.pick(&mut picker, &position)).collect();
        let last = order.last().unwrap();
        assert_eq!((last.mv, order.len()), (capture, moves.len()));
        assert!(last.capture == Some(CaptureKind::Losing));
    }
}
