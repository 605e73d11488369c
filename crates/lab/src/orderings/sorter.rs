//! Sorts the moves of a node by the ranks that all rules of a technique give them.

use std::cmp::Reverse;

use super::{
    CutoffMoves, MemoryReport, MoveOrdering, MoveRank, NodeMoves, NodeResult, OrderingRule,
    OrderingSet, RankTier, SortContext, rule,
};
use crate::{
    LabSettings, Stop, Tree,
    search::{NodePlace, SearchNode},
};
use minnow_engine::{Branch, OrderedBranch};

/// A move with its rank and the ordering that gave it.
struct RankedMove {
    branch: Branch,
    rank: MoveRank,
    rule: Option<MoveOrdering>,
}

impl RankedMove {
    fn ordered(self) -> OrderedBranch {
        let rule = self.rule.map(|ordering| ordering.info().id);
        OrderedBranch { branch: self.branch, rule, value: self.rank.value }
    }
}

/// The orderings of a technique, with their rules.
pub(crate) struct MoveSorter<'a, T: Tree> {
    orderings: OrderingSet,
    /// The members of the set.
    list: Vec<MoveOrdering>,
    /// A rule for each of them.
    rules: Vec<Box<dyn OrderingRule<T> + 'a>>,
}

impl<'a, T: Tree> MoveSorter<'a, T> {
    pub(crate) fn new(orderings: OrderingSet, settings: &LabSettings<'a>) -> MoveSorter<'a, T> {
        let list = orderings.list();
        let rules = list.iter().map(|ordering| rule(*ordering, settings)).collect();
        MoveSorter { orderings, list, rules }
    }

    /// Sorts the moves of a node, and returns them with the rules that gave them their places;
    /// nothing if the technique has no orderings. Moves of equal rank keep their order.
    pub(crate) fn sort(
        &mut self,
        tree: &T,
        node: &SearchNode<T>,
        context: &SortContext,
        branches: &mut [Branch],
    ) -> Result<Vec<OrderedBranch>, Stop> {
        if self.rules.is_empty() {
            return Ok(Vec::new());
        }
        for rule in &mut self.rules {
            rule.prepare(branches);
        }
        let orderings = self.orderings;
        let at = NodeMoves { tree, node: &node.state, place: node.place, orderings };
        let mut ranked = Vec::with_capacity(branches.len());
        for branch in branches.iter() {
            ranked.push(self.rank(&at, context, *branch)?);
        }
        ranked.sort_by_key(|ranked| Reverse(ranked.rank));
        for (slot, ranked) in branches.iter_mut().zip(&ranked) {
            *slot = ranked.branch;
        }
        Ok(ranked.into_iter().map(RankedMove::ordered).collect())
    }

    /// The highest rank that a rule gives the move, after all rules have adjusted it.
    fn rank(
        &mut self,
        at: &NodeMoves<'_, T>,
        context: &SortContext,
        branch: Branch,
    ) -> Result<RankedMove, Stop> {
        let shuffles = self.orderings.has(MoveOrdering::Random);
        let rule = shuffles.then_some(MoveOrdering::Random);
        let mut best = RankedMove { branch, rank: MoveRank::default(), rule };
        let mut is_ranked = false;
        for (rule, ordering) in self.rules.iter_mut().zip(&self.list) {
            let rank = rule.rank(at, context, branch)?;
            if let Some(rank) = rank.filter(|rank| !is_ranked || *rank > best.rank) {
                // The rank of the principal variation is the same by whatever rule.
                let is_pv = rank.tier == RankTier::PrincipalVariation;
                let by = if is_pv { MoveOrdering::Pv } else { *ordering };
                (best.rank, best.rule) = (best.rank.max(rank), Some(by));
                is_ranked = true;
            }
        }
        for (rule, ordering) in self.rules.iter().zip(&self.list) {
            let rank = rule.adjust(at, context, branch, best.rank);
            if rank != best.rank {
                (best.rank, best.rule) = (rank, Some(*ordering));
            }
        }
        Ok(best)
    }

    /// Passes a cutoff to every rule.
    pub(crate) fn learn(
        &mut self,
        tree: &T,
        node: &SearchNode<T>,
        moves: &CutoffMoves<'_>,
        report: MemoryReport<'_>,
    ) {
        let orderings = self.orderings;
        let at = NodeMoves { tree, node: &node.state, place: node.place, orderings };
        for rule in &mut self.rules {
            rule.learn(&at, moves, report);
        }
    }

    /// Passes the result of a node to every rule.
    pub(crate) fn remember(&mut self, place: NodePlace, result: &NodeResult<'_>) {
        for rule in &mut self.rules {
            rule.remember(place, result);
        }
    }
}
