//! The result of a finished game, in the place of the buttons that make the computer move. Between two
//! humans the place shows who is to move.

use egui::{Color32, Label, RichText, Sense, Ui, UiBuilder, vec2};

use crate::{
    app::{
        session::Session,
        ui::text::capitalised,
        ui::theme::{self, CONTROL_HEIGHT, RADIUS_CONTROL, SPACE_S, Theme},
    },
    game::{GameEnd, Player},
    rules::Color::{Black, White},
};

/// Draws the result from the user's view, and its reason.
pub fn result_ui(ui: &mut Ui, session: &Session, end: GameEnd) {
    let theme = Theme::of(ui);
    strip_ui(ui, theme.accent_background, |ui| {
        ui.label(theme::bold(headline(session, end)));
        let reason = RichText::new(format!("{end}.")).small().color(theme.muted);
        ui.add(Label::new(reason).truncate());
    });
}

/// Draws the side to move in a game of two humans.
pub fn turn_ui(ui: &mut Ui, session: &Session) {
    let theme = Theme::of(ui);
    strip_ui(ui, theme.raised, |ui| {
        let turn = capitalised(&session.head_position().turn().to_string());
        ui.label(RichText::new(format!("{turn} is to move.")).color(theme.muted));
    });
}

/// A strip as high as a button.
fn strip_ui(ui: &mut Ui, fill: Color32, inside: impl FnOnce(&mut Ui)) {
    let size = vec2(ui.available_width(), CONTROL_HEIGHT);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().rect_filled(rect, RADIUS_CONTROL, fill);
    let room = UiBuilder::new().max_rect(rect.shrink2(vec2(SPACE_S, 0.0)));
    ui.scope_builder(room, |ui| ui.horizontal_centered(inside));
}

/// The result: `You win` if exactly one human plays. A game without records of its players, as from a
/// file, is one of others.
pub(super) fn headline(session: &Session, end: GameEnd) -> String {
    let players = session.game.header.players;
    let is_human = |color| session.player(color) == Player::Human;
    let one_human = !players.contains(&Player::Unknown) && is_human(White) != is_human(Black);
    match end.winner() {
        None => "A draw".to_owned(),
        Some(winner) if one_human && is_human(winner) => "You win".to_owned(),
        Some(_) if one_human => "You lose".to_owned(),
        Some(winner) => format!("{winner} wins"),
    }
}
