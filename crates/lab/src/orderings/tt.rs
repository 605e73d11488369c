//! The best moves in the transposition table. Its cutoffs belong to the search.

use super::{
    MoveOrdering, MoveRank, NodeMoves, OrderingInfo, OrderingRule, RankTier, Ranking, SortContext,
};
use crate::Tree;
use minnow_engine::Branch;

pub(super) const INFO: OrderingInfo = OrderingInfo {
    in_full: true,
    ..OrderingInfo::new(
        MoveOrdering::Tt,
        "tt",
        "transposition table: its best move first, and cutoffs at equal depth, also by the \
         entries of the replies",
    )
};

pub(super) struct TableMoves;

impl<T: Tree> OrderingRule<T> for TableMoves {
    fn rank(&mut self, _: &NodeMoves<'_, T>, context: &SortContext, branch: Branch) -> Ranking {
        let [first, second] = context.table_moves;
        let guides = [(first, RankTier::TableMove), (second, RankTier::SecondTableMove)];
        let found = guides.into_iter().find(|(best, _)| *best == Some(branch));
        Ok(found.map(|(_, tier)| MoveRank::new(tier, 0)))
    }
}
