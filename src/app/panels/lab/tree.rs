//! The recorded search as a tree.

use egui::Ui;

use crate::app::{action::Action, state::AppState, theme};

/// Draws the page into its card's inside.
pub fn tree_ui(ui: &mut Ui, _state: &AppState, _out: &mut Vec<Action>) {
    ui.label(theme::muted(ui, "The search tree"));
}

/// Draws what belongs beside the page, below the board.
pub fn tree_side_ui(ui: &mut Ui, _state: &AppState, _out: &mut Vec<Action>) {
    ui.label(theme::muted(ui, "The search tree"));
}
