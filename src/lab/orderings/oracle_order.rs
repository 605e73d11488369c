//! The best and the worst possible order: by minimax values that no real search has in advance.

use super::{MoveOrdering, MoveRank, NodeMoves, OrderingInfo, OrderingRule, RankTier, SortContext};
use crate::{
    engine::Branch,
    lab::{LabSettings, Stop, Tree, oracle::Oracle},
};

pub const BEST_FIRST: OrderingInfo = OrderingInfo {
    ordering: MoveOrdering::BestFirst,
    id: "best-first",
    about: "by minimax values, best move first: the lower bound of the work",
    needs_oracle: true,
    opposite: Some(MoveOrdering::WorstFirst),
};

pub const WORST_FIRST: OrderingInfo = OrderingInfo {
    ordering: MoveOrdering::WorstFirst,
    id: "worst-first",
    about: "by minimax values, worst move first",
    needs_oracle: true,
    opposite: Some(MoveOrdering::BestFirst),
};

/// Ranks moves by their minimax values.
pub struct OracleOrder<'a> {
    oracle: Oracle<'a>,
    is_best_first: bool,
}

impl<'a> OracleOrder<'a> {
    pub fn best_first(settings: &LabSettings<'a>) -> OracleOrder<'a> {
        let oracle = Oracle::new(settings.limits, settings.quiescence);
        OracleOrder { oracle, is_best_first: true }
    }

    pub fn worst_first(settings: &LabSettings<'a>) -> OracleOrder<'a> {
        OracleOrder { is_best_first: false, ..OracleOrder::best_first(settings) }
    }
}

impl<T: Tree> OrderingRule<T> for OracleOrder<'_> {
    fn rank(
        &mut self,
        at: &NodeMoves<'_, T>,
        _: &SortContext,
        branch: Branch,
    ) -> Result<Option<MoveRank>, Stop> {
        let next = at.tree.play(at.node, branch);
        let depth = at.place.depth.saturating_sub(1);
        let value = self.oracle.value(at.tree, &next, depth, at.place.ply + 1)?;
        let is_descending = at.is_max() == self.is_best_first;
        let own = if is_descending { value } else { -value };
        Ok(Some(MoveRank::new(RankTier::MinimaxValue, i64::from(own.value()))))
    }
}
