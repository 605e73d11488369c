//! A box in which the user types a path: from the menu, or where the desktop has no file dialogs.

use std::path::Path;

use egui::{Button, Key, Label, RichText, TextEdit, Ui, vec2};

use crate::app::{
    session::{ChosenFile, FileChoice, FileQuery, PathPurpose},
    ui::focus::default_focus,
    ui::theme::{self, CONTROL_HEIGHT, SPACE_M, SPACE_S, Theme, muted},
    ui::widgets::{dialog_ui, primary_button},
};
use minnow_base::files::system;

/// The box and the text in it.
#[derive(Default)]
pub struct PathBox {
    open: Option<OpenBox>,
}

struct OpenBox {
    /// Its suggestion differs from the text if it is not UTF-8.
    query: FileQuery,
    text: String,
    /// True unless the box stands in place of a file dialog.
    has_dialogs: bool,
    /// Why the path that was entered last cannot be taken.
    problem: Option<String>,
}

/// What the user presses in the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pressed {
    Enter,
    Browse,
    Cancel,
}

impl PathBox {
    /// Opens the box with the suggested path. `has_dialogs` is false if it stands in place of a file dialog,
    /// which could not be shown.
    pub fn open(&mut self, query: FileQuery, has_dialogs: bool) {
        let text = query.suggestion.display().to_string();
        self.open = Some(OpenBox { query, text, has_dialogs, problem: None });
    }

    /// True while the user types a path.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Shows the box while it is open, and returns its answer.
    pub fn path_box_ui(&mut self, ui: &mut Ui) -> Option<FileChoice> {
        let open = self.open.as_mut()?;
        let mut pressed = None;
        let closed = dialog_ui(ui, "path box", theme::DIALOG_WIDTH, |ui| {
            pressed = open.content_ui(ui);
        });
        match pressed.or(closed.then_some(Pressed::Cancel))? {
            Pressed::Enter => {
                let OpenBox { query, text, problem, .. } = open;
                if text.trim().is_empty() {
                    return None;
                }
                let is_suggested = *text == query.suggestion.display().to_string();
                let path = if is_suggested { query.suggestion.clone() } else { text.trim().into() };
                *problem = path_problem(query.form.purpose, &path);
                if problem.is_some() {
                    // The next frame shows it.
                    ui.ctx().request_repaint();
                    return None;
                }
                let query = self.open.take()?.query;
                Some(FileChoice::Chosen(ChosenFile { query, path, confirmed: false }))
            }
            Pressed::Browse => Some(FileChoice::Browse(self.open.take()?.query)),
            Pressed::Cancel => {
                self.open = None;
                ui.ctx().request_repaint();
                None
            }
        }
    }
}

impl OpenBox {
    fn content_ui(&mut self, ui: &mut Ui) -> Option<Pressed> {
        let form = self.query.form;
        ui.label(theme::heading(form.title));
        let what = match form.purpose {
            PathPurpose::OpenFolder => "Type the folder's path",
            PathPurpose::OpenFile | PathPurpose::SaveFile => "Type the file's path",
        };
        let why = if self.has_dialogs { "." } else { ": no file dialog can be shown here." };
        ui.add(Label::new(muted(ui.ctx(), format!("{what}{why}"))).wrap());
        ui.add_space(SPACE_S);
        let mut pressed = None;
        let field = ui.add(TextEdit::singleline(&mut self.text).desired_width(f32::INFINITY));
        field.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Path of the file")
        });
        if !field.lost_focus() {
            default_focus(&field);
        } else if ui.input(|input| input.key_pressed(Key::Enter)) {
            pressed = Some(Pressed::Enter);
        }
        if let Some(problem) = &self.problem {
            let text = RichText::new(problem).small().color(Theme::of(ui).bad);
            ui.add(Label::new(text).wrap());
        }
        ui.add_space(SPACE_M);
        ui.horizontal(|ui| {
            let size = vec2(88.0, CONTROL_HEIGHT);
            let word = form.title.split(' ').next().unwrap_or_default();
            let button = primary_button(ui, word).min_size(size);
            if ui.add(button).clicked() {
                pressed = Some(Pressed::Enter);
            }
            let browse = Button::new("Browse\u{2026}").min_size(size);
            if self.has_dialogs && ui.add(browse).clicked() {
                pressed = Some(Pressed::Browse);
            }
            if ui.add(Button::new("Cancel").min_size(size)).clicked() {
                pressed = Some(Pressed::Cancel);
            }
        });
        pressed
    }
}

/// Why a path cannot be what is wanted, as a sentence.
fn path_problem(purpose: PathPurpose, path: &Path) -> Option<String> {
    let shown = path.display();
    match purpose {
        PathPurpose::OpenFile if system::is_dir(path) => Some(format!("{shown} is a folder.")),
        PathPurpose::OpenFile => {
            (!system::exists(path)).then(|| format!("There is no file {shown}."))
        }
        PathPurpose::OpenFolder => {
            (!system::is_dir(path)).then(|| format!("There is no folder {shown}."))
        }
        PathPurpose::SaveFile => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty())?;
            (!system::is_dir(folder)).then(|| format!("There is no folder {}.", folder.display()))
        }
    }
}
