//! A box in which the user types a path, for desktops without file dialogs.

use std::path::{Path, PathBuf};

use egui::{Button, Id, Key, Modal, TextEdit, Ui, vec2};

use super::dialogs::FileChoice;
use crate::app::{
    session::FileRequest,
    ui::theme::{self, CONTROL_HEIGHT, SPACE_M, SPACE_S, Theme, muted},
    ui::widgets::primary_button,
};

/// The box and the text in it.
#[derive(Default)]
pub struct PathBox {
    open: Option<OpenBox>,
}

struct OpenBox {
    request: FileRequest,
    /// The suggested path; a name that is not UTF-8 differs from its text.
    suggestion: PathBuf,
    text: String,
}

impl PathBox {
    /// Opens the box with a suggested path.
    pub fn open(&mut self, request: FileRequest, path: &Path) {
        let (suggestion, text) = (path.to_owned(), path.display().to_string());
        self.open = Some(OpenBox { request, suggestion, text });
    }

    /// True while the user types a path.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Shows the box while it is open, and returns its answer.
    pub fn path_box_ui(&mut self, ui: &mut Ui) -> Option<FileChoice> {
        let OpenBox { request, suggestion, text } = self.open.as_mut()?;
        let (title, word) = match request {
            FileRequest::Open => ("Open a game", "Open"),
            FileRequest::Save => ("Save this game", "Save"),
            FileRequest::Picture => ("Save the board as a picture", "Save"),
            FileRequest::Animation => ("Save the game as an animation", "Save"),
            FileRequest::LabPicture => ("Save for a slide: PNG, SVG; trees also DOT, TeX", "Save"),
            FileRequest::Games => ("Export games as PGN", "Export"),
            FileRequest::Exercise => ("Open exercises", "Open"),
            FileRequest::HandIn => ("Save the answers to hand in", "Save"),
            FileRequest::Lessons => ("Open a folder of lessons", "Open"),
        };
        let what = match request {
            FileRequest::Lessons => "Type the folder's path.",
            _ => "Type the file's path.",
        };
        let (mut chosen, mut cancelled) = (false, false);
        let modal =
            Modal::new(Id::unique("path box")).frame(Theme::of(ui).overlay()).show(ui, |ui| {
                ui.set_width(theme::DIALOG_WIDTH.min(ui.ctx().content_rect().width() - 64.0));
                ui.label(theme::heading(title));
                ui.label(muted(ui.ctx(), what));
                ui.add_space(SPACE_S);
                let field = ui.add(TextEdit::singleline(text).desired_width(f32::INFINITY));
                field.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Path of the file")
                });
                chosen |= field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
                if !field.has_focus() && !field.lost_focus() {
                    field.request_focus();
                }
                ui.add_space(SPACE_M);
                ui.horizontal(|ui| {
                    let size = vec2(88.0, CONTROL_HEIGHT);
                    let button = primary_button(ui, word).min_size(size);
                    chosen |= ui.add(button).clicked();
                    cancelled |= ui.add(Button::new("Cancel").min_size(size)).clicked();
                });
            });
        let choice = if chosen && !text.trim().is_empty() {
            let is_suggested = *text == suggestion.display().to_string();
            let path = if is_suggested { suggestion.clone() } else { text.trim().into() };
            FileChoice::Path { request: *request, path, confirmed: false }
        } else if cancelled || modal.should_close() {
            FileChoice::Cancelled
        } else {
            return None;
        };
        self.open = None;
        Some(choice)
    }
}
