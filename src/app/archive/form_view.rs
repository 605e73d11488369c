//! The form for names, date and tags, as a dialog.

use egui::{
    Button, Grid, Id, Modal, Response, RichText, ScrollArea, TextEdit, Ui, WidgetInfo, vec2,
};
use egui_material_icons::icons;

use super::{
    ArchiveAction, HeaderForm, TagField,
    view::{AROUND_WIDTH, ROW_HEIGHT},
};
use crate::app::{
    session::Out,
    ui::{
        focus::default_focus,
        theme::{self, CONTROL_HEIGHT, SPACE_M, SPACE_S, Theme},
        widgets::{icon_button_ui, primary_button_if},
    },
};
use minnow_game::limits::{MAX_NAME_CHARS, MAX_TAG_CHARS, MAX_TAG_NAME_CHARS, MAX_TAGS};

// Sizes in points.
const FORM_WIDTH: f32 = 440.0;
/// The height of everything around the fields.
const AROUND_FORM: f32 = 190.0;
/// The share of a tag's row that its name takes.
const TAG_NAME_SHARE: f32 = 0.35;

/// Shows the form over the window.
pub fn header_form_ui(ui: &mut Ui, form: &HeaderForm, out: &mut Out<ArchiveAction>) {
    let room = ui.ctx().content_rect().size();
    let mut fields = form.fields.clone();
    let frame = Theme::of(ui).overlay();
    let modal = Modal::new(Id::unique("names and tags")).frame(frame).show(ui, |ui| {
        ui.set_width(FORM_WIDTH.min(room.x - AROUND_WIDTH));
        ui.label(theme::heading("Names and tags"));
        ui.add_space(SPACE_S);
        let height = (room.y - AROUND_FORM).max(ROW_HEIGHT);
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            let [white, black] = &mut fields.names;
            let [unnamed_white, unnamed_black] = &form.unnamed;
            let row = |label, hint, text, most_chars| FieldRow { label, hint, text, most_chars };
            let rows = [
                row("White", unnamed_white, white, MAX_NAME_CHARS),
                row("Black", unnamed_black, black, MAX_NAME_CHARS),
                row("Date", "2026.11.22", &mut fields.date, MAX_TAG_CHARS),
                row("Event", "", &mut fields.event, MAX_TAG_CHARS),
                row("Site", "", &mut fields.site, MAX_TAG_CHARS),
                row("Round", "", &mut fields.round, MAX_TAG_CHARS),
            ];
            let grid = Grid::new("header fields").num_columns(2).spacing([SPACE_M, SPACE_S]);
            grid.show(ui, |ui| {
                for row in rows {
                    ui.label(theme::muted(ui.ctx(), row.label));
                    let width = ui.available_width();
                    let response = field_ui(ui, row, width);
                    // The first field has the keyboard focus at the beginning.
                    if ui.memory(|memory| memory.focused().is_none()) {
                        response.request_focus();
                    }
                    ui.end_row();
                }
            });
            problem_ui(ui, form.fields.date_problem());
            tags_ui(ui, form, &mut fields.tags);
        });
        ui.add_space(SPACE_M);
        ui.horizontal(|ui| {
            let size = vec2(88.0, CONTROL_HEIGHT);
            let valid = form.fields.is_valid();
            let save = primary_button_if(ui, "Save", valid).min_size(size);
            let save = ui.add_enabled(valid, save);
            default_focus(&save);
            if save.clicked() {
                out.push(ArchiveAction::SaveForm);
            }
            if ui.add(Button::new("Cancel").min_size(size)).clicked() {
                out.push(ArchiveAction::CloseForm);
            }
        });
    });
    if fields != form.fields {
        out.push(ArchiveAction::Change(fields));
    }
    if modal.should_close() {
        out.push(ArchiveAction::CloseForm);
    }
}

/// A text field with its name for screen readers.
struct FieldRow<'a> {
    label: &'a str,
    hint: &'a str,
    text: &'a mut String,
    most_chars: usize,
}

fn field_ui(ui: &mut Ui, row: FieldRow<'_>, width: f32) -> Response {
    let edit = TextEdit::singleline(row.text).char_limit(row.most_chars).hint_text(row.hint);
    let response = ui.add(edit.desired_width(width));
    response.widget_info(|| WidgetInfo::labeled(egui::Role::TextInput, true, row.label));
    response
}

fn problem_ui(ui: &mut Ui, problem: Option<&str>) {
    if let Some(problem) = problem {
        ui.label(RichText::new(problem).small().color(Theme::of(ui).bad));
    }
}

/// The other tags: a name and a value each, and a button for one more.
fn tags_ui(ui: &mut Ui, form: &HeaderForm, tags: &mut Vec<TagField>) {
    ui.add_space(SPACE_S);
    ui.label(theme::caption(ui.ctx(), "Other tags"));
    let mut removed = None;
    for (index, tag) in tags.iter_mut().enumerate() {
        ui.horizontal(|ui| {
            let room = ui.available_width() - CONTROL_HEIGHT - SPACE_M;
            let number = index + 1;
            let name = format!("Tag {number}");
            let (text, most_chars) = (&mut tag.name, MAX_TAG_NAME_CHARS);
            let row = FieldRow { label: &name, hint: "Name", text, most_chars };
            field_ui(ui, row, room * TAG_NAME_SHARE);
            let value = format!("Value of tag {number}");
            let width = room * (1.0 - TAG_NAME_SHARE) - SPACE_S;
            let (text, most_chars) = (&mut tag.value, MAX_TAG_CHARS);
            field_ui(ui, FieldRow { label: &value, hint: "Value", text, most_chars }, width);
            let label = format!("Remove tag {number}");
            if icon_button_ui(ui, icons::ICON_CLOSE.codepoint, &label, true).clicked() {
                removed = Some(index);
            }
        });
        problem_ui(ui, form.fields.tag_problem(index));
    }
    if let Some(index) = removed {
        tags.remove(index);
    }
    if ui.add_enabled(tags.len() < MAX_TAGS, Button::new("Add a tag")).clicked() {
        tags.push(TagField::default());
    }
}
