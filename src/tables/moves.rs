//! The legal moves of a position with their values.

use super::{TableSet, TableValue};
use crate::rules::{Move, Position};

/// A legal move with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuedMove {
    pub mv: Move,
    /// For the side that makes the move. The plies count from the position before it.
    pub value: TableValue,
    /// False if the limit on moves without progress may turn the win or loss into a draw.
    pub is_certain: bool,
}

/// The value of the position after a move, for its side to move.
#[derive(Clone, Copy)]
struct ValueAfter {
    value: TableValue,
    is_certain: bool,
}

impl TableSet {
    /// The legal moves with their values under the variant's move limit, the best first; `None` if the
    /// set has no value for the position or for one of its moves. Earlier positions of the game, which
    /// a repetition may draw, do not count.
    pub fn valued_moves(&self, position: &Position) -> Option<Vec<ValuedMove>> {
        self.value(position)?;
        let valued = |mv: Move| {
            let ValueAfter { value, is_certain } = self.value_after(&position.play(mv))?;
            Some(ValuedMove { mv, value: value.before_move(), is_certain })
        };
        let moves = position.legal_moves().into_iter().map(valued);
        let mut moves = moves.collect::<Option<Vec<ValuedMove>>>()?;
        moves.sort_by_key(|valued| std::cmp::Reverse(valued.value));
        Some(moves)
    }

    fn value_after(&self, after: &Position) -> Option<ValueAfter> {
        if after.board().king(after.turn()).is_none() {
            // The king was taken.
            return Some(ValueAfter { value: TableValue::Loss(0), is_certain: true });
        }
        if let Some(value) = self.proven_value(after) {
            return Some(ValueAfter { value, is_certain: true });
        }
        if let Some(value) = self.value(after) {
            return Some(ValueAfter { value, is_certain: false });
        }
        // A pending en passant capture is not part of a table; the position's moves are.
        after.en_passant()?;
        let mut best: Option<ValueAfter> = None;
        for mv in after.safe_moves() {
            let ValueAfter { value, is_certain } = self.value_after(&after.play(mv))?;
            let value = value.before_move();
            let all_certain = is_certain && best.is_none_or(|best| best.is_certain);
            let value = best.map_or(value, |best| best.value.max(value));
            best = Some(ValueAfter { value, is_certain: all_certain });
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Role;

    #[test]
    fn the_best_move_has_the_value_of_the_position() {
        for id in ["silverman4x4", "minichess"] {
            let set = TableSet::up_to(id, 3);
            let (mut compared, mut won) = (0, 0);
            for table in set.all() {
                for (position, value) in table.positions(set.variant()).step_by(7) {
                    let Some(moves) = set.valued_moves(&position) else { continue };
                    let Some(best) = moves.first() else { continue };
                    assert_eq!(best.value, value, "{id} {}", position.fen());
                    compared += 1;
                    won += u32::from(matches!(value, TableValue::Win(_)));
                }
            }
            assert!(compared > 500 && won > 100, "{id}: {compared}, {won}");
        }
    }

    #[test]
    fn a_king_in_reach_is_taken() {
        let set = TableSet::up_to("minichess", 3);
        let variant = set.variant();
        let position = Position::from_fen(variant, "k4/5/5/5/5/R3K w - - 0 1").unwrap();
        let moves = set.valued_moves(&position).unwrap();
        assert_eq!(moves[0].value, TableValue::Win(1));
        assert_eq!(position.captured(moves[0].mv), Some(Role::King));
        assert!(moves[1].value < TableValue::Win(1));
    }

    #[test]
    fn a_late_win_is_not_certain() {
        let set = TableSet::up_to("gardner", 3);
        let variant = set.variant();
        let moves_at = |clock: u32| {
            let fen = format!("k4/5/2K2/5/1R3 w - - {clock} 60");
            set.valued_moves(&Position::from_fen(variant, &fen).unwrap()).unwrap()
        };
        assert!(moves_at(0).iter().all(|valued| valued.is_certain));
        let late = moves_at(99);
        assert!(late.iter().any(|valued| !valued.is_certain), "{late:?}");
    }
}
