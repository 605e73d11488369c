//! The page that compares techniques on the position on the board: the chosen techniques and their
//! figures so far.

mod plot;
mod view;

use egui::Ui;

use super::{LabPage, area::LabLayout};
use crate::app::{
    context::Cx,
    session::{NamedPicture, Session, Wake, task::Task},
};
use minnow_lab::{
    COMPARE_COLUMNS, CompareCell, CompareUpdate, ComparedTechnique, Comparison, CurvePoint, FULL,
    LabPicture, LeavesCurve, LeavesPlot, SlideTable, THEORY, Technique, WholeTree, compare_texts,
    offered_techniques,
};
use minnow_rules::Position;

/// The greatest depth that can be chosen, in plies.
const DEEPEST: u32 = 8;
/// The techniques chosen by default.
const FIRST: [&str; 5] =
    ["minimax", "alpha-beta", "negamax+captures", "negamax+captures+killers+history", FULL];

/// The state of the page.
#[derive(Debug)]
pub struct ComparePage {
    /// All techniques that can be chosen.
    techniques: Vec<Technique>,
    /// True for each technique to compare.
    pub chosen: Vec<bool>,
    /// In plies.
    pub depth: u32,
    /// True to add quiescence search.
    pub quiescence: bool,
    /// The last measurement, or the one under way.
    measured: Option<Comparison>,
    /// The whole tree at each depth from 1, as far as its leaves could be counted.
    pub whole_tree: Vec<WholeTree>,
    cells: Vec<CompareCell>,
    /// True if the next tick starts to measure.
    is_due: bool,
    pub task: Task<CompareUpdate>,
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
            measured: None,
            whole_tree: Vec::new(),
            cells: Vec::new(),
            is_due: false,
            task: Task::default(),
        }
    }
}

impl LabPage for ComparePage {
    fn column_ui(&mut self, ui: &mut Ui, layout: &mut LabLayout<'_>, cx: &mut Cx<'_>) {
        layout.game_board_ui(ui, cx);
        layout.side_ui(ui, |ui| view::side_ui(ui, cx.session, self));
    }

    fn ui(&mut self, ui: &mut Ui, layout: &LabLayout<'_>, cx: &mut Cx<'_>) {
        layout.card_ui(ui, layout.page, |ui| view::page_ui(ui, self, cx));
    }

    fn tick(&mut self, session: &mut Session, _: bool, _: u64) -> Wake {
        if std::mem::take(&mut self.is_due) && !session.has_nothing_to_search() {
            self.begin(session);
        }
        self.poll();
        None
    }
}

impl ComparePage {
    pub(super) const NAME: &str = "Compare";

    fn is_chosen(&self, technique: usize) -> bool {
        self.chosen.get(technique).copied().unwrap_or(false)
    }

    /// The number of chosen techniques.
    fn chosen_count(&self) -> usize {
        self.chosen.iter().filter(|chosen| **chosen).count()
    }

    /// The indices of the techniques that are chosen or have figures.
    pub fn shown(&self) -> Vec<usize> {
        let has_cell = |place: usize| self.cells.iter().any(|cell| cell.technique == place);
        (0..self.techniques.len())
            .filter(|place| self.is_chosen(*place) || has_cell(*place))
            .collect()
    }

    pub fn cell(&self, technique: usize, depth: u32) -> Option<&CompareCell> {
        self.cells.iter().find(|cell| cell.technique == technique && cell.depth == depth)
    }

    /// The techniques among `shown` with the same leaves at every depth, in groups of two or more.
    fn coinciding(&self, shown: &[usize]) -> Vec<Vec<usize>> {
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
    fn leaves_of(&self, technique: usize) -> Vec<CurvePoint> {
        let cells = self.cells.iter().filter(|cell| cell.technique == technique);
        cells
            .filter(|cell| cell.stopped.is_none())
            .map(|cell| CurvePoint { depth: cell.depth, leaves: cell.leaves as f64 })
            .collect()
    }

    /// The number of figures so far, and of all.
    fn progress(&self) -> (usize, usize) {
        let depths = self.measured.as_ref().map_or(0, |measured| measured.depth as usize);
        (self.cells.len(), self.chosen_count() * depths)
    }

    /// The chosen techniques with the current settings.
    fn comparison(&self, position: Position) -> Comparison {
        let all = self.techniques.iter().cloned().enumerate();
        let chosen = all.filter(|(index, _)| self.is_chosen(*index));
        let compared = |(index, technique)| ComparedTechnique { index, technique };
        let (depth, quiescence) = (self.depth, self.quiescence);
        Comparison { position, techniques: chosen.map(compared).collect(), depth, quiescence }
    }

    /// Lets the next tick measure the chosen techniques on the position on the board.
    pub fn measure(&mut self) {
        self.is_due = true;
    }

    fn begin(&mut self, session: &mut Session) {
        let comparison = self.comparison(*session.game.position());
        self.measured = Some(comparison.clone());
        self.task.begin(session.engine.submit(move |job| {
            comparison.run(job.stop_flag(), &mut |update| job.emit(update));
        }));
        self.cells.clear();
        self.whole_tree.clear();
    }

    pub fn stop(&mut self) {
        self.task.abandon("The comparison was stopped: some figures are missing.");
    }

    /// Processes the job's updates.
    fn poll(&mut self) {
        for update in self.task.poll() {
            match update {
                CompareUpdate::WholeTree(whole) => self.whole_tree.push(whole),
                CompareUpdate::Cell(cell) => self.cells.push(cell),
            }
        }
    }

    /// The measured position and depth as a title; `None` without a measurement.
    fn title(&self) -> Option<String> {
        let Comparison { position, depth, quiescence, .. } = self.measured.as_ref()?;
        let captures = if *quiescence { ", then captures" } else { "" };
        Some(format!("{}, depth {depth}{captures}", position.fen()))
    }

    /// The table of the techniques at the greatest depth.
    fn table_picture(&self) -> Option<NamedPicture> {
        let depth = self.measured.as_ref()?.depth;
        let titles =
            std::iter::once("technique").chain(COMPARE_COLUMNS.iter().map(|(title, _)| *title));
        let mut rows = vec![titles.map(str::to_owned).collect::<Vec<String>>()];
        for place in self.shown() {
            let Some(technique) = self.techniques.get(place) else { continue };
            let cells = compare_texts(self.cell(place, depth), self.task.is_running());
            rows.push(std::iter::once(technique.name()).chain(cells).collect());
        }
        let table = SlideTable { title: self.title()?, rows, has_figures: true };
        Some(NamedPicture { name: "comparison", picture: LabPicture::Slide(table.slide()) })
    }

    /// The leaves over the depth, with the curves of theory.
    fn plot_picture(&self) -> Option<NamedPicture> {
        let depths = self.measured.as_ref()?.depth;
        let techniques = self.shown().into_iter().filter_map(|place| {
            let technique = self.techniques.get(place)?;
            Some(LeavesCurve { name: technique.name(), points: self.leaves_of(place) })
        });
        let theory = THEORY.map(|curve| {
            let leaves = |depth| {
                let leaves = curve.leaves(&self.whole_tree, depth)?;
                Some(CurvePoint { depth, leaves })
            };
            let points = (1..=depths).filter_map(leaves).collect();
            LeavesCurve { name: curve.name.to_owned(), points }
        });
        let title = format!("Leaves of the last iteration: {}", self.title()?);
        let plot = LeavesPlot { title, measured: techniques.collect(), theory: theory.to_vec() };
        Some(NamedPicture { name: "leaves", picture: LabPicture::Slide(plot.slide()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_choice_is_on_offer() {
        let position = Position::start(minnow_rules::Variant::default_variant());
        let comparison = ComparePage::default().comparison(position);
        assert_eq!(comparison.techniques.len(), FIRST.len());
    }
}
