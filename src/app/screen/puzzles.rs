//! Puzzles: puts one on the board, goes to the next, and leaves them.

use std::ops::ControlFlow;

use super::{AppState, BoardTask, Screen};
use crate::app::{
    puzzles::{PuzzleSolving, StockedPuzzle},
    request::PuzzlesAction,
    session::{Mode, NewGame},
};

impl AppState {
    /// Puts the next puzzle of the choice on the board. The caller has asked about changes that
    /// belong into a file.
    pub(super) fn start_puzzle(&mut self) {
        let flipped = self.session.flipped;
        self.next_puzzle(None, flipped);
    }

    fn next_puzzle(&mut self, last: Option<&StockedPuzzle>, flipped_before: bool) {
        let last = last.map(|stocked| stocked.id.as_str());
        let Some(stocked) = self.pages.puzzles.next(&self.session, last) else {
            self.session.flipped = flipped_before;
            self.session.info("No puzzle of this choice is due today.");
            return;
        };
        let (solving, game) = PuzzleSolving::new(stocked, flipped_before);
        self.begin(NewGame { mode: Some(Mode::Analyse), ..game });
        solving.show(&mut self.session);
        self.overlay = None;
        self.screen = Screen::Task(BoardTask::Puzzle(Box::new(solving)));
    }

    pub(super) fn update_puzzles(&mut self, action: PuzzlesAction, now_ms: u64) {
        let Screen::Task(BoardTask::Puzzle(solving)) = &mut self.screen else { return };
        if solving.update(&mut self.session, action, now_ms) == ControlFlow::Continue(()) {
            return;
        }
        let (stocked, flipped) = (solving.stocked().clone(), solving.flipped_before());
        self.screen = Screen::Analyse;
        match action {
            PuzzlesAction::Next => self.next_puzzle(Some(&stocked), flipped),
            _ => self.session.flipped = flipped,
        }
    }
}
