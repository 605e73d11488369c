//! The perfect order and its reverse: by minimax values that no real search has in advance.

use super::{
    MoveOrdering, MoveRank, NodeMoves, OrderingInfo, OrderingRule, RankTier, Ranking, SortContext,
};
use crate::{LabSettings, Tree, oracle::Oracle};
use minnow_engine::{Branch, Window};

pub(super) const PERFECT: OrderingInfo = OrderingInfo {
    old_ids: &["best-first"],
    opposite: Some(MoveOrdering::ReverseOrder),
    ..by_minimax_values(
        MoveOrdering::PerfectOrder,
        "perfect-order",
        "by minimax values, best move first; on uniform trees no order is cheaper",
    )
};

pub(super) const REVERSE: OrderingInfo = OrderingInfo {
    old_ids: &["worst-first"],
    opposite: Some(MoveOrdering::PerfectOrder),
    ..by_minimax_values(
        MoveOrdering::ReverseOrder,
        "reverse-order",
        "by minimax values, worst move first",
    )
};

const fn by_minimax_values(
    ordering: MoveOrdering,
    id: &'static str,
    about: &'static str,
) -> OrderingInfo {
    OrderingInfo { needs_oracle: true, ..OrderingInfo::new(ordering, id, about) }
}

/// Ranks moves by their minimax values.
pub(super) struct OracleOrder<'a> {
    oracle: Oracle<'a>,
    is_perfect: bool,
}

impl<'a> OracleOrder<'a> {
    pub(super) fn new(settings: &LabSettings<'a>, is_perfect: bool) -> OracleOrder<'a> {
        OracleOrder { oracle: Oracle::new(settings.limits, settings.quiescence), is_perfect }
    }
}

impl<T: Tree> OrderingRule<T> for OracleOrder<'_> {
    fn rank(&mut self, at: &NodeMoves<'_, T>, _: &SortContext, branch: Branch) -> Ranking {
        let next = at.tree.play(at.node, branch);
        let depth = at.place.depth.saturating_sub(1);
        let value = self.oracle.value(at.tree, &next, depth, at.place.ply + 1, Window::FULL)?;
        let is_descending = at.is_max() == self.is_perfect;
        let own = if is_descending { value } else { -value };
        Ok(Some(MoveRank::new(RankTier::MinimaxValue, i64::from(own.value()))))
    }
}
