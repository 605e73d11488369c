//! The interface of a move ordering: it ranks moves, and learns from cutoffs and results.

use super::{OrderingSet, RankTier};
use crate::{Stop, Tree, search::NodePlace};
use minnow_engine::{Branch, MemoryChange, Score, Window};

/// The rank of a move: the highest is searched first. A move that no rule ranks has the
/// default, 0 in [`RankTier::Quiet`]; a lower rank from [`OrderingRule::rank`] is raised to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MoveRank {
    pub tier: RankTier,
    /// Sorts the moves of a tier; the unit is the rule's own.
    pub value: i64,
}

impl MoveRank {
    pub(crate) fn new(tier: RankTier, value: i64) -> MoveRank {
        MoveRank { tier, value }
    }
}

/// The rank that a rule gives a move; `None` where the rule does not apply.
pub(crate) type Ranking = Result<Option<MoveRank>, Stop>;

/// A node whose moves are sorted, or at which a move caused a cutoff.
pub(crate) struct NodeMoves<'a, T: Tree> {
    pub tree: &'a T,
    pub node: &'a T::Node,
    pub place: NodePlace,
    pub orderings: OrderingSet,
}

impl<T: Tree> NodeMoves<'_, T> {
    /// True if MAX moves here.
    pub(crate) fn is_max(&self) -> bool {
        self.tree.is_max(self.place.ply)
    }
}

/// The facts about a node that the search has before it sorts the moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SortContext {
    /// MAX's window.
    pub window: Window,
    /// The move of the last iteration's principal variation, on that variation.
    pub variation_move: Option<Branch>,
    /// The best moves in the transposition table, the better guide first.
    pub table_moves: [Option<Branch>; 2],
}

/// The result of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeResult<'a> {
    /// MAX's score.
    pub score: Score,
    pub best: Option<Branch>,
    /// The best line from the node on; empty if no move improved on the window.
    pub variation: &'a [Branch],
}

/// A cutoff at a node.
pub(crate) struct CutoffMoves<'a> {
    /// The move that caused it.
    pub branch: Branch,
    /// The moves that were searched before without a cutoff.
    pub failed: &'a [Branch],
}

/// Gets what a rule remembers of a cutoff.
pub(crate) type MemoryReport<'a> = &'a mut dyn FnMut(MemoryChange);

/// A move ordering with its collected results. It exists for all iterations of a search.
///
/// Each rule ranks the moves that it applies to. The highest rank of a move counts,
/// and moves of equal rank keep the order of the rules.
pub(crate) trait OrderingRule<T: Tree> {
    /// Rearranges the moves before they are ranked.
    fn prepare(&mut self, _branches: &mut [Branch]) {}

    /// The rank of a move.
    ///
    /// # Errors
    ///
    /// A [`Stop`] if the rule searches and exceeds a limit, or reads a value that does not exist.
    fn rank(&mut self, _at: &NodeMoves<'_, T>, _context: &SortContext, _branch: Branch) -> Ranking {
        Ok(None)
    }

    /// Replaces the rank that all rules together gave a move.
    fn adjust(
        &self,
        _at: &NodeMoves<'_, T>,
        _context: &SortContext,
        _branch: Branch,
        rank: MoveRank,
    ) -> MoveRank {
        rank
    }

    /// Processes a cutoff.
    fn learn(&mut self, _: &NodeMoves<'_, T>, _: &CutoffMoves<'_>, _report: MemoryReport<'_>) {}

    /// Stores the result of a node.
    fn remember(&mut self, _place: NodePlace, _result: &NodeResult<'_>) {}
}
