//! The arrangement of a task, as in Learn and the trainer: one card beside or below the board.

use egui::{Frame, Panel, Ui};

use super::panes::side;
use crate::app::{
    ui::breakpoints::{Arrangement, below_height, beside_width, is_low, lines_width},
    ui::theme::{SPACE_M, SPACE_S, SPACE_XS, Theme},
};

/// Draws the panel with the card of a task. `inside` gets true if the panel is small.
pub(super) fn task_card_ui(
    ui: &mut Ui,
    id: &'static str,
    arrangement: Arrangement,
    inside: impl FnOnce(&mut Ui, bool),
) {
    let size = ui.ctx().content_rect().size();
    let small = !matches!(arrangement, Arrangement::Wide | Arrangement::Drawer);
    let panel = match arrangement {
        Arrangement::Wide | Arrangement::Drawer => side(Panel::right(id), lines_width(size)),
        Arrangement::TabsBeside => side(Panel::right(id), beside_width(size)),
        Arrangement::TabsBelow => side(Panel::bottom(id), below_height(size, 0.36)),
    };
    panel.show(ui, |ui| {
        let card = Theme::of(ui).card();
        let card = if small { card.inner_margin(SPACE_S as i8) } else { card };
        card.show(ui, |ui| {
            ui.take_available_width();
            if small {
                ui.take_available_space();
            }
            inside(ui, small);
        });
    });
}

/// Draws the board of a task in the room that the card leaves.
pub(super) fn task_board_ui(ui: &mut Ui, inside: impl FnOnce(&mut Ui)) {
    let margin = if is_low(ui.ctx().content_rect().size()) { SPACE_XS } else { SPACE_M };
    let frame = Frame::new().fill(Theme::of(ui).background).inner_margin(margin as i8);
    egui::CentralPanel::no_frame().frame(frame).show(ui, inside);
}
