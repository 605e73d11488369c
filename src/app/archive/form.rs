//! The form for names, date and tags: its fields and their validation, and its view as a dialog, which is
//! also a page for the game on the board.

use egui::{
    Button, Grid, Key, Modifiers, Response, RichText, ScrollArea, TextEdit, Ui, WidgetInfo, vec2,
};
use egui_material_icons::icons;

use super::view::ROW_HEIGHT;
use crate::app::{
    context::Cx,
    pages::{Page, PageSubject},
    registry::{MenuGroup, Opener, OpenerKeys},
    request::Request,
    session::{Session, listed_name},
    ui::{
        focus::default_focus,
        theme::{self, CONTROL_HEIGHT, SPACE_M, SPACE_S, Theme},
        widgets::{dialog_ui, icon_button_ui, primary_button_if},
    },
};
use minnow_game::{
    Header,
    limits::{MAX_NAME_CHARS, MAX_TAG_CHARS, MAX_TAG_NAME_CHARS, MAX_TAGS},
    pgn_date,
};
use minnow_rules::Color;

// Sizes in points.
const FORM_WIDTH: f32 = 440.0;
/// The height of everything around the fields.
const AROUND_FORM: f32 = 190.0;
/// The share of a tag's row that its name takes.
const TAG_NAME_SHARE: f32 = 0.35;

/// Tags that have fields of their own or follow from the game.
const RESERVED: [&str; 13] = [
    "White",
    "Black",
    "Date",
    "Event",
    "Site",
    "Round",
    "Result",
    "Variant",
    "SetUp",
    "FEN",
    "TimeControl",
    "Termination",
    "PlyCount",
];

/// A tag as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagField {
    pub name: String,
    pub value: String,
}

/// The texts of the form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeaderForm {
    /// White first.
    pub names: [String; 2],
    /// The names to show where none is recorded, White first.
    pub unnamed: [String; 2],
    /// Year, month and day as in PGN (`2026.11.??`) or with hyphens; may be empty.
    pub date: String,
    pub event: String,
    pub site: String,
    pub round: String,
    /// The other tags.
    pub tags: Vec<TagField>,
}

impl HeaderForm {
    /// The form for a game with this header.
    pub fn new(header: &Header) -> HeaderForm {
        let players = Header { players: header.players, ..Header::default() };
        let tag = |name: &str| header.tag(name).unwrap_or_default().to_owned();
        let is_other = |(name, _): &&(String, String)| !RESERVED.contains(&name.as_str());
        let field = |(name, value): &(String, String)| TagField {
            name: name.clone(),
            value: value.clone(),
        };
        HeaderForm {
            names: header.names.clone(),
            unnamed: Color::ALL.map(|color| {
                players.shown_name(color).map_or(String::new(), |name| listed_name(&name))
            }),
            date: tag("Date"),
            event: tag("Event"),
            site: tag("Site"),
            round: tag("Round"),
            tags: header.tags.iter().filter(is_other).map(field).collect(),
        }
    }

    /// The problem of the date, as a sentence.
    pub fn date_problem(&self) -> Option<&'static str> {
        let is_right = self.date.trim().is_empty() || pgn_date(&self.date).is_some();
        (!is_right).then_some("Write the date as 2026.11.22; an unknown part is ??.")
    }

    /// The problem of a tag's name, as a sentence.
    pub fn tag_problem(&self, index: usize) -> Option<&'static str> {
        let tag = self.tags.get(index)?;
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let is_name =
            (1..=MAX_TAG_NAME_CHARS).contains(&tag.name.len()) && tag.name.bytes().all(is_part);
        let is_reserved = RESERVED.iter().any(|name| name.eq_ignore_ascii_case(&tag.name));
        let earlier = self.tags.iter().take(index);
        if !is_name {
            Some("A tag's name has letters, digits and _ only.")
        } else if is_reserved {
            Some("This tag has a field of its own or follows from the game.")
        } else if earlier.into_iter().any(|other| other.name == tag.name) {
            Some("There is another tag with this name.")
        } else {
            None
        }
    }

    /// True if every field can be saved.
    pub fn is_valid(&self) -> bool {
        let tags_are_valid = (0..self.tags.len()).all(|index| self.tag_problem(index).is_none());
        self.date_problem().is_none() && tags_are_valid
    }

    /// Writes the fields into a header. Its other tags stay, and tags that are gone are removed.
    pub fn write_into(&self, header: &mut Header) {
        header.names = self.names.clone().map(|name| one_line(&name));
        let is_kept =
            |name: &str| RESERVED.contains(&name) || self.tags.iter().any(|tag| tag.name == name);
        header.tags.retain(|(name, _)| is_kept(name));
        let date = pgn_date(&self.date).unwrap_or_default();
        let own =
            [("Date", &date), ("Event", &self.event), ("Site", &self.site), ("Round", &self.round)];
        for (name, value) in own {
            header.set_tag(name, &one_line(value));
        }
        for tag in &self.tags {
            header.set_tag(&tag.name, &one_line(&tag.value));
        }
        header.cut_to_limits();
    }
}

/// A text without control characters and outer blanks.
fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.trim().to_owned()
}

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
            self.form.write_into(&mut header);
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
                problem_ui(ui, self.date_problem());
                tags_ui(ui, self);
            });
            ui.add_space(SPACE_M);
            ui.horizontal(|ui| {
                let size = vec2(88.0, CONTROL_HEIGHT);
                let valid = self.is_valid();
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
        let HeaderForm { names, unnamed, date, event, site, round, .. } = self;
        let ([white, black], [unnamed_white, unnamed_black]) = (names, unnamed);
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
fn tags_ui(ui: &mut Ui, fields: &mut HeaderForm) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let mut header = Header { names: ["Ada".to_owned(), String::new()], ..Header::default() };
        for (name, value) in
            [("Event", "Club"), ("Termination", "resignation"), ("Annotator", "me")]
        {
            header.set_tag(name, value);
        }
        header
    }

    #[test]
    fn fields_change_names_and_tags_and_nothing_else() {
        let mut changed = header();
        let mut fields = HeaderForm::new(&changed);
        fields.write_into(&mut changed);
        assert_eq!(changed, header());
        fields.names[1] = " Bob\n".to_owned();
        fields.date = "2026-11-22".to_owned();
        fields.event = String::new();
        fields.tags = vec![TagField { name: "WhiteElo".to_owned(), value: "1200".to_owned() }];
        assert!(fields.is_valid());
        fields.write_into(&mut changed);
        assert_eq!(changed.names, ["Ada", "Bob"]);
        assert_eq!(
            (changed.tag("Date"), changed.tag("Event"), changed.tag("Annotator")),
            (Some("2026.11.22"), None, None)
        );
        assert_eq!(changed.tag("WhiteElo"), Some("1200"));
        assert_eq!(changed.tag("Termination"), Some("resignation"));
    }

    #[test]
    fn tags_that_cannot_be_written_are_refused() {
        let mut fields = HeaderForm::default();
        let tag = |name: &str| TagField { name: name.to_owned(), value: "x".to_owned() };
        fields.tags =
            ["", "two words", "Result", "date", "Twice", "Twice", "\u{fc}"].map(tag).to_vec();
        let wrong: Vec<usize> =
            (0..7).filter(|index| fields.tag_problem(*index).is_some()).collect();
        assert_eq!(wrong, [0, 1, 2, 3, 5, 6]);
        assert!(!fields.is_valid());
        fields.tags.clear();
        fields.date = "soon".to_owned();
        assert!(!fields.is_valid());
    }
}
