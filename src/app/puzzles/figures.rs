//! The user's figures at the puzzles of a board: on the page of puzzles and on the card of Train.

use super::PuzzlesPage;
use crate::app::session::Session;
use minnow_rules::{Position, Variant, builtin_variants};
use minnow_study::puzzles::{PuzzleRating, best_run, shipped};

/// The figures of a board.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct PuzzleFigures {
    /// The puzzles of the page's choice that are to be repeated today.
    pub due: usize,
    /// Those that were never tried.
    pub fresh: usize,
    /// The puzzles of the board that were solved without help.
    pub solved: usize,
    /// `None` until enough puzzles were tried.
    pub rating: Option<PuzzleRating>,
    /// Calendar days with a try at a puzzle of any board, up to today or yesterday.
    pub days_in_row: u32,
    /// The most puzzles solved in a timed run.
    pub best_run: Option<u32>,
}

impl PuzzleFigures {
    /// True before the first try.
    pub(super) fn is_empty(&self) -> bool {
        self.due + self.solved == 0 && self.days_in_row == 0 && self.best_run.is_none()
    }
}

impl PuzzlesPage {
    /// The figures of the board; `None` if it has no puzzles. They are counted anew only if something
    /// has changed.
    pub(in crate::app) fn figures(&mut self, session: &Session) -> Option<PuzzleFigures> {
        let choice = self.choice;
        let stock = self.stock(session);
        let counts = stock.counts(choice);
        stock.has_some().then(|| PuzzleFigures {
            due: counts.due,
            fresh: counts.new,
            solved: stock.solved,
            rating: stock.standing.rating(),
            days_in_row: stock.days.days,
            best_run: best_run(&session.lists.puzzle_runs, &session.train_variant().id),
        })
    }

    /// The position of the puzzle that comes next.
    pub(in crate::app) fn next_position(&mut self, session: &Session) -> Option<Position> {
        self.next(session, None).map(|stocked| stocked.puzzle.start)
    }
}

/// The boards that come with puzzles.
pub(in crate::app) fn boards_with_puzzles() -> Vec<&'static Variant> {
    builtin_variants().iter().filter(|variant| !shipped(variant).is_empty()).collect()
}
