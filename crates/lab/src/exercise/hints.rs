//! Hints, which cost points where the set says so. A hint shows the way to the answers of its
//! task, and gives none of them away.

use super::{
    ExerciseKey, ExerciseSet, ExerciseTask,
    key::{best_order, node_name},
};
use crate::Tree;
use minnow_engine::Branch;

/// `node 2.1`, or `the root`.
fn place(path: &[Branch]) -> String {
    if path.is_empty() { "the root".to_owned() } else { format!("node {}", node_name(path)) }
}

impl ExerciseKey {
    /// The hints on a task in the order in which a student gets them; none in a set without a price
    /// for them.
    pub fn hints(&self, task: ExerciseTask) -> Vec<String> {
        if self.set.hint_cost == 0 {
            return Vec::new();
        }
        match task {
            ExerciseTask::Pruned => self.cutoff_hints(),
            ExerciseTask::Windows => {
                let names = self.answers.windows.iter().map(|window| window.node.as_str());
                self.visit_hints(names, |visit| self.sources_text(visit))
            }
            ExerciseTask::LeafOrder => {
                let (all, visited) = (self.tree.leaves().count(), self.answers.leaf_order.len());
                let mut hints = vec![format!("The search evaluates {visited} of {all} leaves.")];
                hints.extend(self.cutoff_hints());
                hints
            }
            ExerciseTask::Kinds => {
                let names = self.answers.kinds.iter().map(|kind| kind.node.as_str());
                self.visit_hints(names, |visit| {
                    let exit = self.recording.visits[visit].exit;
                    exit.map_or(String::new(), |exit| {
                        format!("The search returns {}.", exit.score.value())
                    })
                })
            }
            ExerciseTask::BestOrder => self.order_hints(),
            ExerciseTask::Slip => vec![ExerciseSet::function(self.seed).listing.hint.to_owned()],
        }
    }

    /// A hint on each of these nodes, all of them visited.
    fn visit_hints<'a>(
        &self,
        names: impl Iterator<Item = &'a str>,
        text: impl Fn(usize) -> String,
    ) -> Vec<String> {
        let visits = names.filter_map(|name| Some((name, self.visit_of(&self.path_of(name)?)?)));
        visits.map(|(name, visit)| format!("Node {name}: {}", text(visit))).collect()
    }

    /// The nodes with pruned moves.
    fn cutoff_hints(&self) -> Vec<String> {
        let pruned = self.answers.pruned.iter().filter_map(|name| self.path_of(name));
        let mut above: Vec<Vec<Branch>> =
            pruned.filter_map(|path| Some(path.split_last()?.1.to_vec())).collect();
        above.sort();
        above.dedup();
        above.iter().map(|path| format!("A cutoff happens at {}.", place(path))).collect()
    }

    /// The values of the best moves that are not the first.
    fn order_hints(&self) -> Vec<String> {
        let inner = std::iter::once(Vec::new()).chain(self.inner_nodes());
        let hint = |path: Vec<Branch>| {
            let node = self.tree.node_at(&path);
            let best = best_order(&self.tree, node, path.len()).value;
            let first = self.tree.play(&node, Branch(1));
            let is_first = best_order(&self.tree, first, path.len() + 1).value == best;
            (!is_first).then(|| {
                format!("In the given order the best move at {} is worth {best}.", place(&path))
            })
        };
        inner.filter_map(hint).collect()
    }
}
