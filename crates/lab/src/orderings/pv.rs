//! The principal variation of the last iteration.

use super::{
    MoveOrdering, MoveRank, NodeMoves, OrderingInfo, OrderingRule, RankTier, Ranking, SortContext,
};
use crate::Tree;
use minnow_engine::Branch;

pub(super) const INFO: OrderingInfo = OrderingInfo {
    iterates: true,
    ..OrderingInfo::new(
        MoveOrdering::Pv,
        "pv",
        "the principal variation of the last iteration; adds iterative deepening",
    )
};

pub(super) struct VariationMoves;

impl<T: Tree> OrderingRule<T> for VariationMoves {
    fn rank(&mut self, _: &NodeMoves<'_, T>, context: &SortContext, branch: Branch) -> Ranking {
        let is_next = context.variation_move == Some(branch);
        Ok(is_next.then_some(MoveRank::new(RankTier::PrincipalVariation, 0)))
    }
}
