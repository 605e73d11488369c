//! Rows of settings that stand in two places: on the page of settings, and among the choices of a game
//! beside the board.

use egui::{TextEdit, Ui};

use super::{
    context::Cx,
    session::settings::{ReplyPace, Settings},
    ui::widgets::{choice_row_ui, labelled_ui, toggle_row_ui},
};
use minnow_game::limits::MAX_NAME_CHARS;

/// The width of the field for the user's name, in points.
const NAME_WIDTH: f32 = 140.0;

/// A setting that is on or off, and its label.
pub(super) struct Switch {
    pub label: &'static str,
    pub is_on: fn(&Settings) -> bool,
    pub set: fn(&mut Settings, bool),
}

/// The switch of a field of the settings.
macro_rules! switch {
    ($label:literal, $($field:ident).+) => {
        Switch {
            label: $label,
            is_on: |settings| settings.$($field).+,
            set: |settings, is_on| settings.$($field).+ = is_on,
        }
    };
}
pub(super) use switch;

impl Switch {
    pub(super) const WARN_KING: Switch = switch!("Warn before losing the king", warn_king);
    pub(super) const COACH: Switch = switch!("Coach asks before bad moves", coach);
    pub(super) const RESIGNS: Switch = switch!("Computer may resign", resigns);
    pub(super) const SHOW_THINKING: Switch = switch!("Show what it thinks", show_thinking);

    pub(super) fn ui(&self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let is_on = (self.is_on)(&cx.session.settings);
        if toggle_row_ui(ui, self.label, is_on) {
            cx.change_settings(|changed| (self.set)(changed, !is_on));
        }
    }
}

/// The user's name in the records of games.
pub(super) fn name_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let mut name = cx.session.settings.player_name.clone();
    labelled_ui(ui, "Your name", |ui| {
        let field = TextEdit::singleline(&mut name).hint_text("You");
        ui.add(field.char_limit(MAX_NAME_CHARS).desired_width(NAME_WIDTH))
    });
    if name != cx.session.settings.player_name {
        cx.change_settings(|changed| changed.player_name = name);
    }
}

/// The pace of the computer's replies.
pub(super) fn reply_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let name = |pace| match pace {
        ReplyPace::AtOnce => "At once",
        ReplyPace::Natural => "Natural",
        ReplyPace::Calm => "Calm",
    };
    let choices = ReplyPace::ALL.map(|pace| (pace, name(pace)));
    if let Some(pace) = choice_row_ui(ui, "Reply", cx.session.settings.reply, &choices) {
        cx.change_settings(|changed| changed.reply = pace);
    }
}
