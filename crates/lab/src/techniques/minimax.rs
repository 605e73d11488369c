//! Minimax: searches every node to the last ply. All other techniques must return its value.

use super::{Algorithm, AlgorithmInfo, WindowUse};
use crate::{
    Stop, Tree,
    pseudo_code::{CodeLine, CodeStep, does, line},
    search::{Candidate, LabSearch, NodeStart, SearchNode},
};
use minnow_engine::{Observer, Score, Window};

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    takes_orderings: false,
    window: WindowUse::Ignored,
    ..AlgorithmInfo::new(
        Algorithm::Minimax,
        "minimax",
        "every node to the last ply; all other techniques must return its value",
        MAX_CODE,
        MIN_CODE,
    )
};

/// The function of MAX's nodes.
const MAX_CODE: &[CodeLine] = &[
    does(CodeStep::Enter, "max(node):"),
    does(CodeStep::Leaf, "  if it is a leaf: return its value"),
    line("  best = -\u{221e}"),
    line("  for each move:"),
    line("    v = min(node after the move)"),
    line("    if v > best:"),
    line("      best = v"),
    does(CodeStep::Leave, "  return best"),
];

/// The function of MIN's nodes.
const MIN_CODE: &[CodeLine] = &[
    does(CodeStep::Enter, "min(node):"),
    does(CodeStep::Leaf, "  if it is a leaf: return its value"),
    line("  best = +\u{221e}"),
    line("  for each move:"),
    line("    v = max(node after the move)"),
    line("    if v < best:"),
    line("      best = v"),
    does(CodeStep::Leave, "  return best"),
];

impl<T: Tree, O: Observer> LabSearch<'_, T, O> {
    /// The value of a node, MAX choosing the highest and MIN the lowest of its children's.
    pub(crate) fn minimax(&mut self, node: &SearchNode<T>) -> Result<Score, Stop> {
        let candidates = match self.open(node, Window::FULL)? {
            NodeStart::Value(score) => return Ok(score),
            NodeStart::Moves(candidates) => candidates,
        };
        let is_max = self.is_max(node);
        let mut value = if is_max { -Score::INFINITE } else { Score::INFINITE };
        let mut best = None;
        for (index, candidate) in candidates.iter().enumerate() {
            let child = match *candidate {
                Candidate::StandPat(score) => score,
                Candidate::Move(branch) => self.minimax(&self.child(node, branch, index))?,
            };
            if if is_max { child > value } else { child < value } {
                value = child;
                best = candidate.branch();
                self.follow(node, *candidate);
            }
        }
        self.close(node, Window::FULL, value, best);
        Ok(value)
    }
}
