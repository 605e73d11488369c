//! Alpha-beta as MAX-VALUE and MIN-VALUE, fail-soft: both return a value and a move.
//!
//! The result is the best child's value, even outside the window. There it is a bound, at least as
//! tight as the window's edge.

use super::{Algorithm, AlgorithmInfo};
use crate::{
    Stop, Tree,
    pseudo_code::{CodeLine, CodeStep, does, line},
    search::{Candidate, LabSearch, NodeStart, SearchNode},
};
use minnow_engine::{Branch, Observer, Score, Window};

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo::new(
    Algorithm::AlphaBetaSoft,
    "alpha-beta-soft",
    "alpha-beta, fail-soft: both functions return value and move",
    MAX_CODE,
    MIN_CODE,
);

/// The function of MAX's nodes.
const MAX_CODE: &[CodeLine] = &[
    does(CodeStep::Enter, "max(node, alpha, beta):"),
    does(CodeStep::Leaf, "  if it is a leaf: return its value"),
    line("  best = -\u{221e}"),
    line("  for each move:"),
    line("    v = min(node after the move, alpha, beta)"),
    line("    if v > best: best = v, and keep the move"),
    does(CodeStep::CutOff, "    if best >= beta: stop            (cutoff)"),
    does(CodeStep::Narrow, "    if best > alpha: alpha = best"),
    does(CodeStep::Leave, "  return best and its move"),
];

/// The function of MIN's nodes.
const MIN_CODE: &[CodeLine] = &[
    does(CodeStep::Enter, "min(node, alpha, beta):"),
    does(CodeStep::Leaf, "  if it is a leaf: return its value"),
    line("  best = +\u{221e}"),
    line("  for each move:"),
    line("    v = max(node after the move, alpha, beta)"),
    line("    if v < best: best = v, and keep the move"),
    does(CodeStep::CutOff, "    if best <= alpha: stop           (cutoff)"),
    does(CodeStep::Narrow, "    if best < beta: beta = best"),
    does(CodeStep::Leave, "  return best and its move"),
];

/// The value of a node and its best move; no move at a leaf.
pub(crate) struct SoftValue {
    pub value: Score,
    pub best: Option<Branch>,
}

impl<T: Tree, O: Observer> LabSearch<'_, T, O> {
    pub(crate) fn soft(&mut self, node: &SearchNode<T>, w: Window) -> Result<SoftValue, Stop> {
        if self.is_max(node) { self.max_value(node, w) } else { self.min_value(node, w) }
    }

    fn max_value(&mut self, node: &SearchNode<T>, w: Window) -> Result<SoftValue, Stop> {
        let candidates = match self.open(node, w)? {
            NodeStart::Value(score) => return Ok(SoftValue { value: score, best: None }),
            NodeStart::Moves(candidates) => candidates,
        };
        let Window { mut alpha, beta } = w;
        let (mut value, mut best) = (-Score::INFINITE, None);
        for (index, candidate) in candidates.iter().enumerate() {
            let child = match *candidate {
                Candidate::StandPat(score) => score,
                Candidate::Move(branch) => {
                    let next = self.child(node, branch, index);
                    self.min_value(&next, Window::new(alpha, beta))?.value
                }
            };
            if child > value {
                (value, best) = (child, candidate.branch());
            }
            if value >= beta {
                self.follow(node, *candidate);
                self.cut_off(node, &candidates, index);
                break;
            }
            if value > alpha {
                alpha = value;
                self.narrow(node, *candidate, Window::new(alpha, beta));
            }
        }
        best = best.filter(|_| value > w.alpha);
        self.close(node, w, value, best);
        Ok(SoftValue { value, best })
    }

    fn min_value(&mut self, node: &SearchNode<T>, w: Window) -> Result<SoftValue, Stop> {
        let candidates = match self.open(node, w)? {
            NodeStart::Value(score) => return Ok(SoftValue { value: score, best: None }),
            NodeStart::Moves(candidates) => candidates,
        };
        let Window { alpha, mut beta } = w;
        let (mut value, mut best) = (Score::INFINITE, None);
        for (index, candidate) in candidates.iter().enumerate() {
            let child = match *candidate {
                Candidate::StandPat(score) => score,
                Candidate::Move(branch) => {
                    let next = self.child(node, branch, index);
                    self.max_value(&next, Window::new(alpha, beta))?.value
                }
            };
            if child < value {
                (value, best) = (child, candidate.branch());
            }
            if value <= alpha {
                self.follow(node, *candidate);
                self.cut_off(node, &candidates, index);
                break;
            }
            if value < beta {
                beta = value;
                self.narrow(node, *candidate, Window::new(alpha, beta));
            }
        }
        best = best.filter(|_| value < w.beta);
        self.close(node, w, value, best);
        Ok(SoftValue { value, best })
    }
}
