//! The current printed function, and whether its error has been found.

use minnow_lab::{
    TextTree,
    printed::{Divergence, FunctionRun, PRINTED_FUNCTIONS, PrintedFunction, first_divergence},
};

/// An action of the user on a printed function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintedAction {
    /// Goes to a function by its index.
    Open(usize),
    /// Marks a line, from 0, as the wrong one.
    Pick(usize),
    Hint,
    /// Gives the answer.
    Show,
    /// Runs it beside the correct one.
    Run,
    /// Shows its tree on the tree page, searched by alpha-beta.
    OpenTree,
}

/// The current printed function.
#[derive(Clone, Debug, Default)]
pub struct PrintedPage {
    at: usize,
    /// The line that was marked last.
    picked: Option<usize>,
    hinted: bool,
    solved: bool,
    runs: Option<PrintedRuns>,
}

/// The runs of both functions on the tree with different results.
#[derive(Clone, Debug)]
pub struct PrintedRuns {
    pub tree: TextTree,
    pub printed: FunctionRun,
    pub right: FunctionRun,
    /// `None` if only the move is wrong, not the value of any node.
    pub wrong: Option<Divergence>,
}

impl PrintedPage {
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn trap(&self) -> &'static PrintedFunction {
        &PRINTED_FUNCTIONS[self.at]
    }

    /// The id of an error in the records.
    pub fn id_of(at: usize) -> String {
        format!("printed-{at}")
    }

    pub fn picked(&self) -> Option<usize> {
        self.picked
    }

    pub fn is_hinted(&self) -> bool {
        self.hinted
    }

    /// True once the error is known, found or shown.
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

    /// Marks a line as wrong. Returns true if it is, and the error was not known before.
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

    /// Runs both functions.
    pub fn run(&mut self) {
        let trap = self.trap();
        // A test parses all these trees.
        let Ok(tree) = trap.tree() else { return };
        let (printed, right) = (trap.run_printed(&tree), trap.run_right(&tree));
        let wrong = first_divergence(&printed, &right);
        self.runs = Some(PrintedRuns { tree, printed, right, wrong });
    }
}
