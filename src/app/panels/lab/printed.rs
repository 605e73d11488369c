//! The functions of the texts as they stand in print, beside the right ones.

use egui::Ui;

use crate::app::{action::Action, state::AppState, theme};

/// Draws the page into its card's inside.
pub fn printed_ui(ui: &mut Ui, _state: &AppState, _out: &mut Vec<Action>) {
    ui.label(theme::muted(ui, "The functions of the texts"));
}

/// Draws what belongs beside the page, below the board.
pub fn printed_side_ui(ui: &mut Ui, _state: &AppState, _out: &mut Vec<Action>) {
    ui.label(theme::muted(ui, "The functions of the texts"));
}
