//! The screen of the ending trainer: the board, and one card in place of lines, moves and review.

use egui::Ui;

use super::MinnowApp;
use crate::app::{
    action::Action,
    game_board::typed_ui,
    session::Out,
    shell::task_panel::{task_board_ui, task_card_ui},
    trainer::trainer_ui,
    ui::breakpoints::Arrangement,
};

impl MinnowApp {
    pub(in crate::app) fn trainer_window_ui(
        &mut self,
        ui: &mut Ui,
        arrangement: Arrangement,
        out: &mut Vec<Action>,
    ) {
        task_card_ui(ui, "trainer", arrangement, |ui, _| {
            if let Some(trainer) = self.state.trainer() {
                let mut events = Out::default();
                trainer_ui(ui, trainer, &self.state.session, &mut events);
                out.extend(events.into_actions(Action::Trainer));
            }
        });
        task_board_ui(ui, |ui| {
            let place = ui.available_rect_before_wrap();
            self.the_board_ui(ui, out);
            if !self.state.session.typed.is_empty() {
                typed_ui(ui, &self.state.session.typed, place);
            }
        });
    }
}
