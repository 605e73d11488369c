//! Carries out a technique: its iterations, and the drivers that choose windows from the root.

use std::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Instant,
};

use super::{Base, Counts, Stop, Technique, Tree, search::Search};
use crate::engine::{Bound, Branch, Observer, Score, Window};

/// Half the width of the aspiration window, in centipawns.
const ASPIRATION_WIDTH: i32 = 25;

/// Nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 512;

/// When a search must end.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// In all iterations together.
    pub nodes: u64,
    pub deadline: Option<Instant>,
    /// Set by the caller to stop the search.
    pub stop: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// A limit of nodes only.
    pub fn nodes(nodes: u64) -> Limits<'static> {
        Limits { nodes, deadline: None, stop: None }
    }

    /// Counts a node, if it is allowed.
    pub(super) fn count(&self, nodes: &mut u64) -> Result<(), Stop> {
        if *nodes >= self.nodes {
            return Err(Stop::Nodes);
        }
        *nodes += 1;
        let looks = nodes.is_multiple_of(NODES_PER_LOOK);
        if looks && self.is_over() { Err(Stop::Time) } else { Ok(()) }
    }

    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.stop.is_some_and(|stop| stop.load(Relaxed))
    }
}

/// How a tree is to be searched.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// Plies, at least 1.
    pub depth: u32,
    /// MAX's window at the root.
    pub window: Window,
    /// Whether captures are played on beyond the last ply.
    pub quiescence: bool,
    /// Of the random order.
    pub seed: u64,
    pub limits: Limits<'a>,
}

impl Settings<'static> {
    /// A search to so many plies with the full window, within 20 million nodes.
    pub fn depth(depth: u32) -> Settings<'static> {
        let limits = Limits::nodes(20_000_000);
        Settings { depth, window: Window::FULL, quiescence: false, seed: 1, limits }
    }
}

/// What a search found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// From MAX's view.
    pub score: Score,
    pub bound: Bound,
    /// The root's move with that score, `None` where nothing reached alpha or the game is over.
    pub best: Option<Branch>,
    pub variation: Vec<Branch>,
    /// The iteration, in plies.
    pub depth: u32,
    /// What the first search with a guessed window would have answered alone.
    pub guessed: Option<(Score, Bound)>,
}

/// A finished or stopped search.
#[derive(Clone, Debug)]
pub struct Report {
    /// The last finished iteration's; without any, `None`.
    pub answer: Option<Answer>,
    /// The move to play: the answer's, or the first one there is.
    pub fallback: Option<Branch>,
    /// Why the search ended too early.
    pub stopped: Option<Stop>,
    /// Of all iterations.
    pub counts: Counts,
    /// Leaves of the last iteration.
    pub last_leaves: u64,
}

/// Searches a tree with a technique.
pub fn run<T: Tree, O: Observer>(
    tree: &T,
    technique: &Technique,
    settings: &Settings,
    observer: &mut O,
) -> Report {
    let mut search = Search::new(tree, technique, settings, observer);
    let mut report = Report {
        answer: None,
        fallback: tree.branches(&tree.root()).first().copied(),
        stopped: None,
        counts: Counts::default(),
        last_leaves: 0,
    };
    // Where inner nodes have no value only the whole tree can be searched.
    let iterates = technique.iterates() && tree.has_inner_values();
    let first = if iterates { 1 } else { settings.depth };
    for depth in first..=settings.depth {
        let leaves_before = search.counts.leaves;
        let last = report.answer.as_ref().map(|answer| answer.score);
        let found = search.iteration(technique.base, depth, settings.window, last);
        report.counts = search.counts;
        report.last_leaves = search.counts.leaves - leaves_before;
        match found {
            Ok(answer) => {
                search.order.previous.clone_from(&answer.variation);
                report.fallback = answer.best.or(report.fallback);
                report.answer = Some(answer);
            }
            Err(stop) => {
                report.stopped = Some(stop);
                break;
            }
        }
    }
    report
}

impl<T: Tree, O: Observer> Search<'_, T, O> {
    /// One iteration, `last` being the score of the one before.
    fn iteration(
        &mut self,
        base: Base,
        depth: u32,
        window: Window,
        last: Option<Score>,
    ) -> Result<Answer, Stop> {
        match base {
            Base::Aspiration => self.aspiration(depth, window, last),
            Base::Mtdf => self.mtdf(depth, window, last),
            _ => self.search_root(base, depth, window),
        }
    }

    /// One search from the root with MAX's window.
    fn search_root(&mut self, base: Base, depth: u32, window: Window) -> Result<Answer, Stop> {
        let root = self.tree.root();
        let place = self.start(depth, window);
        let own = self.flip_window(place, window);
        let score = match base {
            Base::Minimax => self.minimax(&root, place)?,
            Base::AlphaBeta => self.alpha_beta(&root, place, window)?,
            Base::AlphaBetaSoft => self.soft_value(&root, place, window)?.0,
            Base::Shallow => {
                let score = self.shallow(&root, place, own.beta)?;
                self.flip(place, score)
            }
            Base::Scout => {
                let score = self.scout(&root, place, own)?;
                self.flip(place, score)
            }
            Base::Negamax | Base::Aspiration | Base::Mtdf | Base::Deepening => {
                let score = self.negamax(&root, place, own)?;
                self.flip(place, score)
            }
        };
        // Minimax has no window, F1 no alpha: within what they know their values are exact.
        let exact_beyond = match base {
            Base::Minimax => true,
            Base::Shallow => self.flip(place, score) < own.beta,
            _ => false,
        };
        let bound = match exact_beyond {
            true => Bound::Exact,
            false => Bound::of(score, window.alpha, window.beta),
        };
        let (best, variation) = (self.root_best, self.variation().to_vec());
        Ok(Answer { score, bound, best, variation, depth, guessed: None })
    }

    /// A window around a guess, the last iteration's value; where the value falls outside, the
    /// search is repeated with that side open. A tree without values at inner nodes has no
    /// earlier iteration, and 0 is guessed.
    fn aspiration(
        &mut self,
        depth: u32,
        whole: Window,
        last: Option<Score>,
    ) -> Result<Answer, Stop> {
        let guess = match last {
            None if self.tree.has_inner_values() => {
                return self.search_root(Base::Aspiration, depth, whole);
            }
            last => last.unwrap_or(Score::DRAW),
        };
        let inside = |score: Score| score.clamp(whole.alpha, whole.beta);
        let narrow = Window::new(
            inside(guess.offset(-ASPIRATION_WIDTH)),
            inside(guess.offset(ASPIRATION_WIDTH)),
        );
        if narrow.alpha >= narrow.beta {
            return self.search_root(Base::Aspiration, depth, whole);
        }
        let first = self.search_root(Base::Aspiration, depth, narrow)?;
        let wider = match first.bound {
            Bound::Upper if narrow.alpha > whole.alpha => Window::new(whole.alpha, narrow.beta),
            Bound::Lower if narrow.beta < whole.beta => Window::new(narrow.alpha, whole.beta),
            _ => return Ok(first),
        };
        let mut answer = self.search_root(Base::Aspiration, depth, wider)?;
        answer.guessed = Some((first.score, first.bound));
        Ok(answer)
    }

    /// MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996): zero windows, each at the last answer,
    /// until the bounds from both sides meet. The table keeps what the earlier ones found.
    fn mtdf(&mut self, depth: u32, whole: Window, last: Option<Score>) -> Result<Answer, Stop> {
        let mut bounds = whole;
        let mut score = last.unwrap_or(Score::DRAW).clamp(whole.alpha, whole.beta);
        let mut best: Option<Answer> = None;
        loop {
            let beta = score.max(bounds.alpha.offset(1)).min(bounds.beta);
            let answer = self.search_root(Base::Mtdf, depth, Window::new(beta.offset(-1), beta))?;
            score = answer.score;
            if answer.score < beta {
                bounds.beta = answer.score;
            } else {
                bounds.alpha = answer.score;
                best = Some(answer.clone());
            }
            if bounds.alpha >= bounds.beta {
                let bound = Bound::of(score, whole.alpha, whole.beta);
                let proven = best.unwrap_or(answer);
                return Ok(Answer { score, bound, ..proven });
            }
        }
    }
}
