//! The dialogs over the window: questions, and the frame of the page with its title, its button to close
//! and its scrolling by keys.

use egui::{FocusDirection, Id, Key, Modifiers, Popup, RichText, ScrollArea, Ui, vec2};
use egui_material_icons::icons;

use super::MinnowApp;
use crate::app::{
    context::Cx,
    pages::{PageId, page_height},
    request::Request,
    screen::AppState,
    session::Question,
    ui::focus::{FocusScroll, default_focus},
    ui::theme::{self, CONTROL_HEIGHT, SPACE_M, SPACE_S, Theme},
    ui::widgets::{dialog_ui, icon_button_ui, primary_button_if},
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

/// The height of everything around the text of a question, and the least height of the text, in points.
const AROUND_TEXT: f32 = 220.0;
const LEAST_TEXT: f32 = 64.0;

/// Shows the open question, if any.
pub(crate) fn question_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Request>) {
    let Some(question) = &state.question else { return };
    let closed = dialog_ui(ui, "question", theme::DIALOG_WIDTH, |ui| {
        ui.label(theme::heading(&question.title));
        ui.add_space(SPACE_S);
        let room = (ui.ctx().content_rect().height() - AROUND_TEXT).max(LEAST_TEXT);
        let area = ScrollArea::vertical().id_salt("text").auto_shrink([false, true]);
        area.max_height(room).min_scrolled_height(room).show(ui, |ui| {
            scroll_by_keys(ui, true, room);
            ui.label(RichText::new(&question.text).color(Theme::of(ui).muted));
        });
        ui.add_space(SPACE_M);
        ui.horizontal_wrapped(|ui| {
            // Four answers fit into one row only without a minimum width.
            let least = if question.choices.len() > 3 { 0.0 } else { 88.0 };
            for (index, choice) in question.choices.iter().enumerate() {
                let button = primary_button_if(ui, choice.label, index == 0);
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

impl MinnowApp {
    /// Shows the open page, if any.
    pub(in crate::app) fn page_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let Some(id) = self.state.page else { return };
        let now_ms = self.now_ms();
        let AppState { pages, session, question, .. } = &mut self.state;
        let (page, session) = (pages.get_mut(id), &*session);
        if page.has_own_frame() {
            if question.is_none() {
                page.ui(ui, &mut Cx::new(session, now_ms, out));
            }
            return;
        }
        let closed = dialog_ui(ui, "page", page.width(), |ui| {
            hold_below_question(ui, question.as_ref());
            ui.horizontal(|ui| {
                ui.label(theme::title(page.title(session)));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let close = icon_button_ui(ui, icons::ICON_CLOSE.codepoint, "Close", true);
                    default_focus(&close);
                    if close.clicked() {
                        out.push(Request::Cancel);
                    }
                });
            });
            ui.add_space(SPACE_S);
            let height = page_height(ui.ctx());
            // The scroll bar stands at the page's edge.
            let is_new = is_first_frame(ui, id);
            let area = ScrollArea::vertical().id_salt(id);
            let area = area.auto_shrink([false, !page.keeps_height()]);
            let mut area = area.max_height(height).min_scrolled_height(height);
            if is_new {
                area = area.vertical_scroll_offset(0.0);
            }
            area.show_focused(ui, |ui| {
                scroll_by_keys(ui, page.has_arrow_keys(), height);
                // The margin keeps the scroll bar off the cards of a page.
                ui.set_max_width(ui.available_width() - SPACE_S);
                let mut cx = Cx::new(session, now_ms, out);
                cx.is_new = is_new;
                page.ui(ui, &mut cx);
            });
        });
        if closed {
            out.push(Request::Cancel);
        }
    }
}

/// True if the page was not shown in the last frame.
fn is_first_frame(ui: &Ui, page: PageId) -> bool {
    let (id, now) = (Id::unique("shown page"), ui.ctx().cumulative_pass_nr());
    let before = ui.data_mut(|data| data.get_temp::<(PageId, u64)>(id));
    ui.data_mut(|data| data.insert_temp(id, (page, now)));
    before.is_none_or(|(shown, pass)| shown != page || pass + 1 < now)
}

/// The page keys scroll a page, and the arrow keys too unless the page takes them.
fn scroll_by_keys(ui: &Ui, has_arrow_keys: bool, height: f32) {
    let steps = [
        (Key::ArrowUp, theme::CONTROL_HEIGHT),
        (Key::ArrowDown, -theme::CONTROL_HEIGHT),
        (Key::PageUp, height),
        (Key::PageDown, -height),
    ];
    let first = if has_arrow_keys { 2 } else { 0 };
    for (key, by) in steps.into_iter().skip(first) {
        let none = Modifiers::NONE;
        let presses = ui.input_mut(|input| input.count_and_consume_key(none, key));
        if presses > 0 {
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
            ui.scroll_with_delta(vec2(0.0, presses as f32 * by));
        }
    }
}
