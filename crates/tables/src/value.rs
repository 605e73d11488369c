//! The value of a position: a result with its distance, and its form as a byte.

use minnow_rules::Variant;

/// The value of a position for its side to move, with the plies to the end of the game if the winner
/// plays the shortest win and the loser resists longest.
///
/// The distance counts to checkmate, or to the position without a move. Where a move limit ends the
/// game, the rest that the limit must leave is added: one ply after a mate or a position without a
/// move, because the limit comes first there, and two plies where the king must still be captured.
/// So a win stands exactly if its distance is at most the plies that the limit leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableValue {
    /// The side to move loses after this many plies.
    Loss(u8),
    /// Neither side can force a win.
    Draw,
    /// The side to move wins after this many plies.
    Win(u8),
}

impl TableValue {
    /// The greatest distance that a byte can hold.
    pub const MAX_PLIES: u8 = 126;
    /// The byte of an index that no position has.
    pub(super) const NO_POSITION: u8 = u8::MAX;
    const DRAW: u8 = 0;
    const LOSS: u8 = 128;

    /// The byte in a table: 0 for a draw, 1 to 127 for wins, from 128 for losses.
    pub(super) const fn to_byte(self) -> u8 {
        match self {
            TableValue::Draw => TableValue::DRAW,
            TableValue::Win(plies) => plies,
            TableValue::Loss(plies) => TableValue::LOSS + plies,
        }
    }

    /// The value of a byte, `None` for [`TableValue::NO_POSITION`].
    pub(super) const fn from_byte(byte: u8) -> Option<TableValue> {
        match byte {
            TableValue::NO_POSITION => None,
            TableValue::DRAW => Some(TableValue::Draw),
            1..TableValue::LOSS => Some(TableValue::Win(byte)),
            _ => Some(TableValue::Loss(byte - TableValue::LOSS)),
        }
    }

    /// The plies to the end, `None` in a draw.
    pub const fn plies(self) -> Option<u8> {
        match self {
            TableValue::Draw => None,
            TableValue::Win(plies) | TableValue::Loss(plies) => Some(plies),
        }
    }

    /// The plies to the mate, or to the position without a move: the distance without the rest that a
    /// limit must leave. `None` in a draw.
    ///
    /// Under a move limit the rest is one ply, and two where the king must still be captured. The
    /// number of plies shows which: the side whose king is captured has made the last move but one,
    /// so it loses after an even number.
    pub fn plies_to_mate(self, variant: &Variant) -> Option<u8> {
        let plies = self.plies()?;
        if variant.move_limit.is_none() {
            return Some(plies);
        }
        let is_loss = matches!(self, TableValue::Loss(_));
        let captures_king = variant.king_capture && is_loss == plies.is_multiple_of(2);
        Some(plies.saturating_sub(1 + u8::from(captures_king)))
    }

    /// The value if the game is a draw after this many more plies.
    #[must_use]
    pub const fn within(self, plies_left: u32) -> TableValue {
        match self.plies() {
            Some(plies) if plies as u32 > plies_left => TableValue::Draw,
            _ => self,
        }
    }

    /// The value for the side that made the move which led to a position with this value.
    #[must_use]
    pub const fn before_move(self) -> TableValue {
        match self {
            TableValue::Draw => TableValue::Draw,
            TableValue::Win(plies) => TableValue::Loss(plies + 1),
            TableValue::Loss(plies) => TableValue::Win(plies + 1),
        }
    }

    /// A number that is greater for better values: short wins, long wins, draws, long losses.
    const fn rank(self) -> i32 {
        match self {
            TableValue::Win(plies) => 1000 - plies as i32,
            TableValue::Draw => 0,
            TableValue::Loss(plies) => plies as i32 - 1000,
        }
    }
}

impl PartialOrd for TableValue {
    fn partial_cmp(&self, other: &TableValue) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TableValue {
    /// Greater values are better for the side to move.
    fn cmp(&self, other: &TableValue) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_keep_values() {
        let plies = 0..=TableValue::MAX_PLIES;
        let decided = plies.flat_map(|plies| [TableValue::Loss(plies), TableValue::Win(plies + 1)]);
        for value in decided.chain([TableValue::Draw]) {
            assert_eq!(TableValue::from_byte(value.to_byte()), Some(value));
        }
        assert_eq!(TableValue::from_byte(TableValue::NO_POSITION), None);
    }

    #[test]
    fn short_wins_and_long_losses_are_better() {
        use TableValue::{Draw, Loss, Win};
        let ordered = [Loss(0), Loss(2), Draw, Win(3), Win(1)];
        assert!(ordered.is_sorted(), "{ordered:?}");
        assert_eq!(Loss(4).before_move(), Win(5));
    }

    #[test]
    fn distances_to_the_mate_leave_out_the_rest() {
        use TableValue::{Draw, Loss, Win};
        let plies = |value: TableValue, id| value.plies_to_mate(Variant::by_id(id).unwrap());
        // The king falls at once, after the last move, or after a mate in one.
        for (value, expected) in [(Win(1), 0), (Loss(2), 0), (Win(3), 1), (Loss(4), 2)] {
            assert_eq!(plies(value, "minichess"), Some(expected), "{value:?}");
            assert_eq!(plies(value, "gardner"), value.plies());
        }
        // No move is left, after the last move or now.
        for (value, expected) in [(Loss(1), 0), (Win(2), 1), (Loss(3), 2)] {
            assert_eq!(plies(value, "minichess"), Some(expected), "{value:?}");
        }
        assert_eq!(plies(Draw, "minichess"), None);
    }

    #[test]
    fn limits_turn_late_wins_into_draws() {
        assert_eq!(TableValue::Win(5).within(5), TableValue::Win(5));
        assert_eq!(TableValue::Win(5).within(4), TableValue::Draw);
        assert_eq!(TableValue::Loss(2).within(1), TableValue::Draw);
        assert_eq!(TableValue::Draw.within(0), TableValue::Draw);
    }
}
