//! The countermove heuristic: the reply that last refuted the opponent's move (Uiterwijk, 1992).

use std::collections::HashMap;

use super::{
    CutoffMoves, MemoryReport, MoveOrdering, MoveRank, NodeMoves, OrderingInfo, OrderingRule,
    RankTier, Ranking, SortContext, captures,
};
use crate::Tree;
use minnow_engine::{Branch, MemoryChange};

pub(super) const INFO: OrderingInfo = OrderingInfo {
    old_ids: &["refutation"],
    in_full: true,
    ..OrderingInfo::new(
        MoveOrdering::Countermove,
        "countermove",
        "countermove: the last move that refuted the opponent's move",
    )
};

/// For each player and move, the reply that last refuted it; `true` stands for MAX.
#[derive(Default)]
pub(super) struct Countermoves(HashMap<(bool, Branch), Branch>);

impl<T: Tree> OrderingRule<T> for Countermoves {
    fn rank(&mut self, at: &NodeMoves<'_, T>, _: &SortContext, branch: Branch) -> Ranking {
        let reply = at.place.last_move.and_then(|last| self.0.get(&(!at.is_max(), last)));
        let is_countermove = reply == Some(&branch);
        Ok(is_countermove.then_some(MoveRank::new(RankTier::Countermove, 0)))
    }

    /// Skips captures that another ordering sorts first: there is only one slot.
    fn learn(&mut self, at: &NodeMoves<'_, T>, moves: &CutoffMoves<'_>, report: MemoryReport<'_>) {
        let branch = moves.branch;
        if let Some(last) = at.place.last_move.filter(|_| !captures::ranks(at, branch)) {
            let by_max = !at.is_max();
            self.0.insert((by_max, last), branch);
            report(MemoryChange::Countermove { by_max, last, reply: branch });
        }
    }
}
