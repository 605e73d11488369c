//! The form for names, date and tags, as a dialog.

use egui::{Button, Grid, Id, Modal, RichText, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};
use egui_material_icons::icons;

use super::{ArchiveAction, HeaderForm, TagField};
use crate::{
    app::{
        session::Out,
        ui::{
            breakpoints::archive as sizes,
            focus::default_focus,
            theme::{self, CONTROL_HEIGHT, SPACE_M, SPACE_S, Theme},
            widgets::{icon_button_ui, primary_button},
        },
    },
    game::limits::{MAX_NAME_CHARS, MAX_TAG_CHARS, MAX_TAG_NAME_CHARS, MAX_TAGS},
};

/// Shows the form over the window.
pub fn header_form_ui(ui: &mut Ui, form: &HeaderForm, out: &mut Out<ArchiveAction>) {
    let room = ui.ctx().content_rect().size();
    let mut fields = form.fields.clone();
    let frame = Theme::of(ui).overlay();
    let modal = Modal::new(Id::unique("names and tags")).frame(frame).show(ui, |ui| {
        ui.set_width(sizes::FORM_WIDTH.min(room.x - sizes::AROUND_WIDTH));
        ui.label(theme::heading("Names and tags"));
        ui.add_space(SPACE_S);
        let height = (room.y - sizes::AROUND_FORM).max(sizes::ROW_HEIGHT);
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            let [white, black] = &mut fields.names;
            let rows = [
                ("White", white, MAX_NAME_CHARS),
                ("Black", black, MAX_NAME_CHARS),
                ("Date", &mut fields.date, MAX_TAG_CHARS),
                ("Event", &mut fields.event, MAX_TAG_CHARS),
                ("Site", &mut fields.site, MAX_TAG_CHARS),
                ("Round", &mut fields.round, MAX_TAG_CHARS),
            ];
            let grid = Grid::new("header fields").num_columns(2).spacing([SPACE_M, SPACE_S]);
            grid.show(ui, |ui| {
                for (label, text, most_chars) in rows {
                    ui.label(theme::muted(ui.ctx(), label));
                    let width = ui.available_width();
                    field_ui(ui, label, text, most_chars, width);
                    ui.end_row();
                }
            });
            problem_ui(ui, form.fields.date_problem());
            tags_ui(ui, form, &mut fields.tags);
        });
        ui.add_space(SPACE_M);
        ui.horizontal(|ui| {
            let size = vec2(88.0, CONTROL_HEIGHT);
            let save = primary_button(ui, "Save").min_size(size);
            let save = ui.add_enabled(form.fields.is_valid(), save);
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

fn field_ui(ui: &mut Ui, label: &str, text: &mut String, most_chars: usize, width: f32) {
    let edit = TextEdit::singleline(text).char_limit(most_chars);
    let edit = edit.desired_width((width - 2.0 * SPACE_S).max(0.0));
    let response = ui.add(edit);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::TextInput, true, label));
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
            field_ui(ui, &name, &mut tag.name, MAX_TAG_NAME_CHARS, room * sizes::TAG_NAME_SHARE);
            let value = format!("Value of tag {number}");
            let width = room * (1.0 - sizes::TAG_NAME_SHARE) - SPACE_S;
            field_ui(ui, &value, &mut tag.value, MAX_TAG_CHARS, width);
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
