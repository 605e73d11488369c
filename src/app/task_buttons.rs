//! The buttons in the head of the card of each task.

use egui::{Ui, vec2};
use egui_material_icons::icons;

use super::{
    context::Cx,
    request::Request,
    ui::{theme::SPACE_XS, widgets::icon_button_ui},
};

/// Draws, from the right, the button that leaves the task, and the one that opens its position in Analyse
/// if the task has it.
pub(super) fn task_buttons_ui(ui: &mut Ui, leave: &str, can_analyse: bool, cx: &mut Cx<'_>) {
    ui.spacing_mut().button_padding = vec2(SPACE_XS, 0.0);
    if icon_button_ui(ui, icons::ICON_CLOSE.codepoint, leave, true).clicked() {
        cx.ask(Request::LeaveTask);
    }
    let analyse = icons::ICON_QUERY_STATS.codepoint;
    if can_analyse && icon_button_ui(ui, analyse, "Analyse this position", true).clicked() {
        cx.ask(Request::AnalyseTask);
    }
}
