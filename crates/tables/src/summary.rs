//! The facts of a table: how many positions are won, drawn and lost, and its longest win.

use super::{Table, TableClass, TableSet, TableValue};
use minnow_rules::{Color, Position, Variant};

/// The facts of a table from the side that its name begins with. Both sides to move are counted;
/// where both have the same men, only that side is to move.
#[derive(Clone, Debug, PartialEq)]
pub struct TableSummary {
    /// All positions of the table.
    pub positions: u64,
    /// Positions that the side wins, whoever is to move.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions that the side loses, whoever is to move.
    pub losses: u64,
    /// The longest win of the side to move; `None` if no side can win.
    pub longest: Option<LongestWin>,
}

/// The longest win of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct LongestWin {
    /// The plies to the mate, or to the position without a move.
    pub plies: u8,
    /// Where it starts, with the winner to move.
    pub start: Position,
}

/// A class with the facts of its table.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassSummary {
    /// The men of the table.
    pub class: TableClass,
    /// What the table holds.
    pub summary: TableSummary,
}

impl TableSet {
    /// All tables in the order of their lists: few men first, then few pawns.
    pub fn in_order(&self) -> Vec<&Table> {
        let mut all: Vec<&Table> = self.all().collect();
        all.sort_by_key(|table| {
            (table.class().men(), table.class().pawns(), table.class().clone())
        });
        all
    }
}

impl Table {
    /// The class with the facts of the table under the rules of its variant.
    pub fn class_summary(&self, variant: &'static Variant) -> ClassSummary {
        ClassSummary { class: self.class().clone(), summary: self.summary(variant) }
    }

    /// The facts of the table under the rules of its variant.
    pub fn summary(&self, variant: &'static Variant) -> TableSummary {
        let (mut positions, mut draws, mut wins) = (0, 0, 0);
        let mut longest: Option<[usize; 2]> = None;
        for (number, byte) in self.values().iter().enumerate() {
            let Some(value) = TableValue::from_byte(*byte) else { continue };
            positions += 1;
            let is_white = self.indexer().turn(number) == Color::White;
            match value {
                TableValue::Draw => draws += 1,
                TableValue::Win(plies) => {
                    wins += u64::from(is_white);
                    if longest.is_none_or(|[longest, _]| usize::from(plies) > longest) {
                        longest = Some([usize::from(plies), number]);
                    }
                }
                TableValue::Loss(_) => wins += u64::from(!is_white),
            }
        }
        let longest = longest.and_then(|[plies, number]| {
            let start = self.position_at(number, variant)?;
            let plies = TableValue::Win(plies as u8).plies_to_mate(variant)?;
            Some(LongestWin { plies, start })
        });
        TableSummary { positions, wins, draws, losses: positions - wins - draws, longest }
    }
}
