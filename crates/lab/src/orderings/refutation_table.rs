//! The refutation table (Akl and Newborn, 1977): for each root move, the line that decided it.
//!
//! The next iteration tries this line first. It usually refutes the root move again, one ply
//! deeper. The table needs a line for each root move, far less memory than a transposition table.

use std::collections::HashMap;

use super::{
    MoveOrdering, MoveRank, NodeMoves, NodeResult, OrderingInfo, OrderingRule, RankTier, Ranking,
    SortContext,
};
use crate::{Tree, path_table::PathKey, search::NodePlace};
use minnow_engine::Branch;

pub(super) const INFO: OrderingInfo = OrderingInfo {
    iterates: true,
    ..OrderingInfo::new(
        MoveOrdering::RefutationTable,
        "refutation-table",
        "for each root move, the line that decided it in the last iteration; adds iterative \
         deepening",
    )
};

/// The lines of the root moves, and the next move at each node on them.
#[derive(Default)]
pub(super) struct RefutationTable {
    lines: HashMap<Branch, Vec<Branch>>,
    next_moves: HashMap<PathKey, Branch>,
}

impl RefutationTable {
    /// Replaces the line after a root move.
    fn store(&mut self, root_move: Branch, line: &[Branch]) {
        let old = self.lines.insert(root_move, line.to_vec()).unwrap_or_default();
        for (path, _) in steps(root_move, &old) {
            self.next_moves.remove(&path);
        }
        self.next_moves.extend(steps(root_move, line));
    }
}

/// The nodes on the line after a root move, each with its next move.
fn steps(root_move: Branch, line: &[Branch]) -> impl Iterator<Item = (PathKey, Branch)> {
    line.iter().scan(PathKey::default().after(root_move), |path, branch| {
        let at = *path;
        *path = at.after(*branch);
        Some((at, *branch))
    })
}

impl<T: Tree> OrderingRule<T> for RefutationTable {
    fn rank(&mut self, at: &NodeMoves<'_, T>, _: &SortContext, branch: Branch) -> Ranking {
        let is_next = self.next_moves.get(&at.place.path) == Some(&branch);
        Ok(is_next.then_some(MoveRank::new(RankTier::RefutationLine, 0)))
    }

    fn remember(&mut self, place: NodePlace, result: &NodeResult<'_>) {
        let root_move = place.last_move.filter(|_| place.ply == 1);
        if let Some(root_move) = root_move.filter(|_| !result.variation.is_empty()) {
            self.store(root_move, result.variation);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_line_replaces_the_old_one() {
        let mut table = RefutationTable::default();
        let after = |moves: &[u16]| {
            moves.iter().fold(PathKey::default(), |path, branch| path.after(Branch(*branch)))
        };
        table.store(Branch(1), &[Branch(5), Branch(6)]);
        table.store(Branch(2), &[Branch(5)]);
        table.store(Branch(1), &[Branch(7)]);
        assert_eq!(table.next_moves.get(&after(&[1])), Some(&Branch(7)));
        assert_eq!(table.next_moves.get(&after(&[1, 5])), None);
        assert_eq!(table.next_moves.get(&after(&[2])), Some(&Branch(5)));
    }
}
