//! The relative history heuristic (Winands, van der Werf, van den Herik and Uiterwijk, 2006).

use std::collections::HashMap;

use super::{
    CutoffMoves, MemoryReport, MoveOrdering, MoveRank, NodeMoves, OrderingInfo, OrderingRule,
    RankTier, Ranking, SortContext,
};
use crate::{Tree, memory::MoveHistory};
use minnow_engine::{Branch, MemoryChange};

pub(super) const INFO: OrderingInfo = OrderingInfo {
    in_full: true,
    ..OrderingInfo::new(
        MoveOrdering::History,
        "history",
        "history heuristic: moves that often caused a cutoff first",
    )
};

/// The rate of each move of each player; `true` stands for MAX.
#[derive(Default)]
pub(super) struct History(HashMap<(bool, Branch), MoveHistory>);

impl<T: Tree> OrderingRule<T> for History {
    fn rank(&mut self, at: &NodeMoves<'_, T>, _: &SortContext, branch: Branch) -> Ranking {
        let rate = self.0.get(&(at.is_max(), branch));
        Ok(rate.map(|rate| MoveRank::new(RankTier::Quiet, rate.permille() as i64)))
    }

    fn learn(&mut self, at: &NodeMoves<'_, T>, moves: &CutoffMoves<'_>, report: MemoryReport<'_>) {
        let (is_max, depth) = (at.is_max(), at.place.depth);
        let weight = u64::from(depth * depth);
        for branch in moves.failed.iter().copied().chain([moves.branch]) {
            let rate = self.0.entry((is_max, branch)).or_default();
            rate.searched += weight;
            rate.caused += if branch == moves.branch { weight } else { 0 };
            let MoveHistory { caused, searched } = *rate;
            report(MemoryChange::History { is_max, branch, caused, searched });
        }
    }
}
