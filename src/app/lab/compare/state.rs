//! The comparison of techniques on one position: the chosen techniques and their figures so far.

use crate::app::session::task::Task;
use minnow_jobs::JobHandle;
use minnow_lab::{
    Algorithm, CompareCell, CompareUpdate, ComparedTechnique, Comparison, FULL, MoveOrdering,
    OrderingSet, Technique, WholeTree, default_techniques,
};
use minnow_rules::Position;

/// The greatest depth that can be chosen, in plies.
pub(super) const DEEPEST: u32 = 8;
/// The techniques chosen by default.
const FIRST: [&str; 5] =
    ["minimax", "alpha-beta", "negamax+captures", "negamax+captures+killers+history", FULL];

/// An action of the user on the comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum CompareAction {
    /// Adds or removes a technique by its index.
    Toggle(usize),
    /// Plies.
    Depth(u32),
    /// True to add quiescence search.
    Quiescence(bool),
    /// Measures the chosen techniques on the position on the board.
    Measure,
    Stop,
    /// Saves the table, or the plot, as a picture.
    ExportTable,
    ExportPlot,
}

/// The leaves of a technique at one depth: a point of its curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthLeaves {
    pub depth: u32,
    pub leaves: u64,
}

/// The state of the page.
#[derive(Debug)]
pub struct ComparePage {
    techniques: Vec<Technique>,
    chosen: Vec<bool>,
    pub depth: u32,
    /// True to add quiescence search.
    pub quiescence: bool,
    position: Option<Position>,
    /// The measured depth in plies, and whether quiescence search was on.
    measured: (u32, bool),
    /// The whole tree at each depth, as far as its leaves could be counted.
    whole_tree: Vec<WholeTree>,
    cells: Vec<CompareCell>,
    task: Task<CompareUpdate>,
}

impl Default for ComparePage {
    fn default() -> ComparePage {
        let techniques = offered_techniques();
        let chosen =
            techniques.iter().map(|technique| FIRST.contains(&technique.id.as_str())).collect();
        ComparePage {
            techniques,
            chosen,
            depth: 5,
            quiescence: false,
            position: None,
            measured: (0, false),
            whole_tree: Vec::new(),
            cells: Vec::new(),
            task: Task::default(),
        }
    }
}

/// The default techniques, with the full combination last; before it, combinations of a few
/// orderings, of all of them with other algorithms, and the two orders that need an oracle.
fn offered_techniques() -> Vec<Technique> {
    let mut techniques = default_techniques();
    let full = techniques.pop();
    let (orderings, negamax) = (OrderingSet::full(), Technique::of(Algorithm::Negamax));
    techniques.extend([
        negamax
            .clone()
            .with(MoveOrdering::Captures)
            .with(MoveOrdering::Killers)
            .with(MoveOrdering::History),
        Technique::of(Algorithm::Scout).with_all(orderings.without(MoveOrdering::Tt)),
        Technique::of(Algorithm::Aspiration).with_all(orderings),
        Technique::of(Algorithm::Mtdf).with_all(orderings),
        negamax.clone().with(MoveOrdering::PerfectOrder),
        negamax.with(MoveOrdering::ReverseOrder),
    ]);
    techniques.extend(full);
    techniques
}

impl ComparePage {
    /// All techniques that can be chosen.
    pub fn techniques(&self) -> &[Technique] {
        &self.techniques
    }

    pub fn is_chosen(&self, technique: usize) -> bool {
        self.chosen.get(technique).copied().unwrap_or(false)
    }

    /// The number of chosen techniques.
    pub fn chosen_count(&self) -> usize {
        self.chosen.iter().filter(|chosen| **chosen).count()
    }

    /// The indices of the techniques that are chosen or have figures.
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

    /// The whole tree at each depth from 1, as far as its leaves could be counted.
    pub fn whole_tree(&self) -> &[WholeTree] {
        &self.whole_tree
    }

    /// The techniques among `shown` with the same leaves at every depth, in groups of two or more.
    pub fn coinciding(&self, shown: &[usize]) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for place in shown {
            let leaves = self.leaves_of(*place);
            let same = groups.iter_mut().find(|group| self.leaves_of(group[0]) == leaves);
            match same.filter(|_| leaves.len() > 1) {
                Some(group) => group.push(*place),
                None => groups.push(vec![*place]),
            }
        }
        groups.retain(|group| group.len() > 1);
        groups
    }

    /// The leaves of a technique at each measured depth.
    pub fn leaves_of(&self, technique: usize) -> Vec<DepthLeaves> {
        let cells = self.cells.iter().filter(|cell| cell.technique == technique);
        cells
            .filter(|cell| cell.stopped.is_none())
            .map(|cell| DepthLeaves { depth: cell.depth, leaves: cell.leaves })
            .collect()
    }

    /// The measured position, the depth in plies, and whether quiescence search was on.
    pub fn measured(&self) -> Option<(&Position, u32, bool)> {
        Some((self.position.as_ref()?, self.measured.0, self.measured.1))
    }

    pub fn is_measuring(&self) -> bool {
        self.task.is_running()
    }

    /// The number of figures so far, and of all.
    pub fn progress(&self) -> (usize, usize) {
        (self.cells.len(), self.chosen_count() * self.measured.0 as usize)
    }

    pub fn problem(&self) -> Option<&str> {
        self.task.problem()
    }

    /// The chosen techniques with the current settings.
    pub fn comparison(&self, position: Position) -> Comparison {
        let all = self.techniques.iter().cloned().enumerate();
        let chosen = all.filter(|(index, _)| self.is_chosen(*index));
        let compared = |(index, technique)| ComparedTechnique { index, technique };
        let (depth, quiescence) = (self.depth, self.quiescence);
        Comparison { position, techniques: chosen.map(compared).collect(), depth, quiescence }
    }

    /// Starts to follow a job that measures this position.
    pub fn begin(&mut self, position: Position, job: JobHandle<CompareUpdate>) {
        self.cells.clear();
        self.whole_tree.clear();
        self.position = Some(position);
        self.task.begin(job);
        self.measured = (self.depth, self.quiescence);
    }

    pub fn stop(&mut self) {
        self.task.abandon("The comparison was stopped: some figures are missing.");
    }

    /// Processes the job's updates.
    pub fn poll(&mut self) {
        for update in self.task.poll() {
            match update {
                CompareUpdate::WholeTree(whole) => self.whole_tree.push(whole),
                CompareUpdate::Cell(cell) => self.cells.push(cell),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_id_on_offer_is_unique_and_known() {
        let compare = ComparePage::default();
        let ids: HashSet<&str> = compare.techniques().iter().map(|each| each.id.as_str()).collect();
        assert_eq!(ids.len(), compare.techniques().len(), "each is on offer once");
        for technique in compare.techniques() {
            assert_eq!(Technique::parse(&technique.id).as_ref(), Ok(technique));
        }
        let position = Position::start(minnow_rules::Variant::default_variant());
        assert_eq!(compare.comparison(position).techniques.len(), FIRST.len());
    }
}
