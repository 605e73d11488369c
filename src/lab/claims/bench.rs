//! The bench on which claims are measured: one position, and a depth that minimax can afford.

use std::{fmt, sync::atomic::AtomicBool};

use crate::{
    engine::{NoObserver, Observer, Score, SearchEvent, Window},
    lab::{
        LabLimits, LabReport, LabSettings, PositionTree, Recorder, Recording, Stop, Technique,
        Tree, run,
    },
    rules::Position,
};

/// The deepest that is tried.
const MOST_PLIES: u32 = 6;

/// A position with what all claims compare against.
pub struct ClaimBench<'a> {
    tree: PositionTree<'static>,
    stop: &'a AtomicBool,
    /// Plies that minimax has searched within the limit.
    pub depth: u32,
    /// Minimax's search to that depth.
    pub value: Score,
    pub leaves: u64,
    pub nodes: u64,
}

/// Why nothing can be measured on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BenchError {
    /// The game is over there.
    Over,
    /// Even two plies of minimax take too many nodes.
    TooWide,
    Stopped,
}

impl fmt::Display for BenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BenchError::Over => {
                write!(f, "the game is over in this position, so there is no search")
            }
            BenchError::TooWide => {
                write!(f, "two plies of minimax take more nodes than allowed here")
            }
            BenchError::Stopped => write!(f, "the measurement was stopped"),
        }
    }
}

impl std::error::Error for BenchError {}

/// Minimax at its best: what one iteration found.
type Plain = (u32, Score, u64, u64);

impl<'a> ClaimBench<'a> {
    /// Finds the greatest depth at which minimax takes at most so many nodes.
    pub fn new(
        position: Position,
        most_nodes: u64,
        stop: &'a AtomicBool,
    ) -> Result<Self, BenchError> {
        let tree = PositionTree::new(position);
        if !matches!(tree.end(&position, 0), Ok(None)) {
            return Err(BenchError::Over);
        }
        let mut found: Option<Plain> = None;
        for depth in 1..=MOST_PLIES {
            let limits = LabLimits { nodes: most_nodes, deadline: None, stop: Some(stop) };
            let settings = LabSettings { limits, ..LabSettings::depth(depth) };
            let report = run(
                &tree,
                &Technique::of(crate::lab::Algorithm::Minimax),
                &settings,
                &mut NoObserver,
            );
            match (report.stopped, report.answer) {
                (None, Some(answer)) => {
                    let counts = report.counts;
                    found = Some((depth, answer.score, counts.leaves, counts.nodes));
                }
                (Some(Stop::Time), _) => return Err(BenchError::Stopped),
                _ => break,
            }
        }
        let (depth, value, leaves, nodes) =
            found.filter(|plain| plain.0 >= 2).ok_or(BenchError::TooWide)?;
        Ok(ClaimBench { tree, stop, depth, value, leaves, nodes })
    }

    /// Searches with a technique at the bench's depth.
    pub fn run(&self, id: &str) -> Result<LabReport, Stop> {
        self.run_at(id, self.depth)
    }

    /// The same at another depth.
    pub fn run_at(&self, id: &str, depth: u32) -> Result<LabReport, Stop> {
        self.search(id, &self.settings(depth), &mut NoObserver)
    }

    /// Searches with a window, from the root side's view.
    pub fn run_in(&self, id: &str, window: Window) -> Result<LabReport, Stop> {
        self.search(id, &LabSettings { window, ..self.settings(self.depth) }, &mut NoObserver)
    }

    /// Searches in this shuffle of the moves.
    pub fn run_shuffled(&self, id: &str, seed: u64) -> Result<LabReport, Stop> {
        self.search(id, &LabSettings { seed, ..self.settings(self.depth) }, &mut NoObserver)
    }

    /// The depth that iterations reach within so many nodes.
    pub fn depth_within(&self, id: &str, nodes: u64) -> Result<u32, Stop> {
        let limits = LabLimits { nodes, deadline: None, stop: Some(self.stop) };
        let settings = LabSettings { limits, ..LabSettings::depth(3 * self.depth) };
        let technique = Technique::parse(id).unwrap_or_else(|_| Technique::full());
        let report = run(&self.tree, &technique, &settings, &mut NoObserver);
        match report.stopped {
            Some(Stop::Time) => Err(Stop::Time),
            _ => Ok(report.answer.map_or(0, |answer| answer.depth)),
        }
    }

    /// Records a search of at most so many plies.
    pub fn record(&self, id: &str, plies: u32) -> Result<Recording, Stop> {
        let mut recorder = Recorder::new(usize::MAX);
        self.search(id, &self.settings(self.depth.min(plies)), &mut recorder)?;
        Ok(recorder.finish())
    }

    /// What a search at the bench's depth holds in memory.
    pub fn held(&self, id: &str) -> Result<PathMemory<'_>, Stop> {
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

    /// The power of minimax's leaves that so many leaves are.
    pub fn power(&self, leaves: u64) -> f64 {
        (leaves.max(1) as f64).ln() / (self.leaves.max(2) as f64).ln()
    }

    /// The branching factor that would give so many leaves at this depth.
    pub fn factor(&self, leaves: u64) -> f64 {
        (leaves as f64).powf(1.0 / f64::from(self.depth))
    }
}

/// Counts the moves that wait on the path to the node that is searched.
pub struct PathMemory<'a> {
    tree: &'a PositionTree<'static>,
    /// The open nodes, each with its number of moves.
    path: Vec<(Position, usize)>,
    pub most_moves: usize,
    /// The most moves of one node.
    pub widest: usize,
}

impl Observer for PathMemory<'_> {
    fn observe(&mut self, event: SearchEvent) {
        match event {
            SearchEvent::Start { .. } => self.path.clear(),
            SearchEvent::Enter { played, depth, .. } => {
                let before = self.path.last().map_or(self.tree.root(), |open| open.0);
                let node = played.map_or(before, |branch| self.tree.play(&before, branch));
                // At the last ply no moves are made.
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
