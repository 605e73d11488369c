//! The countermove heuristic, and the cheapest refutation first in null windows.

use std::collections::HashMap;

use super::{
    MoveOrdering, MoveRank, NodeMoves, OrderingInfo, OrderingRule, RankTier, SortContext, captures,
};
use crate::{
    engine::Branch,
    lab::{Stop, Tree},
};

pub const INFO: OrderingInfo = OrderingInfo {
    ordering: MoveOrdering::Refutation,
    id: "refutation",
    about: "countermove: the last move that refuted the opponent's move; in null windows the \
            refutation that leaves the fewest replies",
    needs_oracle: false,
    opposite: None,
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

/// For each player and move, the reply that last refuted it; `true` stands for MAX.
#[derive(Default)]
pub struct Refutations(HashMap<(bool, Branch), Branch>);

impl<T: Tree> OrderingRule<T> for Refutations {
    fn rank(
        &mut self,
        at: &NodeMoves<'_, T>,
        _: &SortContext,
        branch: Branch,
    ) -> Result<Option<MoveRank>, Stop> {
        let countermove = at.place.played.and_then(|played| self.0.get(&(!at.is_max(), played)));
        let is_countermove = countermove == Some(&branch);
        Ok(is_countermove.then_some(MoveRank::new(RankTier::Countermove, 0)))
    }

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

    /// Captures that are sorted first anyway would waste the only slot.
    fn learn(&mut self, at: &NodeMoves<'_, T>, branch: Branch, _: &[Branch]) {
        if let Some(played) = at.place.played.filter(|_| !captures::ranks(at, branch)) {
            self.0.insert((!at.is_max(), played), branch);
        }
    }
}

/// Whether the move that leaves the fewest replies is searched first.
///
/// A null window only asks whether some move is good enough. With an even number of plies left,
/// the proof that a move is needs one subtree for each reply to it; the proof that it is not needs
/// one subtree.
fn prefers_fewest_replies<T: Tree>(at: &NodeMoves<'_, T>, context: &SortContext) -> bool {
    let depth = at.place.depth;
    depth > 0 && depth.is_multiple_of(2) && context.window.is_zero()
}

/// The number of replies to a move; 0 if it ends the game.
fn reply_count<T: Tree>(at: &NodeMoves<'_, T>, branch: Branch) -> i64 {
    let next = at.tree.play(at.node, branch);
    match at.tree.end(&next, at.place.ply + 1) {
        Ok(None) => at.tree.branches(&next).len() as i64,
        _ => 0,
    }
}
