//! Minimax values of nodes, for move orders that a real search does not have in advance.
//!
//! The oracle finds a value by alpha-beta with the full window and a table of its own, which is
//! much cheaper than minimax. Its nodes do not count as work of the technique.

use super::{
    LabLimits, Stop, Tree,
    bound_table::{BoundTable, key_at},
    search::quiescence_branches,
};
use minnow_engine::{Branch, Score, Window};

/// Alpha-beta with a table of the inner nodes.
pub(crate) struct Oracle<'a> {
    table: BoundTable,
    nodes: u64,
    limits: LabLimits<'a>,
    quiescence: bool,
}

impl<'a> Oracle<'a> {
    /// An oracle with the limits of a search.
    pub(crate) fn new(limits: LabLimits<'a>, quiescence: bool) -> Oracle<'a> {
        Oracle { table: BoundTable::default(), nodes: 0, limits, quiescence }
    }

    /// The value of a node inside MAX's window; outside the window a bound.
    ///
    /// # Errors
    ///
    /// A [`Stop`] if a limit is reached or a value does not exist.
    pub(crate) fn value<T: Tree>(
        &mut self,
        tree: &T,
        node: &T::Node,
        depth: u32,
        ply: usize,
        window: Window,
    ) -> Result<Score, Stop> {
        self.limits.count(&mut self.nodes)?;
        if let Some(score) = tree.end(node, ply)? {
            return Ok(score);
        }
        let is_max = tree.is_max(ply);
        let (mut best, mut best_branch, mut narrowed) = (None, None, window);
        let mut branches = match depth {
            0 => {
                let score = tree.static_value(node, ply)?;
                narrow(&mut narrowed, score, is_max);
                best = Some(score);
                if self.quiescence { quiescence_branches(tree, node) } else { Vec::new() }
            }
            _ => tree.branches(node),
        };
        let key = key_at(tree.key(node), ply, depth);
        if let Some(entry) = self.table.get(key).filter(|_| depth > 0) {
            if let Some(score) = entry.cut(window) {
                return Ok(score);
            }
            best_branch = entry.best;
        }
        sort(tree, node, best_branch, &mut branches);
        for branch in branches {
            if narrowed.alpha >= narrowed.beta {
                break;
            }
            let next = tree.play(node, branch);
            let score = self.value(tree, &next, depth.saturating_sub(1), ply + 1, narrowed)?;
            let better = |best: Score| if is_max { score > best } else { score < best };
            if best.is_none_or(better) {
                (best, best_branch) = (Some(score), Some(branch));
                narrow(&mut narrowed, score, is_max);
            }
        }
        let score = best.unwrap_or(Score::DRAW);
        if depth > 0 {
            self.table.store(key, window, score, best_branch);
        }
        Ok(score)
    }
}

/// Narrows MAX's window by a score of the player to move.
fn narrow(window: &mut Window, score: Score, is_max: bool) {
    if is_max {
        window.alpha = window.alpha.max(score);
    } else {
        window.beta = window.beta.min(score);
    }
}

/// Sorts the earlier best move first, then captures.
fn sort<T: Tree>(tree: &T, node: &T::Node, best: Option<Branch>, branches: &mut [Branch]) {
    branches.sort_by_cached_key(|branch| {
        let gain = tree.capture_gain(node, *branch);
        std::cmp::Reverse((best == Some(*branch), gain))
    });
}
