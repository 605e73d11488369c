//! A box in which the user types a path: from the menu, or where the desktop has no file dialogs.

use std::path::{Path, PathBuf};

use egui::{Button, Key, Label, RichText, TextEdit, Ui, vec2};

use percent_encoding::percent_decode_str;

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

/// A button or key of the box that the user presses.
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
                let path = if is_suggested { query.suggestion.clone() } else { typed_path(text) };
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

/// The path that the user means. Paths copied from shells and file managers have quotes, `~` or
/// `file://`.
fn typed_path(text: &str) -> PathBuf {
    let as_typed = PathBuf::from(text.trim());
    if system::exists(&as_typed) {
        return as_typed;
    }
    let home = directories::BaseDirs::new().map(|folders| folders.home_dir().to_owned());
    meant_path(text, home.as_deref())
}

fn meant_path(text: &str, home: Option<&Path>) -> PathBuf {
    let text = text.trim();
    let unquoted = ['"', '\'']
        .into_iter()
        .find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote))
        .unwrap_or(text);
    let address =
        unquoted.split_at_checked(7).filter(|(form, _)| form.eq_ignore_ascii_case("file://"));
    if let Some((_, address)) = address {
        let path = address.strip_prefix("localhost").unwrap_or(address);
        let path = percent_decode_str(path).decode_utf8_lossy();
        // `/C:/Games` on Windows.
        let drive = path.strip_prefix('/').filter(|path| path.get(1..2) == Some(":"));
        return PathBuf::from(drive.unwrap_or(&path));
    }
    match (home, unquoted.strip_prefix('~')) {
        (Some(home), Some("")) => home.to_owned(),
        (Some(home), Some(below)) if below.starts_with(std::path::is_separator) => {
            home.join(below.trim_start_matches(std::path::is_separator))
        }
        _ => PathBuf::from(unquoted),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copied_path_is_understood() {
        let home = Path::new("/home/ada");
        for (text, path) in [
            ("/games/a b.pgn", "/games/a b.pgn"),
            ("  \"/games/a b.pgn\" ", "/games/a b.pgn"),
            ("'/games/it''s.pgn'", "/games/it''s.pgn"),
            ("file:///games/a%20b%C3%BC.pgn", "/games/a b\u{fc}.pgn"),
            ("FILE://localhost/games/a.pgn", "/games/a.pgn"),
            ("file:///C:/Games/a.pgn", "C:/Games/a.pgn"),
            ("~/a.pgn", "/home/ada/a.pgn"),
            ("~", "/home/ada"),
            ("~bob/a.pgn", "~bob/a.pgn"),
            ("\"", "\""),
            ("a%20b.pgn", "a%20b.pgn"),
        ] {
            assert_eq!(meant_path(text, Some(home)), Path::new(path), "{text}");
        }
        assert_eq!(meant_path("~/a.pgn", None), Path::new("~/a.pgn"));
    }
}
