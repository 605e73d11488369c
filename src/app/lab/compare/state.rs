//! Techniques side by side on one position: which are chosen, and what each has taken so far.

use crate::app::session::task::Task;
use crate::{
    jobs::JobHandle,
    lab::{
        CompareCell, CompareUpdate, ComparedTechnique, Comparison, FULL, Technique,
        default_techniques,
    },
    rules::Position,
};

/// The greatest depth on offer, in plies.
pub const DEEPEST: u32 = 8;
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

/// The state of the page.
#[derive(Debug)]
pub struct ComparePage {
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

impl Default for ComparePage {
    fn default() -> ComparePage {
        let mut techniques = default_techniques();
        // The full combination stays last.
        let full = techniques.pop();
        // A test checks that the ids are known.
        techniques.extend(Technique::parse_list(MORE).unwrap_or_default());
        techniques.extend(full);
        let chosen =
            techniques.iter().map(|technique| FIRST.contains(&technique.id.as_str())).collect();
        ComparePage {
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

impl ComparePage {
    /// All that are on offer.
    pub fn techniques(&self) -> &[Technique] {
        &self.techniques
    }

    pub fn is_chosen(&self, technique: usize) -> bool {
        self.chosen.get(technique).copied().unwrap_or(false)
    }

    /// How many techniques are chosen.
    pub fn chosen_count(&self) -> usize {
        self.chosen.iter().filter(|chosen| **chosen).count()
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_id_on_offer_is_known_and_some_are_chosen() {
        let compare = ComparePage::default();
        assert_eq!(compare.techniques().len(), 23);
        let ids: HashSet<&str> = compare.techniques().iter().map(|each| each.id.as_str()).collect();
        assert_eq!(ids.len(), compare.techniques().len(), "each is on offer once");
        let position = Position::start(crate::rules::Variant::default_variant());
        assert_eq!(compare.comparison(position).techniques.len(), FIRST.len());
    }
}
