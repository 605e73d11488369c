//! A box in which the user types a path, for desktops without file dialogs.

use egui::{Button, Key, TextEdit, Ui, vec2};

use crate::app::{
    session::{ChosenFile, FileChoice, FileQuery, PathPurpose},
    ui::theme::{self, CONTROL_HEIGHT, SPACE_M, SPACE_S, muted},
    ui::widgets::{dialog_ui, primary_button},
};

/// The box and the text in it.
#[derive(Default)]
pub struct PathBox {
    open: Option<OpenBox>,
}

struct OpenBox {
    /// Its suggestion differs from the text if it is not UTF-8.
    query: FileQuery,
    text: String,
}

impl PathBox {
    /// Opens the box with the suggested path.
    pub fn open(&mut self, query: FileQuery) {
        let text = query.suggestion.display().to_string();
        self.open = Some(OpenBox { query, text });
    }

    /// True while the user types a path.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Shows the box while it is open, and returns its answer.
    pub fn path_box_ui(&mut self, ui: &mut Ui) -> Option<FileChoice> {
        let OpenBox { query, text } = self.open.as_mut()?;
        let form = query.form;
        let what = match form.purpose {
            PathPurpose::OpenFolder => "Type the folder's path.",
            PathPurpose::OpenFile | PathPurpose::SaveFile => "Type the file's path.",
        };
        let (mut chosen, mut cancelled) = (false, false);
        let closed = dialog_ui(ui, "path box", theme::DIALOG_WIDTH, |ui| {
            ui.label(theme::heading(form.title));
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
                let word = form.title.split(' ').next().unwrap_or_default();
                let button = primary_button(ui, word).min_size(size);
                chosen |= ui.add(button).clicked();
                cancelled |= ui.add(Button::new("Cancel").min_size(size)).clicked();
            });
        });
        if chosen && !text.trim().is_empty() {
            let OpenBox { query, text } = self.open.take()?;
            let is_suggested = text == query.suggestion.display().to_string();
            let path = if is_suggested { query.suggestion.clone() } else { text.trim().into() };
            return Some(FileChoice::Chosen(ChosenFile { query, path, confirmed: false }));
        }
        if cancelled || closed {
            self.open = None;
            return Some(FileChoice::Cancelled);
        }
        None
    }
}
