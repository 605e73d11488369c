//! Principal variation search: the first move is searched with the full window, the others with a
//! null window that only asks whether they are better (Pearl, 1980; Marsland and Campbell, 1982;
//! Reinefeld, 1983).

use super::{Algorithm, AlgorithmInfo};
use crate::{
    Stop, Tree,
    pseudo_code::{CodeLine, CodeStep, does, line},
    search::{Candidate, LabSearch, NodeStart, SearchNode},
};
use minnow_engine::{Observer, Score, SearchEvent, Window};

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo::new(
    Algorithm::Scout,
    "scout",
    "principal variation search: a null window for all moves but the first",
    CODE,
    CODE,
);

/// The function of all nodes.
const CODE: &[CodeLine] = &[
    does(CodeStep::Enter, "scout(node, alpha, beta):     (values of the side to move)"),
    does(CodeStep::Leaf, "  if it is a leaf: return its value"),
    line("  best = -\u{221e}"),
    line("  for each move:"),
    line("    the first that counts: v = -scout(next, -beta, -alpha)"),
    line("    the others: v = -scout(next, -alpha - 1, -alpha)"),
    does(CodeStep::Again, "    if alpha < v < beta: again, with the wide window"),
    line("    if v > best: best = v"),
    does(CodeStep::CutOff, "    if best >= beta: stop            (cutoff)"),
    does(CodeStep::Narrow, "    if best > alpha: alpha = best"),
    does(CodeStep::Leave, "  return best"),
];

impl<T: Tree, O: Observer> LabSearch<'_, T, O> {
    /// The value of a node for the player to move there; exact inside the window, else a bound.
    pub(crate) fn scout(&mut self, node: &SearchNode<T>, w: Window) -> Result<Score, Stop> {
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
                    self.scout_child(&next, Window::new(alpha, beta), best.is_some())?
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

    /// A child's value for its parent, whose window this is. The first child gets the full window,
    /// the others a null window and, if they are better, a second search.
    fn scout_child(
        &mut self,
        next: &SearchNode<T>,
        window: Window,
        has_best: bool,
    ) -> Result<Score, Stop> {
        let mut rest = window;
        if has_best && !window.is_null() {
            let null = Window::null_above(window.alpha).for_opponent();
            let value = -self.scout(next, null)?;
            if value <= window.alpha || value >= window.beta {
                return Ok(value);
            }
            // The value is a lower bound already.
            rest.alpha = value.offset(-1);
            let again = self.flip_window(next, rest.for_opponent());
            self.observer.observe(SearchEvent::Again { window: again });
        }
        Ok(-self.scout(next, rest.for_opponent())?)
    }
}
