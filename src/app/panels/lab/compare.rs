//! Techniques side by side on one position.

use egui::Ui;

use crate::app::{action::Action, state::AppState, theme};

/// Draws the page into its card's inside.
pub fn compare_ui(ui: &mut Ui, _state: &AppState, _out: &mut Vec<Action>) {
    ui.label(theme::muted(ui, "Techniques side by side"));
}

/// Draws what belongs beside the page, below the board.
pub fn compare_side_ui(ui: &mut Ui, _state: &AppState, _out: &mut Vec<Action>) {
    ui.label(theme::muted(ui, "Techniques side by side"));
}
