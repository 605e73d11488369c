//! Minimax values of all nodes, for the orders that no real search can know.

use std::collections::HashMap;

use super::{Stop, Tree, search::quiescence_branches, table::key_at};
use crate::engine::Score;

/// Plain minimax that remembers the values of inner nodes.
pub struct Oracle {
    known: HashMap<u64, Score>,
    nodes_left: u64,
    quiescence: bool,
}

impl Oracle {
    /// An oracle that gives up after so many nodes.
    pub fn new(most_nodes: u64, quiescence: bool) -> Oracle {
        Oracle { known: HashMap::new(), nodes_left: most_nodes, quiescence }
    }

    /// The minimax value of a node from MAX's view.
    pub fn value<T: Tree>(
        &mut self,
        tree: &T,
        node: &T::Node,
        depth: u32,
        ply: usize,
    ) -> Result<Score, Stop> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Stop::Nodes)?;
        if let Some(score) = tree.end(node, ply)? {
            return Ok(score);
        }
        let mut best = None;
        let branches = if depth > 0 {
            tree.branches(node)
        } else {
            best = Some(tree.static_value(node, ply)?);
            if self.quiescence { quiescence_branches(tree, node) } else { Vec::new() }
        };
        let key = key_at(tree.key(node), ply, depth);
        if let Some(score) = self.known.get(&key).filter(|_| depth > 0) {
            return Ok(*score);
        }
        let is_max = tree.is_max(ply);
        for branch in branches {
            let next = tree.play(node, branch);
            let score = self.value(tree, &next, depth.saturating_sub(1), ply + 1)?;
            let better = |best: Score| if is_max { score > best } else { score < best };
            if best.is_none_or(better) {
                best = Some(score);
            }
        }
        let score = best.unwrap_or(Score::DRAW);
        if depth > 0 {
            self.known.insert(key, score);
        }
        Ok(score)
    }
}
