//! The result of a finished game, in the place of the buttons that make the computer move. Between two
//! humans the place shows who is to move.

use egui::{Align, Color32, Label, Layout, RichText, Sense, Ui, UiBuilder, vec2};

use super::PlayAction;
use crate::app::{
    session::{Out, Session},
    ui::text::capitalised,
    ui::theme::{self, CONTROL_HEIGHT, RADIUS_CONTROL, SPACE_S, SPACE_XS, Theme},
    ui::widgets::primary_button,
};
use minnow_engine::{LEVELS, Level, Strength, rating_of};
use minnow_game::{GameEnd, Player};
use minnow_rules::Color::{Black, White};

/// Draws the result from the user's view, its reason, and after a win the next opponent.
pub(super) fn result_ui(ui: &mut Ui, session: &Session, end: GameEnd, out: &mut Out<PlayAction>) {
    let theme = Theme::of(ui);
    strip_ui(ui, theme.accent_background, |ui| {
        ui.label(theme::bold(headline(session, end)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(next) = next_opponent(session, end) {
                let text = format!("Next: {}", next.name);
                let button = primary_button(ui, &text);
                let height = CONTROL_HEIGHT - SPACE_XS;
                let response = ui.add(button.min_size(vec2(0.0, height)));
                let rating = rating_of(session.variant(), Strength::of_level(next.number));
                let about = format!("Level {}, about {rating}", next.number);
                if response.on_hover_text(about).clicked() {
                    out.push(PlayAction::Next(next.number));
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let reason = RichText::new(format!("{end}.")).small().color(theme.muted);
                ui.add(Label::new(reason).truncate());
            });
        });
    });
}

/// The level after the one that the user has beaten; `None` after another result, and where there
/// is none.
pub(super) fn next_opponent(session: &Session, end: GameEnd) -> Option<&'static Level> {
    let winner = end.winner().filter(|winner| session.player(*winner) == Player::Human)?;
    let Player::Computer(beaten) = session.player(!winner) else { return None };
    let is_level = beaten.hundredths == 0 && !session.settings.uses_match();
    let number = usize::from(beaten.level.filter(|_| is_level)?);
    LEVELS.get(number)
}

/// Draws the side to move in a game of two humans.
pub(super) fn turn_ui(ui: &mut Ui, session: &Session) {
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
