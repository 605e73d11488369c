//! Runs a technique: limits, settings, iterations and the report.

use web_time::Instant;

use super::{Algorithm, LabCounts, Stop, Technique, Tree, WindowUse, search::LabSearch};
use minnow_base::sync::StopFlag;
use minnow_engine::{Bound, Branch, Observer, RootEnds, Score, Window};

/// The number of nodes between two checks of the clock and the stop flag.
const NODES_PER_CHECK: u64 = 512;

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct LabLimits<'a> {
    /// The nodes of all iterations together.
    pub nodes: u64,
    /// The search ends at this time; `None` if it has no limit of time.
    pub deadline: Option<Instant>,
    /// Set by the caller to stop the search.
    pub stop: Option<&'a StopFlag>,
}

impl LabLimits<'_> {
    /// A node limit without a deadline or a stop flag.
    pub fn nodes(nodes: u64) -> LabLimits<'static> {
        LabLimits { nodes, deadline: None, stop: None }
    }

    /// Counts a node.
    ///
    /// # Errors
    ///
    /// [`Stop::Nodes`] at the node limit, [`Stop::Time`] past the deadline or after a stop.
    pub(super) fn count(&self, nodes: &mut u64) -> Result<(), Stop> {
        if *nodes >= self.nodes {
            return Err(Stop::Nodes);
        }
        *nodes += 1;
        let checks = nodes.is_multiple_of(NODES_PER_CHECK);
        if checks && self.is_over() { Err(Stop::Time) } else { Ok(()) }
    }

    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.stop.is_some_and(StopFlag::is_set)
    }
}

/// The settings of a search.
#[derive(Clone, Copy, Debug)]
pub struct LabSettings<'a> {
    /// Plies, at least 1.
    pub depth: u32,
    /// MAX's window at the root.
    pub window: Window,
    /// True if quiescence search follows the last ply.
    pub quiescence: bool,
    /// The seed of the random order.
    pub seed: u64,
    /// The limits of the search.
    pub limits: LabLimits<'a>,
}

impl LabSettings<'static> {
    /// A search to `depth` plies with the full window, of at most 20 million nodes.
    pub fn depth(depth: u32) -> LabSettings<'static> {
        let limits = LabLimits::nodes(20_000_000);
        LabSettings { depth, window: Window::FULL, quiescence: false, seed: 1, limits }
    }
}

/// The result of the last complete iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct LabAnswer {
    /// MAX's score.
    pub score: Score,
    /// Whether the score is exact or a bound, from MAX's view.
    pub bound: Bound,
    /// The best move at the root; `None` if no move reached alpha or the game is over.
    pub best: Option<Branch>,
    /// The principal variation.
    pub variation: Vec<Branch>,
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The result of the first search, if its aspiration window missed the score.
    pub guessed: Option<(Score, Bound)>,
}

/// A finished or stopped search.
#[derive(Clone, Debug)]
pub struct LabReport {
    /// The result of the last complete iteration; `None` if none was completed.
    pub answer: Option<LabAnswer>,
    /// The move to play: the answer's best move, or else the first move of the root.
    pub fallback: Option<Branch>,
    /// The reason if the search ended early.
    pub stopped: Option<Stop>,
    /// The work of all iterations.
    pub counts: LabCounts,
    /// Leaves of the last iteration.
    pub last_leaves: u64,
}

/// Searches a tree with a technique.
pub fn run<T: Tree, O: Observer>(
    tree: &T,
    technique: &Technique,
    settings: &LabSettings,
    observer: &mut O,
) -> LabReport {
    let mut search = LabSearch::new(tree, technique, settings, observer);
    let mut report = LabReport {
        answer: None,
        fallback: tree.branches(&tree.root()).first().copied(),
        stopped: None,
        counts: LabCounts::default(),
        last_leaves: 0,
    };
    // Without values at inner nodes only the whole tree can be searched.
    let iterates = technique.iterates() && tree.has_inner_values();
    let first = if iterates { 1 } else { settings.depth };
    for depth in first..=settings.depth {
        let leaves_before = search.counts.leaves;
        let last = report.answer.as_ref().map(|answer| answer.score);
        let found = search.iteration(technique.algorithm, depth, settings.window, last);
        report.counts = search.counts;
        report.last_leaves = search.counts.leaves - leaves_before;
        match found {
            Ok(answer) => {
                search.previous_variation.clone_from(&answer.variation);
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

impl<T: Tree, O: Observer> LabSearch<'_, T, O> {
    /// Searches once from the root with MAX's window, whose ends have these origins.
    pub(super) fn search_root(
        &mut self,
        algorithm: Algorithm,
        depth: u32,
        window: Window,
        ends: RootEnds,
    ) -> Result<LabAnswer, Stop> {
        let root = self.start(depth, window, ends);
        let score = self.root_value(algorithm, &root, window)?;
        let is_exact = match algorithm.info().window {
            WindowUse::Ignored => true,
            WindowUse::BetaOnly => self.flip(&root, score) < self.flip_window(&root, window).beta,
            WindowUse::AlphaAndBeta => false,
        };
        let bound =
            if is_exact { Bound::Exact } else { Bound::of(score, window.alpha, window.beta) };
        let (best, variation) = (self.root_best, self.variation().to_vec());
        Ok(LabAnswer { score, bound, best, variation, depth, guessed: None })
    }
}
