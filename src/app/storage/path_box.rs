//! A box to type a path in, for desktops without file dialogs.

use std::path::{Path, PathBuf};

use egui::{Button, Id, Key, Modal, TextEdit, Ui, vec2};

use crate::app::{
    action::{Action, FileAction, GamesAction},
    storage::dialogs::FileRequest,
    ui::theme::{self, CONTROL_HEIGHT, SPACE_M, SPACE_S, Theme, muted},
    ui::widgets::primary_button,
};

/// The box and what has been typed into it.
#[derive(Default)]
pub struct PathBox {
    open: Option<(FileRequest, String)>,
}

impl PathBox {
    /// Opens the box with a path to start from.
    pub fn open(&mut self, request: FileRequest, path: &Path) {
        self.open = Some((request, path.display().to_string()));
    }

    /// Shows the box while it is open.
    pub fn path_box_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let Some((request, text)) = &mut self.open else { return };
        let (title, word) = match request {
            FileRequest::Open => ("Open a game", "Open"),
            FileRequest::Save => ("Save this game", "Save"),
        };
        let (mut chosen, mut cancelled) = (false, false);
        let modal =
            Modal::new(Id::unique("path box")).frame(Theme::of(ui).overlay()).show(ui, |ui| {
                ui.set_width(theme::DIALOG_WIDTH.min(ui.ctx().content_rect().width() - 64.0));
                ui.label(theme::heading(title));
                ui.label(muted(ui.ctx(), "Type the file's path."));
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
        if chosen && !text.trim().is_empty() {
            let path = PathBuf::from(text.trim());
            out.push(Action::Games(GamesAction::File(match request {
                FileRequest::Open => FileAction::OpenPath(path),
                FileRequest::Save => FileAction::SavePath { path, confirmed: false },
            })));
            self.open = None;
        } else if cancelled || modal.should_close() {
            out.push(Action::Games(GamesAction::File(FileAction::NoneChosen)));
            self.open = None;
        }
    }
}
