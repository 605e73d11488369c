//! Short lessons with a question each.

use egui::Ui;

use crate::app::{action::Action, state::AppState, theme};

/// Draws the page into its card's inside.
pub fn lessons_ui(ui: &mut Ui, _state: &AppState, _out: &mut Vec<Action>) {
    ui.label(theme::muted(ui, "Lessons"));
}

/// Draws what belongs beside the page, below the board.
pub fn lessons_side_ui(ui: &mut Ui, _state: &AppState, _out: &mut Vec<Action>) {
    ui.label(theme::muted(ui, "Lessons"));
}
