//! Questions over the window.

use crate::app::request::Request;
use egui::{Button, Id, Modal, RichText, Ui, vec2};

use crate::app::{
    screen::AppState,
    ui::focus::default_focus,
    ui::theme::{self, CONTROL_HEIGHT, SPACE_M, SPACE_S, Theme},
    ui::widgets::primary_button,
};

/// Shows the open question, if any.
pub(crate) fn question_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Request>) {
    let Some(question) = &state.question else { return };
    let modal = Modal::new(Id::unique("question")).frame(Theme::of(ui).overlay()).show(ui, |ui| {
        ui.set_width(theme::DIALOG_WIDTH.min(ui.ctx().content_rect().width() - 64.0));
        ui.label(theme::heading(&question.title));
        ui.add_space(SPACE_S);
        ui.label(RichText::new(&question.text).color(Theme::of(ui).muted));
        ui.add_space(SPACE_M);
        ui.horizontal_wrapped(|ui| {
            // Four answers fit into one row only without a minimum width.
            let least = if question.choices.len() > 3 { 0.0 } else { 88.0 };
            for (index, choice) in question.choices.iter().enumerate() {
                let label = choice.label;
                let button =
                    if index == 0 { primary_button(ui, label) } else { Button::new(label) };
                let response = ui.add(button.min_size(vec2(least, CONTROL_HEIGHT)));
                if index == 0 {
                    default_focus(&response);
                }
                if response.clicked() {
                    out.push(Request::Answer(index));
                }
            }
        });
    });
    if modal.should_close() {
        out.push(Request::DismissQuestion);
    }
}
