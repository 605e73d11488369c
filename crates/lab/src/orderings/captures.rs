//! Captures and promotions first, by MVV-LVA: most valuable victim, least valuable attacker.

use super::{
    MoveOrdering, MoveRank, NodeMoves, OrderingInfo, OrderingRule, RankTier, Ranking, SortContext,
};
use crate::Tree;
use minnow_engine::Branch;

pub(super) const INFO: OrderingInfo = OrderingInfo {
    in_full: true,
    ..OrderingInfo::new(
        MoveOrdering::Captures,
        "captures",
        "captures and promotions first, by MVV-LVA (most valuable victim, least valuable attacker)",
    )
};

pub(super) struct Captures;

impl<T: Tree> OrderingRule<T> for Captures {
    fn rank(&mut self, at: &NodeMoves<'_, T>, _: &SortContext, branch: Branch) -> Ranking {
        let gain = at.tree.capture_gain(at.node, branch);
        Ok(gain.map(|gain| MoveRank::new(RankTier::Capture, i64::from(gain))))
    }
}

/// True if the captures ordering is on and ranks this move.
pub(super) fn ranks<T: Tree>(at: &NodeMoves<'_, T>, branch: Branch) -> bool {
    at.orderings.has(MoveOrdering::Captures) && at.tree.capture_gain(at.node, branch).is_some()
}
