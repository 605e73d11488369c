//! The result of a finished game, in the place of the button that makes the computer move.

use egui::{Label, RichText, Sense, Ui, UiBuilder, vec2};

use crate::{
    app::{
        session::Session,
        ui::theme::{self, CONTROL_HEIGHT, RADIUS_CONTROL, SPACE_S, Theme},
    },
    game::{GameEnd, Player},
    rules::Color::{Black, White},
};

/// Draws a strip as high as a button: the result from the user's view, and its reason.
pub fn result_ui(ui: &mut Ui, session: &Session, end: GameEnd) {
    let theme = Theme::of(ui);
    let size = vec2(ui.available_width(), CONTROL_HEIGHT);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().rect_filled(rect, RADIUS_CONTROL, theme.accent_background);
    let inside = rect.shrink2(vec2(SPACE_S, 0.0));
    ui.scope_builder(UiBuilder::new().max_rect(inside), |ui| {
        ui.horizontal_centered(|ui| {
            ui.label(theme::bold(headline(session, end)));
            let reason = RichText::new(format!("{end}.")).small().color(theme.muted);
            ui.add(Label::new(reason).truncate());
        });
    });
}

/// The result: `You win` if exactly one human plays.
pub(super) fn headline(session: &Session, end: GameEnd) -> String {
    let is_human = |color| session.player(color) == Player::Human;
    let one_human = is_human(White) != is_human(Black);
    match end.winner() {
        None => "A draw".to_owned(),
        Some(winner) if one_human && is_human(winner) => "You win".to_owned(),
        Some(_) if one_human => "You lose".to_owned(),
        Some(winner) => format!("{winner} wins"),
    }
}
