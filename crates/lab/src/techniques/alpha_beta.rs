//! Alpha-beta as two functions, fail-hard, with a triangular PV table.
//!
//! Alpha is the score that MAX is sure of on the path to the node, beta the score that MIN is sure
//! of. A MAX node raises alpha and is cut off at beta; a MIN node lowers beta and is cut off at
//! alpha. The result of an inner node never leaves its window, so a result at its edge is only a
//! bound: a program that picks one of several such moves at random can pick a blunder. The value of
//! a leaf is returned as it is; its parent does not distinguish it from the edge that it passes.

use super::{Algorithm, AlgorithmInfo};
use crate::{
    Stop, Tree,
    pseudo_code::{CodeLine, CodeStep, does, line},
    search::{Candidate, LabSearch, NodeStart, SearchNode},
};
use minnow_engine::{Observer, Score, Window};

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo::new(
    Algorithm::AlphaBeta,
    "alpha-beta",
    "one function for MAX and one for MIN, fail-hard (leaves are not clamped), triangular PV table",
    MAX_CODE,
    MIN_CODE,
);

/// The function of MAX's nodes.
const MAX_CODE: &[CodeLine] = &[
    does(CodeStep::Enter, "max(node, alpha, beta):"),
    does(CodeStep::Leaf, "  if it is a leaf: return its value"),
    line("  for each move:"),
    line("    play the move"),
    line("    v = min(node, alpha, beta)"),
    line("    take the move back"),
    does(CodeStep::CutOff, "    if v >= beta: return beta        (cutoff)"),
    does(CodeStep::Narrow, "    if v > alpha: alpha = v; pv = move, then pv below"),
    does(CodeStep::Leave, "  return alpha"),
];

/// The function of MIN's nodes.
const MIN_CODE: &[CodeLine] = &[
    does(CodeStep::Enter, "min(node, alpha, beta):"),
    does(CodeStep::Leaf, "  if it is a leaf: return its value"),
    line("  for each move:"),
    line("    play the move"),
    line("    v = max(node, alpha, beta)"),
    line("    take the move back"),
    does(CodeStep::CutOff, "    if v <= alpha: return alpha      (cutoff)"),
    does(CodeStep::Narrow, "    if v < beta: beta = v; pv = move, then pv below"),
    does(CodeStep::Leave, "  return beta"),
];

impl<T: Tree, O: Observer> LabSearch<'_, T, O> {
    pub(crate) fn alpha_beta(&mut self, node: &SearchNode<T>, w: Window) -> Result<Score, Stop> {
        if self.is_max(node) { self.alpha_beta_max(node, w) } else { self.alpha_beta_min(node, w) }
    }

    fn alpha_beta_max(&mut self, node: &SearchNode<T>, w: Window) -> Result<Score, Stop> {
        let candidates = match self.open(node, w)? {
            NodeStart::Value(score) => return Ok(score),
            NodeStart::Moves(candidates) => candidates,
        };
        let Window { mut alpha, beta } = w;
        let mut best = None;
        for (index, candidate) in candidates.iter().enumerate() {
            let value = match *candidate {
                Candidate::StandPat(score) => score,
                Candidate::Move(branch) => {
                    let next = self.child(node, branch, index);
                    self.alpha_beta_min(&next, Window::new(alpha, beta))?
                }
            };
            if value >= beta {
                self.follow(node, *candidate);
                self.cut_off(node, &candidates, index);
                self.close(node, w, beta, candidate.branch());
                return Ok(beta);
            }
            if value > alpha {
                alpha = value;
                best = candidate.branch();
                self.narrow(node, *candidate, Window::new(alpha, beta));
            }
        }
        self.close(node, w, alpha, best);
        Ok(alpha)
    }

    fn alpha_beta_min(&mut self, node: &SearchNode<T>, w: Window) -> Result<Score, Stop> {
        let candidates = match self.open(node, w)? {
            NodeStart::Value(score) => return Ok(score),
            NodeStart::Moves(candidates) => candidates,
        };
        let Window { alpha, mut beta } = w;
        let mut best = None;
        for (index, candidate) in candidates.iter().enumerate() {
            let value = match *candidate {
                Candidate::StandPat(score) => score,
                Candidate::Move(branch) => {
                    let next = self.child(node, branch, index);
                    self.alpha_beta_max(&next, Window::new(alpha, beta))?
                }
            };
            if value <= alpha {
                self.follow(node, *candidate);
                self.cut_off(node, &candidates, index);
                self.close(node, w, alpha, candidate.branch());
                return Ok(alpha);
            }
            if value < beta {
                beta = value;
                best = candidate.branch();
                self.narrow(node, *candidate, Window::new(alpha, beta));
            }
        }
        self.close(node, w, beta, best);
        Ok(beta)
    }
}
