//! The page of printed functions, each with an error for the student to find.

mod view;

use egui::Ui;

use super::{LabKey, LabPage, TreeOrder, area::LabLayout, tree_setup::TreeSetup};
use crate::app::{context::Cx, session::Session};
use minnow_lab::{
    TextTree, Tree,
    printed::{Divergence, FunctionRun, PRINTED_FUNCTIONS, PrintedFunction, first_divergence},
};

/// The current printed function.
#[derive(Clone, Debug, Default)]
pub struct PrintedPage {
    at: usize,
    /// The line that was marked last.
    picked: Option<usize>,
    pub hinted: bool,
    /// True once the error is known, found or shown.
    solved: bool,
    runs: Option<PrintedRuns>,
}

/// The runs of both functions on the tree on which they differ.
#[derive(Clone, Debug)]
struct PrintedRuns {
    tree: TextTree,
    printed: FunctionRun,
    right: FunctionRun,
    /// `None` if only the move is wrong, not the value of any node.
    wrong: Option<Divergence>,
}

impl LabPage for PrintedPage {
    fn has_game_board(&self) -> bool {
        false
    }

    fn column_ui(&mut self, ui: &mut Ui, layout: &mut LabLayout<'_>, _: &mut Cx<'_>) {
        layout.card_ui(ui, layout.column, |ui| view::side_ui(ui, self));
    }

    fn ui(&mut self, ui: &mut Ui, layout: &LabLayout<'_>, cx: &mut Cx<'_>) {
        layout.card_ui(ui, layout.page, |ui| view::page_ui(ui, self, cx));
    }

    fn key(&mut self, key: LabKey, _: &mut Session, _: u64) -> bool {
        match key {
            LabKey::Back => self.open(self.at.saturating_sub(1)),
            LabKey::Forward => self.open(self.at + 1),
            _ => return false,
        }
        true
    }
}

impl PrintedPage {
    pub(super) const NAME: &str = "As printed";

    fn trap(&self) -> &'static PrintedFunction {
        &PRINTED_FUNCTIONS[self.at]
    }

    /// The id of an error in the records.
    fn id_of(at: usize) -> String {
        format!("printed-{at}")
    }

    /// Goes to a function by its index.
    pub fn open(&mut self, at: usize) {
        if at < PRINTED_FUNCTIONS.len() {
            *self = PrintedPage { at, ..PrintedPage::default() };
        }
    }

    /// Marks a line, from 0, as wrong. Returns true if it is, and the error was not known before.
    pub fn pick(&mut self, line: usize) -> bool {
        if self.solved {
            return false;
        }
        self.picked = Some(line);
        self.solved = self.trap().listing.wrong_lines.contains(&line);
        if self.solved {
            self.run();
        }
        self.solved
    }

    /// Gives the answer.
    pub fn show(&mut self) {
        self.picked = self.trap().listing.wrong_lines.first().copied();
        self.solved = true;
        self.run();
    }

    /// Runs both functions.
    pub fn run(&mut self) {
        let trap = self.trap();
        // A test parses all these trees.
        let Ok(tree) = trap.tree() else { return };
        let (printed, right) = (trap.run_printed(&tree), trap.run_right(&tree));
        let wrong = first_divergence(&printed, &right);
        self.runs = Some(PrintedRuns { tree, printed, right, wrong });
    }

    /// The tree of the runs, searched by alpha-beta.
    pub fn tree_order(&self) -> Option<TreeOrder> {
        let tree = &self.runs.as_ref()?.tree;
        let setup = TreeSetup::of_text(tree.to_string(), tree.root_is_max());
        Some(TreeOrder { setup, position: None })
    }
}
