//! The relative history heuristic (Winands, van der Werf, van den Herik and Uiterwijk, 2006).

use std::collections::HashMap;

use super::{
    CutoffMoves, MemoryReport, MoveOrdering, MoveRank, NodeMoves, OrderingInfo, OrderingRule,
    RankTier, Ranking, SortContext,
};
use crate::Tree;
use minnow_engine::{Branch, MemoryChange};

pub(super) const INFO: OrderingInfo = OrderingInfo {
    in_full: true,
    ..OrderingInfo::new(
        MoveOrdering::History,
        "history",
        "history heuristic: moves that often caused a cutoff first",
    )
};

/// The number of nodes with a cutoff at which a move was searched, and at which it caused the cutoff.
/// Each case counts as the square of the remaining depth.
#[derive(Clone, Copy, Debug, Default)]
struct CutoffRate {
    caused: u64,
    searched: u64,
}

impl CutoffRate {
    /// Cutoffs caused per 1,000 cases.
    fn permille(self) -> i64 {
        (1_000 * self.caused / self.searched.max(1)) as i64
    }
}

/// The rate of each move of each player; `true` stands for MAX.
#[derive(Default)]
pub(super) struct History(HashMap<(bool, Branch), CutoffRate>);

impl<T: Tree> OrderingRule<T> for History {
    fn rank(&mut self, at: &NodeMoves<'_, T>, _: &SortContext, branch: Branch) -> Ranking {
        let rate = self.0.get(&(at.is_max(), branch));
        Ok(rate.map(|rate| MoveRank::new(RankTier::Quiet, rate.permille())))
    }

    fn learn(&mut self, at: &NodeMoves<'_, T>, moves: &CutoffMoves<'_>, report: MemoryReport<'_>) {
        let (is_max, depth) = (at.is_max(), at.place.depth);
        let weight = u64::from(depth * depth);
        for branch in moves.failed.iter().copied().chain([moves.branch]) {
            let rate = self.0.entry((is_max, branch)).or_default();
            rate.searched += weight;
            rate.caused += if branch == moves.branch { weight } else { 0 };
            let CutoffRate { caused, searched } = *rate;
            report(MemoryChange::History { is_max, branch, caused, searched });
        }
    }
}
