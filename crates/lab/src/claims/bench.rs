//! The bench on which claims are measured: one position, and the greatest depth within reach of
//! minimax.

use crate::{
    LabCounts, LabLimits, LabReport, LabSettings, PositionTree, Recorder, Recording, Stop,
    Technique, Tree, run,
};
use minnow_base::sync::StopFlag;
use minnow_engine::{NoObserver, Observer, Score, SearchEvent, Window};
use minnow_rules::Position;

/// The greatest depth of the bench.
const MAX_PLIES: u32 = 6;

/// A position with the results of minimax, which all claims compare with.
pub struct ClaimBench<'a> {
    tree: PositionTree<'static>,
    stop: &'a StopFlag,
    /// The depth that minimax reaches within the limit, in plies.
    pub depth: u32,
    /// Minimax's value at that depth.
    pub value: Score,
    /// The leaves of minimax at that depth.
    pub leaves: u64,
    /// The nodes of minimax at that depth, the root and the leaves included.
    pub nodes: u64,
}

/// The reason why nothing can be measured on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BenchError {
    /// The position has no move, or the game has ended by a rule.
    #[error("the game is over in this position, so there is no search")]
    Over,
    /// Minimax does not reach depth 2 within the node limit.
    #[error("two plies of minimax take more nodes than allowed here")]
    TooWide,
    /// The stop flag was set.
    #[error("the measurement was stopped")]
    Stopped,
}

impl<'a> ClaimBench<'a> {
    /// Finds the greatest depth at which minimax takes at most so many nodes.
    ///
    /// # Errors
    ///
    /// A [`BenchError`] if the game is over, if two plies take too many nodes, or after a stop.
    pub fn new(
        position: Position,
        most_nodes: u64,
        stop: &'a StopFlag,
    ) -> Result<Self, BenchError> {
        let tree = PositionTree::new(position);
        if !matches!(tree.end(&position, 0), Ok(None)) {
            return Err(BenchError::Over);
        }
        let (depth, value, leaves, nodes) = (0, Score::DRAW, 0, 0);
        let mut bench = ClaimBench { tree, stop, depth, value, leaves, nodes };
        for depth in 1..=MAX_PLIES {
            let limits = LabLimits { nodes: most_nodes, deadline: None, stop: Some(stop) };
            let settings = LabSettings { limits, ..LabSettings::depth(depth) };
            let minimax = Technique::of(crate::Algorithm::Minimax);
            let report = run(&bench.tree, &minimax, &settings, &mut NoObserver);
            match (report.stopped, report.answer) {
                (None, Some(answer)) => {
                    let LabCounts { leaves, nodes, .. } = report.counts;
                    bench = ClaimBench { depth, value: answer.score, leaves, nodes, ..bench };
                }
                (Some(Stop::Time), _) => return Err(BenchError::Stopped),
                _ => break,
            }
        }
        if bench.depth < 2 { Err(BenchError::TooWide) } else { Ok(bench) }
    }

    /// Searches with a technique to the bench's depth.
    pub(super) fn run(&self, id: &str) -> Result<LabReport, Stop> {
        self.run_at(id, self.depth)
    }

    /// Searches to another depth.
    pub(super) fn run_at(&self, id: &str, depth: u32) -> Result<LabReport, Stop> {
        self.search(id, &self.settings(depth), &mut NoObserver)
    }

    /// Searches with a window from the root side's view.
    pub(super) fn run_in(&self, id: &str, window: Window) -> Result<LabReport, Stop> {
        self.search(id, &LabSettings { window, ..self.settings(self.depth) }, &mut NoObserver)
    }

    /// Searches with the moves shuffled by a seed.
    pub(super) fn run_shuffled(&self, id: &str, seed: u64) -> Result<LabReport, Stop> {
        self.search(id, &LabSettings { seed, ..self.settings(self.depth) }, &mut NoObserver)
    }

    /// The depth that iterative deepening completes within so many nodes.
    pub(super) fn depth_within(&self, id: &str, nodes: u64) -> Result<u32, Stop> {
        let limits = LabLimits { nodes, deadline: None, stop: Some(self.stop) };
        let settings = LabSettings { limits, ..LabSettings::depth(3 * self.depth) };
        let technique = Technique::parse(id).unwrap_or_else(|_| Technique::full());
        let report = run(&self.tree, &technique, &settings, &mut NoObserver);
        match report.stopped {
            Some(Stop::Time) => Err(Stop::Time),
            _ => Ok(report.answer.map_or(0, |answer| answer.depth)),
        }
    }

    /// Records a search to the bench's depth, but at most to so many plies.
    pub(super) fn record(&self, id: &str, plies: u32) -> Result<Recording, Stop> {
        let mut recorder = Recorder::new(usize::MAX);
        self.search(id, &self.settings(self.depth.min(plies)), &mut recorder)?;
        Ok(recorder.finish())
    }

    /// Counts the moves in memory during a search to the bench's depth.
    pub(super) fn path_memory(&self, id: &str) -> Result<PathMemory<'_>, Stop> {
        let mut held = PathMemory { tree: &self.tree, path: Vec::new(), most_moves: 0, widest: 0 };
        self.search(id, &self.settings(self.depth), &mut held)?;
        Ok(held)
    }

    fn settings(&self, depth: u32) -> LabSettings<'_> {
        let limits =
            LabLimits { nodes: 20 * self.nodes.max(1_000), deadline: None, stop: Some(self.stop) };
        LabSettings { limits, ..LabSettings::depth(depth) }
    }

    fn search<O: Observer>(
        &self,
        id: &str,
        settings: &LabSettings<'_>,
        observer: &mut O,
    ) -> Result<LabReport, Stop> {
        let technique = Technique::parse(id).unwrap_or_else(|_| Technique::full());
        let report = run(&self.tree, &technique, settings, observer);
        report.stopped.map_or(Ok(report), Err)
    }

    /// The exponent x for which minimax's leaves to the power x are so many leaves.
    pub fn power(&self, leaves: u64) -> f64 {
        (leaves.max(1) as f64).ln() / (self.leaves.max(2) as f64).ln()
    }

    /// The power of the least leaves of a uniform tree with as many leaves at this depth:
    /// b^ceil(d/2) + b^floor(d/2) - 1 (Knuth and Moore, 1975).
    pub fn least_power(&self) -> f64 {
        let breadth = self.factor(self.leaves);
        let [more, less] =
            [self.depth.div_ceil(2), self.depth / 2].map(|plies| breadth.powf(f64::from(plies)));
        (more + less - 1.0).max(1.0).ln() / (self.leaves.max(2) as f64).ln()
    }

    /// The branching factor of a uniform tree with so many leaves at this depth.
    pub fn factor(&self, leaves: u64) -> f64 {
        (leaves as f64).powf(1.0 / f64::from(self.depth))
    }
}

/// Counts the generated moves of all nodes on the path to the current node.
pub(super) struct PathMemory<'a> {
    tree: &'a PositionTree<'static>,
    /// The nodes of the path with their numbers of moves.
    path: Vec<(Position, usize)>,
    /// The greatest total so far.
    pub most_moves: usize,
    /// The greatest number of moves of one node.
    pub widest: usize,
}

impl Observer for PathMemory<'_> {
    fn observe(&mut self, event: SearchEvent) {
        match event {
            SearchEvent::Start { .. } => self.path.clear(),
            SearchEvent::Enter { played, depth, .. } => {
                let before = self.path.last().map_or(self.tree.root(), |open| open.0);
                let node = played.map_or(before, |branch| self.tree.play(&before, branch));
                // No moves are generated at the last ply.
                let moves = if depth == 0 { 0 } else { self.tree.branches(&node).len() };
                self.path.push((node, moves));
                self.widest = self.widest.max(moves);
                self.most_moves = self.most_moves.max(self.path.iter().map(|open| open.1).sum());
            }
            SearchEvent::Leave { .. } => {
                self.path.pop();
            }
            _ => {}
        }
    }
}
