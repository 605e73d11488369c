//! The printed function at hand, and whether its slip has been found.

use crate::lab::{
    TextTree,
    printed::{Divergence, FunctionRun, PRINTED_FUNCTIONS, PrintedFunction, first_divergence},
};

/// What the user does with a printed function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintedAction {
    /// Goes to the function in this place, from 0.
    Open(usize),
    /// Calls a line wrong, from 0.
    Pick(usize),
    Hint,
    /// Gives the answer.
    Show,
    /// PrintedRuns it beside the right one.
    Run,
    /// Shows its tree on the tree page, searched by alpha-beta.
    OpenTree,
}

/// The printed function at hand.
#[derive(Clone, Debug, Default)]
pub struct PrintedPage {
    at: usize,
    /// The line that was called wrong last.
    picked: Option<usize>,
    hinted: bool,
    solved: bool,
    runs: Option<PrintedRuns>,
}

/// Both functions' runs on the tree that tells them apart.
#[derive(Clone, Debug)]
pub struct PrintedRuns {
    pub tree: TextTree,
    pub printed: FunctionRun,
    pub right: FunctionRun,
    /// `None` where only the move is wrong, not the value of any node.
    pub wrong: Option<Divergence>,
}

impl PrintedPage {
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn trap(&self) -> &'static PrintedFunction {
        &PRINTED_FUNCTIONS[self.at]
    }

    /// What settings remember a slip by.
    pub fn id_of(at: usize) -> String {
        format!("printed-{at}")
    }

    pub fn picked(&self) -> Option<usize> {
        self.picked
    }

    pub fn is_hinted(&self) -> bool {
        self.hinted
    }

    /// Whether the slip is known, found or shown.
    pub fn is_solved(&self) -> bool {
        self.solved
    }

    pub fn runs(&self) -> Option<&PrintedRuns> {
        self.runs.as_ref()
    }

    pub fn open(&mut self, at: usize) {
        if at < PRINTED_FUNCTIONS.len() {
            *self = PrintedPage { at, ..PrintedPage::default() };
        }
    }

    /// Calls a line wrong; whether that is right, and was not known.
    pub fn pick(&mut self, line: usize) -> bool {
        if self.solved {
            return false;
        }
        self.picked = Some(line);
        self.solved = self.trap().listing.wrong_lines.contains(&line);
        self.solved
    }

    pub fn hint(&mut self) {
        self.hinted = true;
    }

    pub fn show(&mut self) {
        self.picked = self.trap().listing.wrong_lines.first().copied();
        self.solved = true;
    }

    /// PrintedRuns both functions.
    pub fn run(&mut self) {
        let trap = self.trap();
        // The trees are the program's own, and tested.
        let Ok(tree) = trap.tree() else { return };
        let (printed, right) = (trap.run_printed(&tree), trap.run_right(&tree));
        let wrong = first_divergence(&printed, &right);
        self.runs = Some(PrintedRuns { tree, printed, right, wrong });
    }
}
