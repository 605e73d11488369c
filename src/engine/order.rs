//! Move ordering: the table's move, captures by victim and attacker, killers, history.

use super::{history::History, params};
use crate::rules::{Move, MoveList, Position};

const TABLE_MOVE: i32 = 1_000_000;
const CAPTURE: i32 = 500_000;
const KILLER: i32 = 400_000;

/// Moves of a node with their ordering scores, picked best first.
pub(super) struct Picker {
    moves: Vec<(i32, Move)>,
    next: usize,
}

impl Picker {
    /// All moves of a full-width node.
    pub fn all(
        position: &Position,
        moves: &MoveList,
        table_move: Option<Move>,
        history: &History,
        ply: usize,
    ) -> Picker {
        let killers = history.killers(ply);
        let score = |played: Move| {
            if Some(played) == table_move {
                TABLE_MOVE
            } else if let Some(worth) = capture_worth(position, played) {
                CAPTURE + worth
            } else if killers[0] == Some(played) {
                KILLER
            } else if killers[1] == Some(played) {
                KILLER - 1
            } else {
                history.score(position.turn(), played)
            }
        };
        Picker { moves: moves.iter().map(|played| (score(played), played)).collect(), next: 0 }
    }

    /// Captures and promotions only.
    pub fn captures(position: &Position, moves: &MoveList, table_move: Option<Move>) -> Picker {
        let scored = |played| {
            let worth = capture_worth(position, played)?;
            Some((if Some(played) == table_move { TABLE_MOVE } else { worth }, played))
        };
        Picker { moves: moves.iter().filter_map(scored).collect(), next: 0 }
    }
}

impl Iterator for Picker {
    type Item = Move;

    /// Selection sort, a step at a time: most nodes need only the first few moves.
    fn next(&mut self) -> Option<Move> {
        let best = (self.next..self.moves.len()).max_by_key(|i| {
            // The earlier of equal moves, so that the order does not depend on earlier picks.
            (self.moves[*i].0, std::cmp::Reverse(*i))
        })?;
        self.moves.swap(self.next, best);
        self.next += 1;
        Some(self.moves[self.next - 1].1)
    }
}

/// Most valuable victim first, then least valuable attacker; `None` for quiet moves.
#[inline]
pub(super) fn capture_worth(position: &Position, played: Move) -> Option<i32> {
    let promotion = played.promotion().map(|role| params::VICTIM_WORTH[role.index()]);
    let victim = position.captured(played).map(|role| params::VICTIM_WORTH[role.index()]);
    if promotion.is_none() && victim.is_none() {
        return None;
    }
    let attacker = position.moved(played).index() as i32;
    Some(16 * (promotion.unwrap_or(0) + victim.unwrap_or(0)) - attacker)
}
