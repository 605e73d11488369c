//! The form for names, date and tags as a dialog, and as a page for the game on the board.

use egui::{
    Button, Grid, Key, Modifiers, Response, RichText, ScrollArea, TextEdit, Ui, WidgetInfo, vec2,
};
use egui_material_icons::icons;

use super::{HeaderFields, HeaderForm, TagField, view::ROW_HEIGHT};
use crate::app::{
    context::Cx,
    pages::{Page, PageSubject},
    registry::{MenuGroup, Opener, OpenerKeys},
    request::Request,
    session::Session,
    ui::{
        focus::default_focus,
        theme::{self, CONTROL_HEIGHT, SPACE_M, SPACE_S, Theme},
        widgets::{dialog_ui, icon_button_ui, primary_button_if},
    },
};
use minnow_game::limits::{MAX_NAME_CHARS, MAX_TAG_CHARS, MAX_TAG_NAME_CHARS, MAX_TAGS};

// Sizes in points.
const FORM_WIDTH: f32 = 440.0;
/// The height of everything around the fields.
const AROUND_FORM: f32 = 190.0;
/// The share of a tag's row that its name takes.
const TAG_NAME_SHARE: f32 = 0.35;

/// The names and tags of the game on the board.
#[derive(Debug, Default)]
pub struct NamesPage {
    form: HeaderForm,
    /// The number of that game.
    game_number: u64,
}

impl NamesPage {
    pub(in crate::app) const OPENER: Option<Opener> = Some(Opener {
        group: MenuGroup::Share,
        text: "Names and tags\u{2026}",
        keys: Some(OpenerKeys::new(Modifiers::COMMAND, Key::I, "Names, date and tags of the game")),
    });
}

impl Page for NamesPage {
    fn title(&self, _: &Session) -> String {
        "Names and tags".to_owned()
    }

    fn has_own_frame(&self) -> bool {
        true
    }

    fn open(&mut self, _: PageSubject<'_>, session: &mut Session) {
        self.form = HeaderForm::new(&session.game.header);
        self.game_number = session.game_number;
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let Some(saves) = self.form.form_ui(ui) else { return };
        if saves {
            let mut header = Box::new(cx.session.game.header.clone());
            self.form.fields.write_into(&mut header);
            cx.ask(Request::EditHeader { game_number: self.game_number, header });
        }
        cx.ask(Request::Cancel);
    }
}

impl HeaderForm {
    /// Shows the form over the window. Returns true once the user saves it, and false once the user
    /// leaves it.
    pub(super) fn form_ui(&mut self, ui: &mut Ui) -> Option<bool> {
        let mut end = None;
        let closed = dialog_ui(ui, "names and tags", FORM_WIDTH, |ui| {
            ui.label(theme::heading("Names and tags"));
            ui.add_space(SPACE_S);
            let height = (ui.ctx().content_rect().height() - AROUND_FORM).max(ROW_HEIGHT);
            ScrollArea::vertical().max_height(height).show(ui, |ui| {
                self.names_ui(ui);
                problem_ui(ui, self.fields.date_problem());
                tags_ui(ui, &mut self.fields);
            });
            ui.add_space(SPACE_M);
            ui.horizontal(|ui| {
                let size = vec2(88.0, CONTROL_HEIGHT);
                let valid = self.fields.is_valid();
                let save = primary_button_if(ui, "Save", valid).min_size(size);
                let save = ui.add_enabled(valid, save);
                default_focus(&save);
                if save.clicked() {
                    end = Some(true);
                }
                if ui.add(Button::new("Cancel").min_size(size)).clicked() {
                    end = Some(false);
                }
            });
        });
        end.or(closed.then_some(false))
    }

    fn names_ui(&mut self, ui: &mut Ui) {
        let HeaderFields { names: [white, black], date, event, site, round, .. } = &mut self.fields;
        let [unnamed_white, unnamed_black] = &self.unnamed;
        let rows: [(&str, &str, &mut String, usize); 6] = [
            ("White", unnamed_white.as_str(), white, MAX_NAME_CHARS),
            ("Black", unnamed_black.as_str(), black, MAX_NAME_CHARS),
            ("Date", "2026.11.22", date, MAX_TAG_CHARS),
            ("Event", "", event, MAX_TAG_CHARS),
            ("Site", "", site, MAX_TAG_CHARS),
            ("Round", "", round, MAX_TAG_CHARS),
        ];
        let grid = Grid::new("header fields").num_columns(2).spacing([SPACE_M, SPACE_S]);
        grid.show(ui, |ui| {
            for (label, hint, text, most_chars) in rows {
                ui.label(theme::muted(ui.ctx(), label));
                let width = ui.available_width();
                let response = field_ui(ui, label, field(text, most_chars, hint), width);
                // The first field has the keyboard focus at the beginning.
                if ui.memory(|memory| memory.focused().is_none()) {
                    response.request_focus();
                }
                ui.end_row();
            }
        });
    }
}

fn field<'a>(text: &'a mut String, most_chars: usize, hint: &str) -> TextEdit<'a> {
    TextEdit::singleline(text).char_limit(most_chars).hint_text(hint)
}

/// A text field with its name for screen readers.
fn field_ui(ui: &mut Ui, label: &str, field: TextEdit<'_>, width: f32) -> Response {
    let response = ui.add(field.desired_width(width));
    response.widget_info(|| WidgetInfo::labeled(egui::Role::TextInput, true, label));
    response
}

fn problem_ui(ui: &mut Ui, problem: Option<&str>) {
    if let Some(problem) = problem {
        ui.label(RichText::new(problem).small().color(Theme::of(ui).bad));
    }
}

/// The other tags: a name and a value each, and a button for one more.
fn tags_ui(ui: &mut Ui, fields: &mut HeaderFields) {
    ui.add_space(SPACE_S);
    ui.label(theme::caption(ui.ctx(), "Other tags"));
    let mut removed = None;
    for index in 0..fields.tags.len() {
        let tag = &mut fields.tags[index];
        ui.horizontal(|ui| {
            let room = ui.available_width() - CONTROL_HEIGHT - SPACE_M;
            let number = index + 1;
            let name = format!("Tag {number}");
            let edit = field(&mut tag.name, MAX_TAG_NAME_CHARS, "Name");
            field_ui(ui, &name, edit, room * TAG_NAME_SHARE);
            let value = format!("Value of tag {number}");
            let edit = field(&mut tag.value, MAX_TAG_CHARS, "Value");
            field_ui(ui, &value, edit, room * (1.0 - TAG_NAME_SHARE) - SPACE_S);
            let label = format!("Remove tag {number}");
            if icon_button_ui(ui, icons::ICON_CLOSE.codepoint, &label, true).clicked() {
                removed = Some(index);
            }
        });
        problem_ui(ui, fields.tag_problem(index));
    }
    if let Some(index) = removed {
        fields.tags.remove(index);
    }
    if ui.add_enabled(fields.tags.len() < MAX_TAGS, Button::new("Add a tag")).clicked() {
        fields.tags.push(TagField::default());
    }
}
