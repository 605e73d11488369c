//! Techniques side by side on one position: which are chosen, and what each has taken so far.
//!
//! The worker goes from depth 1 to the one that is wanted, all techniques at each, so that the first
//! figures come at once.

use crate::{
    engine::NoObserver,
    lab::{
        Base, DEFAULT, FULL, Limits, Measures, PositionTree, Settings, Stop, Technique, Tree,
        minimal_leaves, run, spoken,
    },
    rules::Position,
    worker::{LabDesk, LabNews, LabTask},
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

/// What the worker hands over.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// The branching factor of the whole tree.
    Branching(f64),
    Cell(Cell),
}

/// What one technique took at one depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
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
    cells: Vec<Cell>,
    task: Option<LabTask<Found>>,
    problem: Option<String>,
}

impl Default for Compare {
    fn default() -> Compare {
        // The full combination comes last, as the best of them.
        let first = DEFAULT.strip_suffix(FULL).unwrap_or(DEFAULT);
        let ids = format!("{first}{MORE},{FULL}");
        // The ids are this program's own, and a test reads them.
        let techniques = Technique::parse_list(&ids).unwrap_or_default();
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
            task: None,
            problem: None,
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

    pub fn cell(&self, technique: usize, depth: u32) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.technique == technique && cell.depth == depth)
    }

    pub fn cells(&self) -> &[Cell] {
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
        self.task.is_some()
    }

    /// How many figures there are, of how many.
    pub fn progress(&self) -> (usize, usize) {
        let chosen = self.chosen.iter().filter(|chosen| **chosen).count();
        (self.cells.len(), chosen * self.measured.0 as usize)
    }

    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// What is to be measured: the chosen techniques with their places.
    pub fn wanted(&self) -> Vec<(usize, Technique)> {
        let all = self.techniques.iter().cloned().enumerate();
        all.filter(|(place, _)| self.is_chosen(*place)).collect()
    }

    /// A worker has begun with this position.
    pub fn begin(&mut self, position: Position, task: LabTask<Found>) {
        self.cells.clear();
        self.branching = None;
        self.problem = None;
        (self.position, self.task) = (Some(position), Some(task));
        self.measured = (self.depth, self.quiescence);
    }

    pub fn stop(&mut self) {
        if let Some(task) = self.task.take() {
            task.stop();
            self.problem = Some("The comparison was stopped: some figures are missing.".to_owned());
        }
    }

    /// Takes in what the worker has found.
    pub fn follow(&mut self) {
        let Some(task) = &self.task else { return };
        for news in task.news() {
            match news {
                LabNews::Progress { .. } => {}
                LabNews::Found(Found::Branching(branching)) => self.branching = Some(branching),
                LabNews::Found(Found::Cell(cell)) => self.cells.push(cell),
                LabNews::Failed(problem) => self.problem = Some(problem),
                LabNews::Over => self.task = None,
            }
        }
        let (done, all) = self.progress();
        if self.task.is_none() && self.problem.is_none() && done < all {
            let text = "Another search ended the comparison: some figures are missing.";
            self.problem = Some(text.to_owned());
        }
    }
}

/// The worker's part: every technique at every depth, the shallow ones first.
pub fn compare(
    position: Position,
    wanted: &[(usize, Technique)],
    (deepest, quiescence): (u32, bool),
    desk: &LabDesk<'_, Found>,
) {
    let tree = PositionTree::new(position);
    let limits = Limits { nodes: MOST_NODES, deadline: None, stop: Some(desk.stop()) };
    if let Some(branching) = branching(&tree, limits) {
        desk.found(Found::Branching(branching));
    }
    let mut given_up = Vec::new();
    for depth in 1..=deepest {
        let settings = Settings { limits, quiescence, ..Settings::depth(depth) };
        let minimal = minimal_leaves(&tree, &settings).ok();
        for (place, technique) in wanted {
            let cell = match given_up.contains(place) {
                true => unmeasured(*place, depth),
                false => cell(&tree, *place, technique, &settings, minimal),
            };
            if desk.is_stopped() {
                return;
            }
            // What is too much at one depth is too much at the next.
            given_up.extend(cell.stopped.map(|_| *place));
            desk.found(Found::Cell(cell));
        }
    }
}

fn cell(
    tree: &PositionTree,
    technique: usize,
    how: &Technique,
    settings: &Settings,
    minimal: Option<u64>,
) -> Cell {
    let report = run(tree, how, settings, &mut NoObserver);
    let measures = Measures::of(&report, settings.depth, minimal);
    let best = measures.best.map_or(String::new(), |best| spoken(tree, &tree.root(), best));
    let (leaves, stopped) = (report.last_leaves, report.stopped);
    Cell { technique, depth: settings.depth, measures, best, leaves, stopped }
}

fn unmeasured(technique: usize, depth: u32) -> Cell {
    let measures = Measures::default();
    let stopped = Some(Stop::Nodes);
    Cell { technique, depth, measures, best: String::new(), leaves: 0, stopped }
}

/// The branching factor: leaves^(1/depth) of minimax, as deep as it can be afforded.
fn branching(tree: &PositionTree, limits: Limits<'_>) -> Option<f64> {
    let technique = Technique::of(Base::Minimax);
    let limits = Limits { nodes: MOST_COUNTED, ..limits };
    let mut found = None;
    for depth in 1..=DEEPEST {
        let settings = Settings { limits, ..Settings::depth(depth) };
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
