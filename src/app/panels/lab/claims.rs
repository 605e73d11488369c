//! Sentences of the texts beside what is measured here.

use egui::Ui;

use crate::app::{action::Action, state::AppState, theme};

/// Draws the page into its card's inside.
pub fn claims_ui(ui: &mut Ui, _state: &AppState, _out: &mut Vec<Action>) {
    ui.label(theme::muted(ui, "Claims of the texts"));
}

/// Draws what belongs beside the page, below the board.
pub fn claims_side_ui(ui: &mut Ui, _state: &AppState, _out: &mut Vec<Action>) {
    ui.label(theme::muted(ui, "Claims of the texts"));
}
