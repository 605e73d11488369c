//! MTD(f): null windows only (Plaat, Schaeffer, Pijls and de Bruin, 1996).
//!
//! The transposition table keeps the results of the earlier windows, so that a new one costs little.

use super::{Algorithm, AlgorithmInfo, negamax};
use crate::{
    LabAnswer, MoveOrdering, Stop, Tree,
    pseudo_code::{CodeLine, CodeStep, does, line},
    search::LabSearch,
};
use minnow_engine::{Bound, Observer, RootEnds, Score, Window};

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    built_in: &[MoveOrdering::Tt],
    iterates: true,
    driver: DRIVER,
    ..AlgorithmInfo::new(
        Algorithm::Mtdf,
        "mtdf",
        "null windows only, starting at the last score; includes tt",
        negamax::CODE,
        negamax::CODE,
    )
};

/// The choice of the windows.
const DRIVER: &[CodeLine] = &[
    line("guess = 0                          (values of MAX)"),
    line("for each depth:"),
    line("  lower, upper = the window of the root"),
    line("  while lower < upper:"),
    line("    beta = guess, at least lower + 1, at most upper"),
    does(CodeStep::Start, "    guess = negamax(root, beta - 1, beta)"),
    line("    if guess < beta: upper = guess, else lower = guess"),
];

impl<T: Tree, O: Observer> LabSearch<'_, T, O> {
    /// Searches with null windows at the last score until the lower and the upper bound meet.
    pub(crate) fn mtdf(
        &mut self,
        depth: u32,
        whole: Window,
        last: Option<Score>,
    ) -> Result<LabAnswer, Stop> {
        let mut bounds = whole;
        let mut score = last.unwrap_or(Score::DRAW).clamp(whole.alpha, whole.beta);
        let mut best: Option<LabAnswer> = None;
        loop {
            let beta = score.max(bounds.alpha.offset(1)).min(bounds.beta);
            let null = Window::new(beta.offset(-1), beta);
            let answer = self.search_root(Algorithm::Mtdf, depth, null, RootEnds::NULL)?;
            score = answer.score;
            let is_high = answer.score >= beta;
            if is_high {
                bounds.alpha = answer.score;
            } else {
                bounds.beta = answer.score;
            }
            // Only the player at the root can prove a bound by one move.
            if is_high == self.tree.root_is_max() {
                best = Some(answer.clone());
            }
            if bounds.alpha >= bounds.beta {
                let bound = Bound::of(score, whole.alpha, whole.beta);
                let proven = best.unwrap_or(answer);
                return Ok(LabAnswer { score, bound, ..proven });
            }
        }
    }
}
