//! The best moves in the transposition table. Its cutoffs belong to the search.

use super::{MoveOrdering, MoveRank, NodeMoves, OrderingInfo, OrderingRule, RankTier, SortContext};
use crate::{
    engine::Branch,
    lab::{Stop, Tree},
};

pub const INFO: OrderingInfo = OrderingInfo {
    ordering: MoveOrdering::Tt,
    id: "tt",
    about: "transposition table: its best move first, and cutoffs at equal depth, also by the \
            entries of the replies",
    needs_oracle: false,
    opposite: None,
};

pub struct TableMoves;

impl<T: Tree> OrderingRule<T> for TableMoves {
    fn rank(
        &mut self,
        _: &NodeMoves<'_, T>,
        context: &SortContext,
        branch: Branch,
    ) -> Result<Option<MoveRank>, Stop> {
        let [first, second] = context.table_moves;
        // The earlier iterations' moves are tried first, third and fourth, see `previous`.
        let guides = [(first, -1), (second, -4)];
        let found = guides.into_iter().find(|(best, _)| *best == Some(branch));
        Ok(found.map(|(_, value)| MoveRank::new(RankTier::EarlierBest, value)))
    }
}
