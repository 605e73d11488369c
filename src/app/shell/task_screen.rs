//! The screen of a task: the board, and one card in place of lines, moves and review.

use crate::app::request::Request;
use egui::Ui;

use super::MinnowApp;
use crate::app::{
    game_board::typed_ui,
    puzzles::{enter_key_ui, puzzle_ui},
    screen::BoardTask,
    session::Out,
    shell::task_panel::{task_board_ui, task_card_ui},
    trainer::trainer_ui,
    ui::breakpoints::Arrangement,
};

impl MinnowApp {
    pub(in crate::app) fn task_window_ui(
        &mut self,
        ui: &mut Ui,
        arrangement: Arrangement,
        out: &mut Vec<Request>,
    ) {
        self.task_enter(ui, out);
        task_card_ui(ui, "task", arrangement, |ui, _| self.task_card_inside_ui(ui, out));
        task_board_ui(ui, |ui| {
            let place = ui.available_rect_before_wrap();
            self.the_board_ui(ui, out);
            if !self.state.session.typed.is_empty() {
                typed_ui(ui, &self.state.session.typed, place);
            }
        });
    }

    fn task_card_inside_ui(&self, ui: &mut Ui, out: &mut Vec<Request>) {
        match self.state.board_task() {
            Some(BoardTask::Train(trainer)) => {
                let mut events = Out::default();
                trainer_ui(ui, trainer, &self.state.session, &mut events);
                out.extend(events.into_actions(Request::Trainer));
            }
            Some(BoardTask::Puzzle(solving)) => {
                let mut events = Out::default();
                puzzle_ui(ui, solving, &mut events);
                out.extend(events.into_actions(Request::Puzzles));
            }
            None => {}
        }
    }

    /// True if the board may take Enter: no page covers it, and no button has the focus.
    pub(super) fn may_take_enter(&self, ui: &Ui) -> bool {
        let free = self.board.has_focus() || ui.memory(|memory| memory.focused().is_none());
        free && !self.is_covered()
    }

    /// Enter goes on from a finished puzzle.
    fn task_enter(&self, ui: &Ui, out: &mut Vec<Request>) {
        let Some(solving) = self.state.puzzle() else { return };
        if self.may_take_enter(ui) {
            let mut events = Out::default();
            enter_key_ui(ui, solving, &mut events);
            out.extend(events.into_actions(Request::Puzzles));
        }
    }
}
