//! Aspiration windows: iterative deepening with a narrow window around the last score.

use super::{Algorithm, AlgorithmInfo, negamax};
use crate::{
    LabAnswer, Stop, Tree,
    pseudo_code::{CodeLine, CodeStep, does, line},
    search::LabSearch,
};
use minnow_engine::{Bound, Observer, RootEnds, Score, Window};

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    iterates: true,
    driver: DRIVER,
    ..AlgorithmInfo::new(
        Algorithm::Aspiration,
        "aspiration",
        "iterative deepening with a window around the last score",
        negamax::CODE,
        negamax::CODE,
    )
};

/// The choice of the windows.
const DRIVER: &[CodeLine] = &[
    line("guess = none                       (values of MAX)"),
    line("        or 0 if only leaves have values"),
    line("for each depth:"),
    line("  alpha, beta = guess - 25, guess + 25 (no guess: the root's)"),
    does(CodeStep::Start, "  guess = negamax(root, alpha, beta)"),
    line("  if guess <= alpha: again, with the alpha of the root"),
    line("  else if guess >= beta: again, with the beta of the root"),
];

/// Half the width of the aspiration window, in centipawns.
const ASPIRATION_WIDTH: i32 = 25;

impl<T: Tree, O: Observer> LabSearch<'_, T, O> {
    /// Searches with a window around the last iteration's score. If the search fails low or high,
    /// it is repeated with that side of the window open. A tree without values at inner nodes has
    /// no earlier iteration; the guess is 0 there.
    pub(crate) fn aspiration(
        &mut self,
        depth: u32,
        whole: Window,
        last: Option<Score>,
    ) -> Result<LabAnswer, Stop> {
        let guess = match last {
            None if self.tree.has_inner_values() => {
                return self.search_root(Algorithm::Aspiration, depth, whole, RootEnds::WINDOW);
            }
            last => last.unwrap_or(Score::DRAW),
        };
        let inside = |score: Score| score.clamp(whole.alpha, whole.beta);
        let narrow = Window::new(
            inside(guess.offset(-ASPIRATION_WIDTH)),
            inside(guess.offset(ASPIRATION_WIDTH)),
        );
        if narrow.alpha >= narrow.beta {
            return self.search_root(Algorithm::Aspiration, depth, whole, RootEnds::WINDOW);
        }
        let first = self.search_root(
            Algorithm::Aspiration,
            depth,
            narrow,
            RootEnds::aspiration(narrow, whole),
        )?;
        let wider = match first.bound {
            Bound::Upper if narrow.alpha > whole.alpha => Window::new(whole.alpha, narrow.beta),
            Bound::Lower if narrow.beta < whole.beta => Window::new(narrow.alpha, whole.beta),
            _ => return Ok(first),
        };
        let ends = RootEnds::aspiration(wider, whole);
        let mut answer = self.search_root(Algorithm::Aspiration, depth, wider, ends)?;
        answer.guessed = Some((first.score, first.bound));
        Ok(answer)
    }
}
