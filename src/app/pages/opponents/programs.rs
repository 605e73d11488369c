//! The section of other people's programs: their list, and what the user does with one of them. The form
//! of a program is in `program_form.rs`. Changes are carried out in the tick.

use egui::{Align, Button, Frame, Label, Layout, Margin, Role, Stroke, Ui, WidgetInfo, vec2};
use egui_material_icons::icons;

use super::program_form::{FormEnd, ProgramForm};
use crate::app::{
    context::{Cx, change_settings},
    request::Request,
    session::{ChosenFile, MAX_PROGRAMS, Session, settings::Settings},
    ui::theme::{self, CONTROL_HEIGHT, RADIUS_CONTROL, SPACE_S, SPACE_XS, Theme},
    ui::widgets::{icon_button_ui, note_ui, primary_button_if, section_heading_ui},
};
use minnow_external::{ProgramEntry, Protocol};

/// The height of a row with icons and a button, in points. A lower row would grow below its middle, on
/// which its content stands.
const BUTTONS_HEIGHT: f32 = 38.0;

/// The section.
#[derive(Debug, Default)]
pub(super) struct ProgramsSection {
    form: Option<ProgramForm>,
    /// The program that was removed last.
    removed: Option<ProgramEntry>,
    change: Option<ProgramChange>,
    /// The name of the program that was kept last, until its row has come into view.
    kept: Option<String>,
}

/// The change of the list that the next tick makes.
#[derive(Debug)]
enum ProgramChange {
    /// Keeps an entry, in place of the one with this name if there is one.
    Keep {
        entry: ProgramEntry,
        old_name: Option<String>,
    },
    Remove(ProgramEntry),
    Restore(ProgramEntry),
}

impl ProgramsSection {
    /// Draws the section.
    pub(super) fn section_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.add_space(SPACE_S);
        section_heading_ui(ui, "Programs");
        note_ui(
            ui,
            "Engines and bots of others. A program starts when you test it, play against it, ask for its \
             analysis or opinion, or start a tournament in which it plays, and never otherwise.",
        );
        let programs = cx.session.lists.programs();
        // The program of the form may be removed in another window.
        let place =
            self.form.as_ref().map(|form| programs.iter().position(|one| form.is_of(&one.name)));
        for (index, entry) in programs.iter().enumerate() {
            if place == Some(Some(index)) {
                self.form_ui(ui, cx);
            } else {
                self.row_ui(ui, entry, cx);
            }
        }
        if let Some(entry) = self.removed.take() {
            self.removed_ui(ui, entry, cx);
        }
        match place {
            None => self.add_ui(ui, programs.len() < MAX_PROGRAMS),
            Some(None) => self.form_ui(ui, cx),
            Some(Some(_)) => {}
        }
    }

    fn add_ui(&mut self, ui: &mut Ui, has_room: bool) {
        if ui.add_enabled(has_room, Button::new("Add a program")).clicked() {
            self.form = Some(ProgramForm::default());
        }
        if !has_room {
            let text = format!("Minnow keeps {MAX_PROGRAMS} programs. Remove one to add another.");
            note_ui(ui, text);
        }
    }

    fn form_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let Some(form) = &mut self.form else { return };
        let end = framed_ui(ui, false, |ui| form.form_ui(ui, cx));
        match end {
            Some(FormEnd::Keep(entry)) => {
                let old_name = form.old_name();
                self.kept = Some(entry.name.clone());
                self.change = Some(ProgramChange::Keep { entry, old_name });
                self.form = None;
                cx.ask(Request::Wake);
            }
            Some(FormEnd::Cancel) => self.form = None,
            None => {}
        }
    }

    /// A program with its command and its buttons.
    fn row_ui(&mut self, ui: &mut Ui, entry: &ProgramEntry, cx: &mut Cx<'_>) {
        let is_current = cx.session.settings.program_name() == Some(entry.name.as_str());
        let name = &entry.name;
        framed_ui(ui, is_current, |ui| {
            let size = vec2(ui.available_width(), BUTTONS_HEIGHT);
            ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
                let play = primary_button_if(ui, "Play", is_current);
                let play = ui.add(play);
                play.widget_info(|| {
                    WidgetInfo::labeled(Role::Button, true, format!("Play {name}"))
                });
                if play.clicked() {
                    cx.ask(Request::Cancel);
                    cx.ask(Request::Begin(Box::new(cx.session.game_against_program(name))));
                }
                let edit = format!("Change {name}");
                if icon_button_ui(ui, icons::ICON_EDIT.codepoint, &edit, true).clicked() {
                    self.form = Some(ProgramForm::of(entry));
                }
                let remove = format!("Remove {name}");
                if icon_button_ui(ui, icons::ICON_DELETE.codepoint, &remove, true).clicked() {
                    self.change = Some(ProgramChange::Remove(entry.clone()));
                    cx.ask(Request::Wake);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(theme::bold(name)).truncate());
                });
            });
            let protocol = match entry.protocol {
                Protocol::Uci => "UCI",
                Protocol::Text => "text protocol",
            };
            let about = format!("{protocol}: {}", entry.command_line());
            ui.add(Label::new(theme::muted(ui, about).small()).truncate());
            // The page is shorter without the form, so the row may be out of sight.
            if self.kept.take_if(|kept| *kept == *name).is_some() {
                ui.scroll_to_rect(ui.min_rect(), Some(Align::Center));
            }
        });
    }

    /// The program that was removed last, which can come back.
    fn removed_ui(&mut self, ui: &mut Ui, entry: ProgramEntry, cx: &mut Cx<'_>) {
        let is_undone = ui
            .horizontal(|ui| {
                ui.label(format!("{} is removed.", entry.name));
                ui.add(Button::new("Undo").min_size(vec2(0.0, CONTROL_HEIGHT))).clicked()
            })
            .inner;
        if is_undone {
            self.change = Some(ProgramChange::Restore(entry));
            cx.ask(Request::Wake);
        } else {
            self.removed = Some(entry);
        }
    }

    /// Carries out the change that the user has asked for, and follows the test of the form.
    pub(super) fn tick(&mut self, session: &mut Session) {
        match self.change.take() {
            Some(ProgramChange::Keep { entry, old_name }) => {
                if let Some(old) = old_name.filter(|old| *old != entry.name) {
                    session.remove_program(&old);
                    let is_chosen = session.settings.program.as_ref() == Some(&old);
                    let name = entry.name.clone();
                    let choose = |changed: &mut Settings| changed.program = Some(name);
                    if is_chosen {
                        change_settings(&mut session.requests, &session.settings, choose);
                    }
                }
                session.keep_program(entry);
            }
            Some(ProgramChange::Remove(entry)) => {
                session.remove_program(&entry.name);
                self.removed = Some(entry);
            }
            Some(ProgramChange::Restore(entry)) => session.keep_program(entry),
            None => {}
        }
        if let Some(form) = &mut self.form {
            form.tick(session);
        }
    }

    pub(super) fn is_testing(&self) -> bool {
        self.form.as_ref().is_some_and(ProgramForm::is_testing)
    }

    /// Takes the file or folder for which the form has asked.
    pub(super) fn chosen(&mut self, file: &ChosenFile) {
        if let Some(form) = &mut self.form {
            form.chosen(file);
        }
    }

    /// The section once the page is closed: a form that is not finished stays.
    pub(super) fn left(self) -> ProgramsSection {
        ProgramsSection { removed: None, kept: None, ..self }
    }
}

/// The frame of a program or an offer; that of the opponent of the settings is stronger.
pub(super) fn framed_ui<R>(ui: &mut Ui, is_current: bool, content: impl FnOnce(&mut Ui) -> R) -> R {
    let theme = Theme::of(ui);
    let stroke =
        if is_current { Stroke::new(2.0, theme.accent) } else { Stroke::new(1.0, theme.line) };
    let frame = Frame::new().fill(theme.background).stroke(stroke).corner_radius(RADIUS_CONTROL);
    let shown = frame.inner_margin(Margin::same(SPACE_S as i8)).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = SPACE_XS;
        ui.take_available_width();
        content(ui)
    });
    shown.inner
}
