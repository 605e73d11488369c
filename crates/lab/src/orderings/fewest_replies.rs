//! In null windows, the move that leaves the opponent the fewest replies first.

use super::{MoveOrdering, MoveRank, NodeMoves, OrderingInfo, OrderingRule, RankTier, SortContext};
use crate::Tree;
use minnow_engine::Branch;

pub(super) const INFO: OrderingInfo = OrderingInfo {
    old_ids: &["refutation"],
    in_full: true,
    ..OrderingInfo::new(
        MoveOrdering::FewestReplies,
        "fewest-replies",
        "in null windows, the move that leaves the fewest replies: usually the cheapest refutation",
    )
};

/// Bonus of a best move or score of an earlier iteration if the cheapest refutation comes first,
/// in tenths of a reply. Values from 15 to 60 differ little, see `docs/measurements/lab.md`.
const EARLIER_BONUS: i64 = 40;

/// The bonus of a rank if the cheapest refutation comes first, in tenths of a reply: captures,
/// killers and countermoves get half of [`EARLIER_BONUS`], quiet moves up to half by their history.
fn bonus(rank: MoveRank) -> i64 {
    match rank.tier {
        RankTier::Quiet => rank.value * EARLIER_BONUS / 2_000,
        tier if tier < RankTier::EarlierScore => EARLIER_BONUS / 2,
        _ => EARLIER_BONUS,
    }
}

pub(super) struct FewestReplies;

impl<T: Tree> OrderingRule<T> for FewestReplies {
    fn adjust(
        &self,
        at: &NodeMoves<'_, T>,
        context: &SortContext,
        branch: Branch,
        rank: MoveRank,
    ) -> MoveRank {
        if rank.tier == RankTier::MinimaxValue || !prefers_fewest_replies(at, context) {
            return rank;
        }
        MoveRank::new(RankTier::Quiet, bonus(rank) - 10 * reply_count(at, branch))
    }
}

/// True if the move that leaves the fewest replies is searched first.
///
/// In a null window one refutation is enough. With an even number of plies left, the proof that a
/// move is good enough needs a subtree for each reply to it, the proof of the contrary one subtree.
fn prefers_fewest_replies<T: Tree>(at: &NodeMoves<'_, T>, context: &SortContext) -> bool {
    let depth = at.place.depth;
    depth > 0 && depth.is_multiple_of(2) && context.window.is_null()
}

/// The number of replies to a move; 0 if it ends the game.
fn reply_count<T: Tree>(at: &NodeMoves<'_, T>, branch: Branch) -> i64 {
    let next = at.tree.play(at.node, branch);
    match at.tree.end(&next, at.place.ply + 1) {
        Ok(None) => at.tree.branches(&next).len() as i64,
        _ => 0,
    }
}
