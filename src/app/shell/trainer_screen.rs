//! The screen of the ending trainer: the board, and one card in place of lines, moves and review.

use egui::{Frame, Ui};

use super::MinnowApp;
use crate::app::{
    action::Action,
    game_board::typed_ui,
    session::Out,
    shell::panes::side,
    trainer::trainer_ui,
    ui::breakpoints::{Arrangement, below_height, beside_width, is_low, lines_width},
    ui::theme::{SPACE_M, SPACE_S, SPACE_XS, Theme},
};

impl MinnowApp {
    pub(in crate::app) fn trainer_window_ui(
        &mut self,
        ui: &mut Ui,
        arrangement: Arrangement,
        out: &mut Vec<Action>,
    ) {
        let size = ui.ctx().content_rect().size();
        let panel = match arrangement {
            Arrangement::Wide | Arrangement::Drawer => {
                side(egui::Panel::right("trainer"), lines_width(size))
            }
            Arrangement::TabsBeside => side(egui::Panel::right("trainer"), beside_width(size)),
            Arrangement::TabsBelow => {
                side(egui::Panel::bottom("trainer"), below_height(size, 0.36))
            }
        };
        let small = !matches!(arrangement, Arrangement::Wide | Arrangement::Drawer);
        panel.show(ui, |ui| {
            let card = Theme::of(ui).card();
            let card = if small { card.inner_margin(SPACE_S as i8) } else { card };
            card.show(ui, |ui| {
                ui.take_available_width();
                if small {
                    ui.take_available_space();
                }
                if let Some(trainer) = self.state.trainer() {
                    let mut events = Out::default();
                    trainer_ui(ui, trainer, &self.state.session, &mut events);
                    out.extend(events.into_actions(Action::Trainer));
                }
            });
        });
        let margin = if is_low(size) { SPACE_XS } else { SPACE_M };
        let frame = Frame::new().fill(Theme::of(ui).background).inner_margin(margin as i8);
        egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            let place = ui.available_rect_before_wrap();
            self.the_board_ui(ui, out);
            if !self.state.session.typed.is_empty() {
                typed_ui(ui, &self.state.session.typed, place);
            }
        });
    }
}
