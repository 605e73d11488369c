//! Sorts the moves of a node by the ranks that all rules of a technique give them.

use std::cmp::Reverse;

use super::{MoveRank, NodeMoves, NodeResult, OrderingRule, OrderingSet, SortContext, rule};
use crate::{
    engine::Branch,
    lab::{LabSettings, Stop, Tree, search::NodePlace},
};

/// The orderings of a technique, with what each has learnt.
pub struct MoveSorter<'a, T: Tree> {
    orderings: OrderingSet,
    rules: Vec<Box<dyn OrderingRule<T> + 'a>>,
}

impl<'a, T: Tree> MoveSorter<'a, T> {
    pub fn new(orderings: OrderingSet, settings: &LabSettings<'a>) -> MoveSorter<'a, T> {
        let rules = orderings.list().into_iter().map(|ordering| rule(ordering, settings));
        MoveSorter { orderings, rules: rules.collect() }
    }

    /// Sorts the moves of a node. Moves of equal rank keep their order.
    ///
    /// # Errors
    ///
    /// A [`Stop`] if the oracle exceeds a limit or needs a value that does not exist.
    pub fn sort(
        &mut self,
        tree: &T,
        node: &T::Node,
        place: NodePlace,
        context: &SortContext,
        branches: &mut [Branch],
    ) -> Result<(), Stop> {
        if self.rules.is_empty() {
            return Ok(());
        }
        for rule in &mut self.rules {
            rule.prepare(branches);
        }
        let at = NodeMoves { tree, node, place, orderings: self.orderings };
        let mut ranked = Vec::with_capacity(branches.len());
        for branch in branches.iter() {
            ranked.push((self.rank(&at, context, *branch)?, *branch));
        }
        ranked.sort_by_key(|(rank, _)| Reverse(*rank));
        for (slot, (_, branch)) in branches.iter_mut().zip(ranked) {
            *slot = branch;
        }
        Ok(())
    }

    fn rank(
        &mut self,
        at: &NodeMoves<'_, T>,
        context: &SortContext,
        branch: Branch,
    ) -> Result<MoveRank, Stop> {
        let mut best = MoveRank::default();
        for rule in &mut self.rules {
            if let Some(rank) = rule.rank(at, context, branch)? {
                best = best.max(rank);
            }
        }
        Ok(self.rules.iter().fold(best, |rank, rule| rule.adjust(at, context, branch, rank)))
    }

    /// Passes a cutoff by `branch` to every rule; `failed` were searched before it.
    pub fn learn(
        &mut self,
        tree: &T,
        node: &T::Node,
        place: NodePlace,
        branch: Branch,
        failed: &[Branch],
    ) {
        let at = NodeMoves { tree, node, place, orderings: self.orderings };
        for rule in &mut self.rules {
            rule.learn(&at, branch, failed);
        }
    }

    /// Passes the result of a node to every rule.
    pub fn remember(&mut self, place: NodePlace, result: &NodeResult<'_>) {
        for rule in &mut self.rules {
            rule.remember(place, result);
        }
    }
}
