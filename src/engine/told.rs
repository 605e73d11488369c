//! What the engine's search tells its observer.
//!
//! The search speaks from the mover's side and of chess moves; events are from MAX's view, the
//! root's side, and name branches. With the silent observer nothing of this is left.

use super::{
    Branch, Observer, PruningRule, Score, ScoreSource, SearchEvent, Window,
    search::Search,
    table::{Bound, Entry},
};
use crate::rules::Move;

/// A node that was entered: where, and with which window.
#[derive(Clone, Copy)]
pub(super) struct Entered {
    ply: usize,
    window: Window,
}

/// The next child to be entered, as its parent sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Coming {
    pub played: Option<Branch>,
    /// Its place among the moves that were tried, from 1.
    pub number: usize,
}

impl Coming {
    /// The node itself, searched once more.
    pub const SAME: Coming = Coming { played: None, number: 0 };

    #[inline(always)]
    pub fn child(played: Move, number: i32) -> Coming {
        Coming { played: Some(played.into()), number: number.max(0) as usize }
    }
}

/// The window of the side to move at this ply, as MAX sees it.
fn by_max(window: Window, ply: usize) -> Window {
    if ply.is_multiple_of(2) { window } else { window.for_opponent() }
}

fn score_by_max(score: Score, ply: usize) -> Score {
    if ply.is_multiple_of(2) { score } else { -score }
}

impl<O: Observer> Search<'_, O> {
    /// Tells of a node that is entered.
    #[inline(always)]
    pub fn enter(&mut self, depth: i32, ply: usize, window: Window) -> Entered {
        let Coming { played, number } = self.coming;
        self.observer.observe(SearchEvent::Enter {
            played,
            number,
            ply,
            depth: depth.max(0) as u32,
            is_max: ply.is_multiple_of(2),
            window: by_max(window, ply),
        });
        Entered { ply, window }
    }

    /// Leaves a node with its score.
    #[inline(always)]
    pub fn leave(
        &mut self,
        entered: Entered,
        score: Score,
        best: Option<Move>,
        source: ScoreSource,
    ) -> Score {
        let window = by_max(entered.window, entered.ply);
        let by_max = score_by_max(score, entered.ply);
        let bound = match source {
            ScoreSource::Leaf => Bound::Exact,
            _ => Bound::of(by_max, window.alpha, window.beta),
        };
        let best = best.map(Branch::from);
        self.observer.observe(SearchEvent::Leave { score: by_max, bound, best, source });
        score
    }

    /// Leaves a node whose static value or end of the game counts.
    #[inline(always)]
    pub fn leave_leaf(&mut self, entered: Entered, score: Score) -> Score {
        self.tell_static(entered, score);
        self.leave(entered, score, None, ScoreSource::Leaf)
    }

    /// Leaves a node by a rule that spares its search.
    #[inline(always)]
    pub fn leave_by(&mut self, entered: Entered, score: Score, rule: PruningRule) -> Score {
        self.leave(entered, score, None, ScoreSource::Rule(rule))
    }

    /// Leaves a node that the table answers.
    #[inline(always)]
    pub fn leave_known(&mut self, entered: Entered, known: Option<Entry>, score: Score) -> Score {
        let Some(entry) = known else { return score };
        let (least, most) = match entry.bound {
            Bound::Exact => (entry.score, entry.score),
            Bound::Lower => (entry.score, Score::INFINITE),
            Bound::Upper => (-Score::INFINITE, entry.score),
        };
        let seen = by_max(Window::new(least, most), entered.ply);
        self.observer.observe(SearchEvent::TableHit { lower: seen.alpha, upper: seen.beta });
        self.leave(entered, score, entry.played, ScoreSource::Table)
    }

    /// A node got its static value.
    #[inline(always)]
    pub fn tell_static(&mut self, entered: Entered, score: Score) {
        self.observer.observe(SearchEvent::Leaf { score: score_by_max(score, entered.ply) });
    }

    /// A child moved alpha of the side to move.
    #[inline(always)]
    pub fn tell_narrow(&mut self, ply: usize, best: Move, window: Window) {
        let window = by_max(window, ply);
        self.observer.observe(SearchEvent::Narrow { best: best.into(), window });
    }

    /// Beta was reached after so many of the moves.
    #[inline(always)]
    pub fn tell_cut_off(&mut self, tried: i32, moves: usize) {
        let tried = tried.max(0) as usize;
        if tried < moves {
            self.observer.observe(SearchEvent::CutOff { tried, moves });
        }
    }

    /// The child at this ply is searched again, with the mover's window there.
    #[inline(always)]
    pub fn tell_again(&mut self, coming: Coming, ply: usize, window: Window) {
        self.observer.observe(SearchEvent::Again { window: by_max(window, ply) });
        self.coming = coming;
    }
}
