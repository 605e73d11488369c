//! Killer moves: the move that caused the last cutoff on the same ply.

use super::{
    CutoffMoves, MemoryReport, MoveOrdering, MoveRank, NodeMoves, OrderingInfo, OrderingRule,
    RankTier, Ranking, SortContext, captures,
};
use crate::Tree;
use minnow_engine::{Branch, MemoryChange};

pub(super) const INFO: OrderingInfo = OrderingInfo {
    in_full: true,
    ..OrderingInfo::new(
        MoveOrdering::Killers,
        "killers",
        "killer move: the move that caused the last cutoff on the same ply",
    )
};

/// One killer for each ply.
#[derive(Default)]
pub(super) struct Killers(Vec<Option<Branch>>);

impl<T: Tree> OrderingRule<T> for Killers {
    fn rank(&mut self, at: &NodeMoves<'_, T>, _: &SortContext, branch: Branch) -> Ranking {
        let is_killer = self.0.get(at.place.ply) == Some(&Some(branch));
        Ok(is_killer.then_some(MoveRank::new(RankTier::Killer, 0)))
    }

    /// Skips captures that another ordering sorts first: there is only one slot.
    fn learn(&mut self, at: &NodeMoves<'_, T>, moves: &CutoffMoves<'_>, report: MemoryReport<'_>) {
        let branch = moves.branch;
        if captures::ranks(at, branch) {
            return;
        }
        let ply = at.place.ply;
        if self.0.len() <= ply {
            self.0.resize(ply + 1, None);
        }
        self.0[ply] = Some(branch);
        report(MemoryChange::Killer { ply, branch });
    }
}
