//! The results of earlier iterations, by the moves from the root.

use super::{
    MoveOrdering, MoveRank, NodeMoves, NodeResult, OrderingInfo, OrderingRule, RankTier, Ranking,
    SortContext,
};
use crate::{Tree, path_table::PathTable, search::NodePlace};
use minnow_engine::Branch;

pub(super) const INFO: OrderingInfo = OrderingInfo {
    old_ids: &["previous"],
    in_full: true,
    iterates: true,
    ..OrderingInfo::new(
        MoveOrdering::PreviousIteration,
        "previous-iteration",
        "the best moves of earlier iterations after the same moves; adds iterative deepening",
    )
};

/// Close to the leaves the last iteration is the best guide, because it searched a ply deeper.
/// Further up the one before it is better: its leaves had the same player to move, and static
/// values depend on that. The limit is measured, see `docs/measurements/lab.md`.
const LAST_GUIDES_TO_DEPTH: u32 = 3;

/// The depths of two earlier searches of a node that is to be searched `depth` plies deep, the
/// better guide first.
pub(crate) fn guide_depths(depth: u32) -> [u32; 2] {
    let (last, before) = (depth.saturating_sub(1), depth.saturating_sub(2));
    if depth <= LAST_GUIDES_TO_DEPTH { [last, before] } else { [before, last] }
}

/// The results of earlier iterations.
#[derive(Default)]
pub(super) struct PreviousIterations(PathTable);

impl<T: Tree> OrderingRule<T> for PreviousIterations {
    fn rank(&mut self, at: &NodeMoves<'_, T>, context: &SortContext, branch: Branch) -> Ranking {
        let place = at.place;
        let [first, second] = guide_depths(place.depth)
            .map(|depth| self.0.get(place.path, depth).and_then(|entry| entry.best));
        let guides = [
            (context.variation_move, RankTier::PrincipalVariation),
            (first, RankTier::FirstGuide),
            (second, RankTier::SecondGuide),
        ];
        if let Some((_, tier)) = guides.into_iter().find(|(best, _)| *best == Some(branch)) {
            return Ok(Some(MoveRank::new(tier, 0)));
        }
        let child = self.0.get(place.path.after(branch), place.depth.wrapping_sub(1));
        Ok(child.map(|entry| {
            let score = if at.is_max() { entry.score } else { -entry.score };
            MoveRank::new(RankTier::EarlierScore, i64::from(score.value()))
        }))
    }

    fn remember(&mut self, place: NodePlace, result: &NodeResult<'_>) {
        self.0.store(place.path, place.depth, result.score, result.best);
    }
}
