//! The buttons of a game, and its result.

use crate::app::request::Request;
use egui::{Button, Ui, UiBuilder, vec2};

use super::{
    Play, PlayAction, PlayFlags,
    coach_view::{coach_ui, moments_ui, offer_ui},
    result::{result_ui, turn_ui},
};
use crate::app::{
    session::{Emitted, Out, ScreenCommand, Session, settings::Sides},
    ui::theme::{CONTROL_HEIGHT, SPACE_S, SPACE_XS},
    ui::widgets::{primary_button, sized_button_ui},
};

/// From this width on, in points, three buttons stand in a row.
const THREE_FROM_WIDTH: f32 = 240.0;

/// A button and its event.
pub(super) struct Control {
    text: String,
    enabled: bool,
    primary: bool,
    event: Emitted<PlayAction>,
}

impl Control {
    pub(super) fn new(
        text: impl Into<String>,
        enabled: bool,
        event: Emitted<PlayAction>,
    ) -> Control {
        Control { text: text.into(), enabled, primary: false, event }
    }

    /// The same button, filled with the accent.
    pub(super) fn primary(self) -> Control {
        Control { primary: true, ..self }
    }
}

/// The buttons that make the computer move: after a pause, and at once while it thinks. Both have their
/// places also while the user is to move.
fn move_controls(session: &Session, play: &Play) -> Vec<Control> {
    let waits = session.waits_for_computer();
    let resume = Control::new("Continue", waits && play.paused, Emitted::Own(PlayAction::Resume));
    let now = Control::new("Move now", waits && !play.paused, Emitted::Own(PlayAction::MoveNow));
    vec![Control { primary: resume.enabled, ..resume }, now]
}

/// The rows of buttons. The rows stay the same from the first move to the end of the game, so that
/// no button moves or changes its meaning under the pointer.
fn controls(session: &Session, play: &Play, flags: PlayFlags, width: f32) -> Vec<Vec<Control>> {
    let own = |text, enabled, action| Control::new(text, enabled, Emitted::Own(action));
    let command =
        |text, enabled, request: Request| Control::new(text, enabled, Emitted::Request(request));
    let goes_on = session.end().is_none();
    let has_moves = !session.game.is_empty();
    let flip = command("Flip", true, Request::Flip);
    let mut rows = vec![vec![
        own("Take back", session.can_take_back(), PlayAction::TakeBack),
        own("Redo", session.game.can_redo(), PlayAction::Redo),
    ]];
    if session.settings.sides == Sides::None {
        rows.push(vec![own("Pause", goes_on && !play.paused, PlayAction::Pause), flip]);
    } else {
        let may_ask = goes_on && flags.may_move;
        rows.push(vec![command("Hint", may_ask, ScreenCommand::Hint.into()), flip]);
        let may_offer = session.waits_for_human() && has_moves;
        rows.push(vec![
            own("Offer draw", may_offer, PlayAction::OfferDraw),
            own("Resign", goes_on && has_moves, PlayAction::Resign),
        ]);
    }
    let next = [
        command("New game", true, Request::NewGame),
        own("Rematch", !goes_on, PlayAction::Rematch),
        command("Review", flags.may_review, Request::StartReview),
    ];
    if width >= THREE_FROM_WIDTH {
        rows.push(next.into());
    } else {
        rows.extend(next.map(|control| vec![control]));
    }
    rows
}

/// Draws the buttons, and the result of a finished game, into a card.
pub(crate) fn controls_ui(
    ui: &mut Ui,
    session: &Session,
    play: &Play,
    flags: PlayFlags,
    out: &mut Out<PlayAction>,
) {
    ui.spacing_mut().item_spacing = vec2(SPACE_S, SPACE_S);
    // With this padding the longest label fits half of the narrowest panel.
    ui.spacing_mut().button_padding.x = SPACE_XS;
    let computer_plays = session.settings.sides != Sides::Both;
    match session.end() {
        Some(end) => {
            result_ui(ui, session, end, out);
            moments_ui(ui, session, play, out);
        }
        None if coach_ui(ui, session, play, out) => {}
        None if play.is_draw_offered(session) => offer_ui(ui, out),
        None if computer_plays => row_ui(ui, move_controls(session, play), out),
        None => turn_ui(ui, session),
    }
    for row in controls(session, play, flags, ui.available_width()) {
        // An id per row keeps the focus on its button when the first row appears.
        let name = row.first().map(|control| control.text.clone());
        let builder = UiBuilder::new().scope_id(ui.scope_id().with(name));
        ui.scope_builder(builder, |ui| row_ui(ui, row, out));
    }
}

/// Draws buttons of the same width beside each other.
pub(super) fn row_ui(ui: &mut Ui, row: Vec<Control>, out: &mut Out<PlayAction>) {
    let count = row.len().max(1) as f32;
    let width = (ui.available_width() - SPACE_S * (count - 1.0)) / count;
    ui.horizontal(|ui| {
        for control in row {
            let size = vec2(width, CONTROL_HEIGHT);
            let button = if control.primary {
                primary_button(ui, &control.text)
            } else {
                Button::new(control.text.as_str()).truncate()
            };
            if sized_button_ui(ui, size, control.enabled, button).clicked() {
                out.emit(control.event);
            }
        }
    });
}
