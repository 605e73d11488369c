//! Principal variation search: moves are searched with the full window until one raises alpha, the
//! others with a null window that only asks whether they are better (Marsland and Campbell, 1982;
//! Reinefeld, 1983). The question is that of Pearl's Scout (1980), which asks it by a function of its
//! own, TEST.

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
    "principal variation search: null windows once a move has raised alpha",
    CODE,
    CODE,
);

/// The function of all nodes.
const CODE: &[CodeLine] = &[
    does(CodeStep::Enter, "scout(node, alpha, beta):     (values of the side to move)"),
    does(CodeStep::Leaf, "  if it is a leaf: return its value"),
    line("  best = -\u{221e}"),
    line("  for each move:"),
    line("    until one raises alpha: v = -scout(next, -beta, -alpha)"),
    line("    then: v = -scout(next, -alpha - 1, -alpha)"),
    does(CodeStep::Again, "      if alpha < v < beta: v = -scout(next, -beta, 1 - v)"),
    line("    if v > best: best = v"),
    does(CodeStep::CutOff, "    if best >= beta: stop            (cutoff)"),
    does(CodeStep::Narrow, "    if best > alpha: alpha = best"),
    does(CodeStep::Leave, "  return best"),
];

/// The choices that the versions of Scout in print make differently. The lab's own is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScoutForm {
    pub re_search: ReSearch,
    /// True if the first move alone gets the full window; if not, every move does until one raises
    /// alpha.
    pub null_after_first: bool,
}

/// The alpha of the second search of a move whose null window returned the value v.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ReSearch {
    /// The parent's.
    Alpha,
    /// One below v, which is a lower bound already: a result of v is then exact.
    #[default]
    BelowValue,
    /// The value v itself (Reinefeld, 1983).
    Value,
}

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
                    let asks = if self.scout_form.null_after_first {
                        candidates[..index].iter().any(|earlier| earlier.branch().is_some())
                    } else {
                        best.is_some()
                    };
                    self.scout_child(&next, Window::new(alpha, beta), asks)?
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

    /// A child's value for its parent, whose window this is. If it `asks`, the child gets a null
    /// window and, if it is better, a second search; otherwise the full window.
    fn scout_child(
        &mut self,
        next: &SearchNode<T>,
        window: Window,
        asks: bool,
    ) -> Result<Score, Stop> {
        let mut rest = window;
        if asks && !window.is_null() {
            let null = Window::null_above(window.alpha).for_opponent();
            let value = -self.scout(next, null)?;
            if value <= window.alpha || value >= window.beta {
                return Ok(value);
            }
            rest.alpha = match self.scout_form.re_search {
                ReSearch::Alpha => window.alpha,
                ReSearch::BelowValue => value.offset(-1),
                ReSearch::Value => value,
            };
            let again = self.flip_window(next, rest.for_opponent());
            self.observer.observe(SearchEvent::Again { window: again });
        }
        Ok(-self.scout(next, rest.for_opponent())?)
    }
}
