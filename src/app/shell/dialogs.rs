//! Questions over the window.

use crate::app::request::Request;
use egui::{Button, Popup, RichText, Ui, vec2};

use crate::app::{
    screen::AppState,
    session::Question,
    ui::focus::default_focus,
    ui::theme::{self, CONTROL_HEIGHT, SPACE_M, SPACE_S, Theme},
    ui::widgets::{dialog_ui, primary_button},
};

/// Holds what is drawn below an open question: it looks the same and is disabled. egui keeps the mouse
/// from it by itself, but neither the clicks of a screen reader nor popups.
pub(in crate::app) fn hold_below_question(ui: &mut Ui, question: Option<&Question>) {
    if question.is_none() {
        return;
    }
    Popup::close_all(ui.ctx());
    let alpha = ui.visuals().disabled_alpha;
    ui.visuals_mut().disabled_alpha = 1.0;
    ui.disable();
    ui.visuals_mut().disabled_alpha = alpha;
}

/// Shows the open question, if any.
pub(crate) fn question_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Request>) {
    let Some(question) = &state.question else { return };
    let closed = dialog_ui(ui, "question", theme::DIALOG_WIDTH, |ui| {
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
    if closed {
        out.push(Request::DismissQuestion);
    }
}
