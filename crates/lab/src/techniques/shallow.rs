//! Branch and bound without deep cutoffs: the function F1 of Knuth and Moore (1975).
//!
//! A node gets one bound, the best value of its parent so far, and may stop at it. Bounds from
//! further up are not passed on, so the cutoffs that they would allow (deep cutoffs) are missed.

use super::{Algorithm, AlgorithmInfo, WindowUse};
use crate::{
    Stop, Tree,
    pseudo_code::{CodeLine, CodeStep, does, line},
    search::{Candidate, LabSearch, NodeStart, SearchNode},
};
use minnow_engine::{Observer, Score, Window};

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    takes_orderings: false,
    window: WindowUse::BetaOnly,
    ..AlgorithmInfo::new(
        Algorithm::Shallow,
        "shallow",
        "one bound, no deep cutoffs (F1 of Knuth and Moore, 1975)",
        CODE,
        CODE,
    )
};

/// The function of all nodes.
const CODE: &[CodeLine] = &[
    does(CodeStep::Enter, "f1(node, bound):      (values of the side to move)"),
    does(CodeStep::Leaf, "  if it is a leaf: return its value"),
    line("  best = -\u{221e}"),
    line("  for each move:"),
    line("    v = -f1(node after the move, -best)"),
    does(CodeStep::Narrow, "    if v > best: best = v"),
    does(CodeStep::CutOff, "    if best >= bound: stop           (cutoff)"),
    does(CodeStep::Leave, "  return best"),
];

impl<T: Tree, O: Observer> LabSearch<'_, T, O> {
    /// The value for the player at this node if it is below `bound`, else a value of `bound` or
    /// more that it exceeds or equals.
    pub(crate) fn shallow(&mut self, node: &SearchNode<T>, bound: Score) -> Result<Score, Stop> {
        let window = Window::new(-Score::INFINITE, bound);
        let by_max = self.flip_window(node, window);
        let candidates = match self.open(node, by_max)? {
            NodeStart::Value(score) => return Ok(self.flip(node, score)),
            NodeStart::Moves(candidates) => candidates,
        };
        let (mut value, mut best) = (-Score::INFINITE, None);
        for (index, candidate) in candidates.iter().enumerate() {
            let child = match *candidate {
                Candidate::StandPat(score) => self.flip(node, score),
                Candidate::Move(branch) => {
                    -self.shallow(&self.child(node, branch, index), -value)?
                }
            };
            if child > value {
                (value, best) = (child, candidate.branch());
                let narrowed = self.flip_window(node, Window::new(value, bound));
                self.narrow(node, *candidate, narrowed);
            }
            if value >= bound {
                self.cut_off(node, &candidates, index);
                break;
            }
        }
        self.close(node, by_max, self.flip(node, value), best);
        Ok(value)
    }
}
