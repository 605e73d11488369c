//! Move ordering: the transposition table's move, captures that do not lose material, killers,
//! quiet moves by history, and at last captures that lose material.
//!
//! The scores of all nodes on the current path share one stack, so that no node allocates. A node
//! picks one move at a time: most nodes need only the first few.

use std::sync::LazyLock;

use super::{
    history::{Histories, PieceTo},
    see::{capture_gain, gains_at_least},
};
use minnow_rules::{Move, MoveList, Position};

const CAPTURE: i32 = 500_000;
const KILLER: i32 = 400_000;
const LOSING_CAPTURE: i32 = -500_000;

/// The scores of the moves of all nodes from the root to the current one. Each is one number with its move's
/// place in the node's list, so that the largest number is the best move, and of equal ones the first; SIMD
/// registers find it in few instructions.
pub(super) struct MoveStack(Vec<i32>);

/// The bits of a number that hold the place, counted from the last one: more than the moves of any position.
const PLACE_BITS: u32 = 9;
const LAST_PLACE: i32 = (1 << PLACE_BITS) - 1;

/// Stands in the place of a move that has been picked.
const PICKED: i32 = i32::MIN;

/// The facts about a node that order its moves.
#[derive(Clone, Copy)]
pub(super) struct OrderingHints {
    pub tt_move: Option<Move>,
    pub killers: [Option<Move>; 2],
    /// The moves one and two plies before.
    pub previous: [PieceTo; 2],
}

/// Picks the moves of one node in order. Pickers are released by [`MoveStack::release`], the newest first.
pub(super) struct MovePicker<'m> {
    moves: &'m MoveList,
    hints: OrderingHints,
    /// The node's first place on the stack.
    start: usize,
    /// Moves not picked yet.
    left: usize,
}

/// A picked move with what its place in the order shows.
#[derive(Clone, Copy)]
pub(super) struct ScoredMove {
    pub mv: Move,
    /// Set for captures and promotions; `None` for quiet moves.
    pub capture: Option<CaptureKind>,
    /// The killer or history score of a quiet move; 0 for the table's move.
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

    /// A picker of the moves of a node.
    pub(super) fn picker<'m>(&self, moves: &'m MoveList, hints: OrderingHints) -> MovePicker<'m> {
        MovePicker { moves, hints, start: self.0.len(), left: moves.len() }
    }

    /// The best remaining move of the newest picker.
    #[inline]
    pub(super) fn pick(
        &mut self,
        picker: &mut MovePicker,
        position: &Position,
        histories: &Histories,
    ) -> Option<ScoredMove> {
        let MovePicker { moves, ref hints, start, left } = *picker;
        picker.left = left.checked_sub(1)?;
        // The table's move often causes a cutoff, and then no other move needs a score.
        if left == moves.len()
            && let Some(mv) = hints.tt_move.filter(|mv| moves.contains(*mv))
        {
            let capture = is_capture(position, mv).then_some(CaptureKind::Gaining);
            return Some(ScoredMove { mv, capture, history: 0 });
        }
        if self.0.len() == start {
            let score_at = |(mv, place)| match score(position, mv, hints, histories) {
                Some(score) => at_place(score, place),
                None => PICKED,
            };
            self.0.extend(moves.iter().zip(0..).map(score_at));
        }
        let scores = &mut self.0[start..];
        loop {
            let best = scores.iter().fold(PICKED, |best, score| best.max(*score));
            let (score, place) = (best >> PLACE_BITS, place_of(best));
            let mv = moves.get(place)?;
            // A capture's exchange is evaluated when its turn comes; losing captures go to the end. A poor
            // history takes a capture's score below `CAPTURE`, though not to that of a killer.
            if score > KILLER && !gains_at_least(position, mv, 0) {
                scores[place] = at_place(score + LOSING_CAPTURE - CAPTURE, place as i32);
                continue;
            }
            scores[place] = PICKED;
            let capture = is_capture(position, mv).then_some(if score < LOSING_CAPTURE / 2 {
                CaptureKind::Losing
            } else {
                CaptureKind::Gaining
            });
            return Some(ScoredMove { mv, capture, history: score });
        }
    }

    /// Removes the node's moves from the stack.
    pub(super) fn release(&mut self, picker: MovePicker) {
        self.0.truncate(picker.start);
    }
}

/// A score with the place of its move.
#[inline]
fn at_place(score: i32, place: i32) -> i32 {
    (score << PLACE_BITS) + LAST_PLACE - place
}

#[inline]
fn place_of(at_place: i32) -> usize {
    (LAST_PLACE - (at_place & LAST_PLACE)) as usize
}

/// A root's moves in the order in which the first iteration searches them.
pub(super) fn root_order(position: &Position, moves: &MoveList) -> Vec<Move> {
    /// Statistics without a cutoff. Filling them anew would take longer than a search to depth 1.
    static NO_HISTORIES: LazyLock<Histories> = LazyLock::new(Histories::new);
    let hints = OrderingHints { tt_move: None, killers: [None; 2], previous: [PieceTo::NONE; 2] };
    let mut stack = MoveStack::new();
    let mut picker = stack.picker(moves, hints);
    std::iter::from_fn(|| Some(stack.pick(&mut picker, position, &NO_HISTORIES)?.mv)).collect()
}

/// The score of a move; `None` for the table's, which is picked first.
#[inline]
fn score(
    position: &Position,
    mv: Move,
    hints: &OrderingHints,
    histories: &Histories,
) -> Option<i32> {
    if Some(mv) == hints.tt_move {
        return None;
    }
    if is_capture(position, mv) {
        let victim = position.captured(mv);
        let history = victim.map_or(0, |victim| histories.capture(position, mv, victim));
        return Some(CAPTURE + 16 * capture_gain(position, mv) + history);
    }
    Some(match hints.killers {
        [Some(first), _] if first == mv => KILLER,
        [_, Some(second)] if second == mv => KILLER - 1,
        _ => histories.quiet(position, mv, hints.previous),
    })
}

/// True if the move is a capture or a promotion.
#[inline]
pub(super) fn is_capture(position: &Position, mv: Move) -> bool {
    mv.promotion().is_some() || position.captured(mv).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::search::history::{HistoryContext, SearchedMoves};
    use minnow_rules::{Variant, builtin_variants};

    #[test]
    fn each_move_is_picked_once_and_the_tables_first() {
        let mut random = Random(5);
        let histories = Histories::new();
        for variant in builtin_variants() {
            let mut position = Position::start(variant);
            for _ in 0..60 {
                let moves = position.safe_moves();
                let Some(tt_move) = moves.get(random.below(moves.len().max(1))) else { break };
                let previous = [PieceTo::NONE; 2];
                let hints = OrderingHints { tt_move: Some(tt_move), killers: [None; 2], previous };
                let mut stack = MoveStack::new();
                let mut picker = stack.picker(&moves, hints);
                let picked: Vec<ScoredMove> =
                    std::iter::from_fn(|| stack.pick(&mut picker, &position, &histories)).collect();
                assert_eq!(picked[0].mv, tt_move);
                let class = |scored: &ScoredMove| match scored.capture {
                    Some(CaptureKind::Gaining) => 0,
                    None => 1,
                    Some(CaptureKind::Losing) => 2,
                };
                assert!(picked[1..].is_sorted_by_key(class), "{position:?}");
                let mut sorted = [moves.iter().collect(), picked.iter().map(|s| s.mv).collect()];
                sorted.iter_mut().for_each(|list: &mut Vec<Move>| list.sort_by_key(|mv| mv.bits()));
                assert_eq!(sorted[0], sorted[1], "{position:?}");
                stack.release(picker);
                assert!(stack.0.is_empty());
                position = position.play(moves.get(random.below(moves.len())).unwrap());
            }
        }
    }

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
        let mut picker = stack.picker(&moves, hints);
        let order: Vec<ScoredMove> =
            std::iter::from_fn(|| stack.pick(&mut picker, &position, &histories)).collect();
        let last = order.last().unwrap();
        assert_eq!((last.mv, order.len()), (capture, moves.len()));
        assert!(last.capture == Some(CaptureKind::Losing));
    }
}
