//! The results of earlier iterations, by the moves from the root.

use super::{MoveOrdering, MoveRank, NodeMoves, OrderingInfo, OrderingRule, RankTier, SortContext};
use crate::{
    engine::{Branch, Score},
    lab::{Stop, Tree, path_table::PathTable, search::NodePlace},
};

pub const INFO: OrderingInfo = OrderingInfo {
    ordering: MoveOrdering::Previous,
    id: "previous",
    about: "the best moves of earlier iterations after the same moves; adds iterative deepening",
    needs_oracle: false,
    opposite: None,
};

/// The last iteration guides best close to the leaves, as it sees a ply further. Further up the one
/// before it guides better: its leaves had the same player to move, and static values depend on
/// that. The limit is measured, see `docs/measurements/lab.md`.
const LAST_GUIDES_TO_DEPTH: u32 = 3;

/// The depths of two earlier searches of a node that is to be searched `depth` plies deep, the
/// better guide first.
pub fn guide_depths(depth: u32) -> [u32; 2] {
    let (last, before) = (depth.saturating_sub(1), depth.saturating_sub(2));
    if depth <= LAST_GUIDES_TO_DEPTH { [last, before] } else { [before, last] }
}

/// The results of earlier iterations.
#[derive(Default)]
pub struct Previous(PathTable);

impl<T: Tree> OrderingRule<T> for Previous {
    fn rank(
        &mut self,
        at: &NodeMoves<'_, T>,
        context: &SortContext,
        branch: Branch,
    ) -> Result<Option<MoveRank>, Stop> {
        let place = at.place;
        // The transposition table's moves are tried second and fifth, see `tt`.
        let [first, second] = guide_depths(place.depth)
            .map(|depth| self.0.get(place.path, depth).and_then(|entry| entry.best));
        let guides = [(context.variation_move, 0), (first, -2), (second, -3)];
        if let Some((_, value)) = guides.into_iter().find(|(best, _)| *best == Some(branch)) {
            return Ok(Some(MoveRank::new(RankTier::EarlierBest, value)));
        }
        let child = self.0.get(place.path.after(branch), place.depth.wrapping_sub(1));
        Ok(child.map(|entry| {
            let score = if at.is_max() { entry.score } else { -entry.score };
            MoveRank::new(RankTier::EarlierScore, i64::from(score.value()))
        }))
    }

    fn remember(&mut self, place: NodePlace, score: Score, best: Option<Branch>) {
        self.0.store(place.path, place.depth, score, best);
    }
}
