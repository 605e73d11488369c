//! Techniques side by side on one position: which are chosen, and what each has taken so far.
//!
//! The job measures all techniques at depth 1, then at depth 2 and so on, so that the first figures
//! come at once.

use super::super::task::Task;
use crate::{
    engine::NoObserver,
    jobs::{JobContext, JobHandle},
    lab::{
        Algorithm, FULL, LabLimits, LabSettings, Measures, PositionTree, Stop, Technique, Tree,
        default_techniques, minimal_leaves, move_phrase, run,
    },
    rules::Position,
};

/// A technique is given up after so many nodes.
pub const MOST_NODES: u64 = 5_000_000;
/// The greatest depth on offer, in plies.
pub const DEEPEST: u32 = 8;
/// The branching factor is measured with so many nodes of minimax at most.
const MOST_COUNTED: u64 = 200_000;
/// What is on offer beside the usual techniques: the full combination without its table, with other
/// drivers, and the bounds of all orders.
const MORE: &str = "negamax+captures+killers+history,\
    scout+previous+captures+killers+history+refutation,\
    aspiration+previous+captures+killers+history+refutation+tt,\
    mtdf+previous+captures+killers+history+refutation,\
    negamax+best-first,negamax+worst-first";
/// What is chosen at first.
const FIRST: [&str; 5] =
    ["minimax", "alpha-beta", "negamax+captures", "negamax+captures+killers+history", FULL];

/// What the user does with the comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum CompareAction {
    /// Chooses a technique by its place, or leaves it out.
    Toggle(usize),
    /// Plies.
    Depth(u32),
    /// Whether captures are played on beyond the last ply.
    Quiescence(bool),
    /// Measures the chosen ones on the position on the board.
    Measure,
    Stop,
}

/// An output of the job that measures.
#[derive(Clone, Debug, PartialEq)]
pub enum CompareUpdate {
    /// The branching factor of the whole tree.
    Branching(f64),
    Cell(CompareCell),
}

/// What one technique took at one depth.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareCell {
    /// The technique's place among those on offer.
    pub technique: usize,
    pub depth: u32,
    pub measures: Measures,
    /// The best move as it is written.
    pub best: String,
    /// Leaves of the last iteration.
    pub leaves: u64,
    /// Why there is no answer.
    pub stopped: Option<Stop>,
}

/// The state of the page.
#[derive(Debug)]
pub struct Compare {
    techniques: Vec<Technique>,
    chosen: Vec<bool>,
    pub depth: u32,
    /// Whether captures are played on beyond the last ply.
    pub quiescence: bool,
    position: Option<Position>,
    /// How deep was measured, and whether captures were played on.
    measured: (u32, bool),
    branching: Option<f64>,
    cells: Vec<CompareCell>,
    task: Task<CompareUpdate>,
}

impl Default for Compare {
    fn default() -> Compare {
        let mut techniques = default_techniques();
        // The full combination stays last.
        let full = techniques.pop();
        // A test checks that the ids are known.
        techniques.extend(Technique::parse_list(MORE).unwrap_or_default());
        techniques.extend(full);
        let chosen =
            techniques.iter().map(|technique| FIRST.contains(&technique.id.as_str())).collect();
        Compare {
            techniques,
            chosen,
            depth: 5,
            quiescence: false,
            position: None,
            measured: (0, false),
            branching: None,
            cells: Vec::new(),
            task: Task::default(),
        }
    }
}

impl Compare {
    /// All that are on offer.
    pub fn techniques(&self) -> &[Technique] {
        &self.techniques
    }

    pub fn is_chosen(&self, technique: usize) -> bool {
        self.chosen.get(technique).copied().unwrap_or(false)
    }

    /// The places of those that are chosen or have figures, in the order on offer.
    pub fn shown(&self) -> Vec<usize> {
        let has_cell = |place: usize| self.cells.iter().any(|cell| cell.technique == place);
        (0..self.techniques.len())
            .filter(|place| self.is_chosen(*place) || has_cell(*place))
            .collect()
    }

    pub fn toggle(&mut self, technique: usize) {
        if let Some(chosen) = self.chosen.get_mut(technique) {
            *chosen = !*chosen;
        }
    }

    pub fn cell(&self, technique: usize, depth: u32) -> Option<&CompareCell> {
        self.cells.iter().find(|cell| cell.technique == technique && cell.depth == depth)
    }

    pub fn cells(&self) -> &[CompareCell] {
        &self.cells
    }

    /// Moves at a node of the whole tree, in the geometric mean.
    pub fn branching(&self) -> Option<f64> {
        self.branching
    }

    /// The position that was measured, how deep, and whether captures were played on.
    pub fn measured(&self) -> Option<(&Position, u32, bool)> {
        Some((self.position.as_ref()?, self.measured.0, self.measured.1))
    }

    pub fn is_measuring(&self) -> bool {
        self.task.is_running()
    }

    /// How many figures there are, of how many.
    pub fn progress(&self) -> (usize, usize) {
        let chosen = self.chosen.iter().filter(|chosen| **chosen).count();
        (self.cells.len(), chosen * self.measured.0 as usize)
    }

    pub fn problem(&self) -> Option<&str> {
        self.task.problem()
    }

    /// What is to be measured: the chosen techniques with their places.
    pub fn wanted(&self) -> Vec<(usize, Technique)> {
        let all = self.techniques.iter().cloned().enumerate();
        all.filter(|(place, _)| self.is_chosen(*place)).collect()
    }

    /// Follows a job that measures this position.
    pub fn begin(&mut self, position: Position, job: JobHandle<CompareUpdate>) {
        self.cells.clear();
        self.branching = None;
        self.position = Some(position);
        self.task.begin(job);
        self.measured = (self.depth, self.quiescence);
    }

    pub fn stop(&mut self) {
        self.task.abandon("The comparison was stopped: some figures are missing.");
    }

    /// Takes in what the job has sent.
    pub fn poll(&mut self) {
        if !self.task.is_running() {
            return;
        }
        for update in self.task.poll() {
            match update {
                CompareUpdate::Branching(branching) => self.branching = Some(branching),
                CompareUpdate::Cell(cell) => self.cells.push(cell),
            }
        }
        let (done, all) = self.progress();
        if !self.task.is_running() && self.problem().is_none() && done < all {
            let text = "Another search ended the comparison: some figures are missing.";
            self.task.set_problem(text);
        }
    }
}

/// The job: measures every technique at every depth, the shallow depths first.
pub fn compare(
    position: Position,
    wanted: &[(usize, Technique)],
    (deepest, quiescence): (u32, bool),
    job: &JobContext<CompareUpdate>,
) {
    let tree = PositionTree::new(position);
    let limits = LabLimits { nodes: MOST_NODES, deadline: None, stop: Some(job.stop_flag()) };
    if let Some(branching) = branching(&tree, limits) {
        job.emit(CompareUpdate::Branching(branching));
    }
    let mut given_up = Vec::new();
    for depth in 1..=deepest {
        let settings = LabSettings { limits, quiescence, ..LabSettings::depth(depth) };
        let minimal = minimal_leaves(&tree, &settings).ok();
        for (place, technique) in wanted {
            let cell = match given_up.contains(place) {
                true => unmeasured(*place, depth),
                false => cell(&tree, *place, technique, &settings, minimal),
            };
            if job.is_stopped() {
                return;
            }
            // What is too much at one depth is too much at the next.
            given_up.extend(cell.stopped.map(|_| *place));
            job.emit(CompareUpdate::Cell(cell));
        }
    }
}

fn cell(
    tree: &PositionTree,
    technique: usize,
    how: &Technique,
    settings: &LabSettings,
    minimal: Option<u64>,
) -> CompareCell {
    let report = run(tree, how, settings, &mut NoObserver);
    let measures = Measures::of(&report, settings.depth, minimal);
    let best = measures.best.map_or(String::new(), |best| move_phrase(tree, &tree.root(), best));
    let (leaves, stopped) = (report.last_leaves, report.stopped);
    CompareCell { technique, depth: settings.depth, measures, best, leaves, stopped }
}

fn unmeasured(technique: usize, depth: u32) -> CompareCell {
    let measures = Measures::default();
    let stopped = Some(Stop::Nodes);
    CompareCell { technique, depth, measures, best: String::new(), leaves: 0, stopped }
}

/// The branching factor: leaves^(1/depth) of minimax, as deep as it can be afforded.
fn branching(tree: &PositionTree, limits: LabLimits<'_>) -> Option<f64> {
    let technique = Technique::of(Algorithm::Minimax);
    let limits = LabLimits { nodes: MOST_COUNTED, ..limits };
    let mut found = None;
    for depth in 1..=DEEPEST {
        let settings = LabSettings { limits, ..LabSettings::depth(depth) };
        let report = run(tree, &technique, &settings, &mut NoObserver);
        if report.stopped.is_some() {
            break;
        }
        found = Some((report.last_leaves as f64).powf(1.0 / f64::from(depth)));
    }
    found
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_id_on_offer_is_known_and_some_are_chosen() {
        let compare = Compare::default();
        assert_eq!(compare.techniques().len(), 23);
        let ids: HashSet<&str> = compare.techniques().iter().map(|each| each.id.as_str()).collect();
        assert_eq!(ids.len(), compare.techniques().len(), "each is on offer once");
        assert_eq!(compare.wanted().len(), FIRST.len());
    }
}
