//! Negamax: alpha-beta in one function, fail-soft. Both players maximise their own score, which is
//! the negative of the opponent's.

use super::{Algorithm, AlgorithmInfo};
use crate::{
    Stop, Tree,
    pseudo_code::{CodeLine, CodeStep, does, line},
    search::{Candidate, LabSearch, NodeStart, SearchNode},
};
use minnow_engine::{Observer, Score, Window};

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo::new(
    Algorithm::Negamax,
    "negamax",
    "alpha-beta in one function, fail-soft",
    CODE,
    CODE,
);

pub(super) const DEEPENING: AlgorithmInfo = AlgorithmInfo {
    iterates: true,
    driver: &[does(CodeStep::Start, "for depth 1, 2, 3 and so on: search the root")],
    ..AlgorithmInfo::new(
        Algorithm::Deepening,
        "deepening",
        "iterative deepening: negamax to depth 1, then 2, and so on",
        CODE,
        CODE,
    )
};

/// The function of all nodes.
pub(super) const CODE: &[CodeLine] = &[
    does(CodeStep::Enter, "negamax(node, alpha, beta):   (values of the side to move)"),
    does(CodeStep::Leaf, "  if it is a leaf: return its value"),
    line("  best = -\u{221e}"),
    line("  for each move:"),
    line("    v = -negamax(node after the move, -beta, -alpha)"),
    line("    if v > best: best = v"),
    does(CodeStep::CutOff, "    if best >= beta: stop            (cutoff)"),
    does(CodeStep::Narrow, "    if best > alpha: alpha = best"),
    does(CodeStep::Leave, "  return best"),
];

impl<T: Tree, O: Observer> LabSearch<'_, T, O> {
    /// The value of a node for the player to move there; exact inside the window, else a bound.
    pub(crate) fn negamax(&mut self, node: &SearchNode<T>, w: Window) -> Result<Score, Stop> {
        let by_max = self.flip_window(node, w);
        let candidates = match self.open(node, by_max)? {
            NodeStart::Value(score) => return Ok(self.flip(node, score)),
            NodeStart::Moves(candidates) => candidates,
        };
        let Window { mut alpha, beta } = w;
        let (mut value, mut best) = (-Score::INFINITE, None);
        for (index, candidate) in candidates.iter().enumerate() {
            let child = match *candidate {
                Candidate::StandPat(score) => self.flip(node, score),
                Candidate::Move(branch) => {
                    let next = self.child(node, branch, index);
                    -self.negamax(&next, Window::new(alpha, beta).for_opponent())?
                }
            };
            value = value.max(child);
            if value >= beta {
                best = candidate.branch();
                self.follow(node, *candidate);
                self.cut_off(node, &candidates, index);
                break;
            }
            if value > alpha {
                alpha = value;
                best = candidate.branch();
                self.narrow(node, *candidate, self.flip_window(node, Window::new(alpha, beta)));
            }
        }
        self.close(node, by_max, self.flip(node, value), best);
        Ok(value)
    }
}
