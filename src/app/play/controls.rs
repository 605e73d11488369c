//! The buttons of a running game.

use egui::{Button, Ui, UiBuilder, vec2};

use super::{Play, PlayAction, PlayFlags};
use crate::app::{
    session::{Emitted, Out, ProgramCommand, ScreenCommand, Session, settings::Sides},
    ui::theme::{CONTROL_HEIGHT, SPACE_S, SPACE_XS},
    ui::widgets::{primary_button, sized_button_ui},
};

/// A button and its event.
struct Control {
    text: &'static str,
    enabled: bool,
    primary: bool,
    event: Emitted<PlayAction>,
}

impl Control {
    fn new(text: &'static str, enabled: bool, event: Emitted<PlayAction>) -> Control {
        Control { text, enabled, primary: false, event }
    }

    fn primary(text: &'static str, event: Emitted<PlayAction>) -> Control {
        Control { text, enabled: true, primary: true, event }
    }
}

/// The current rows of buttons, at most two in a row.
fn controls(session: &Session, play: &Play, flags: PlayFlags) -> Vec<Vec<Control>> {
    let take_back =
        Control::new("Take back", session.can_take_back(), Emitted::Own(PlayAction::TakeBack));
    let redo = Control::new("Redo", session.game.can_redo(), Emitted::Own(PlayAction::Redo));
    let flip = Control::new("Flip", true, Emitted::Command(ProgramCommand::Flip.into()));
    if session.end().is_some() {
        let new_game =
            Control::primary("New game", Emitted::Command(ProgramCommand::NewGame.into()));
        let start = Emitted::Command(ProgramCommand::StartReview.into());
        let review = Control::new("Review", flags.may_review, start);
        return vec![vec![new_game, review], vec![take_back, flip]];
    }
    let mut rows = Vec::new();
    if session.waits_for_computer() && play.paused {
        rows.push(vec![Control::primary("Let Minnow move", Emitted::Own(PlayAction::Resume))]);
    } else if session.waits_for_computer() {
        rows.push(vec![Control::primary("Move now", Emitted::Own(PlayAction::MoveNow))]);
    }
    rows.push(vec![take_back, redo]);
    let may_ask = flags.may_move;
    if session.settings.sides == Sides::None {
        let pause = Control::new("Pause", !play.paused, Emitted::Own(PlayAction::Pause));
        rows.push(vec![pause, flip]);
    } else {
        let mine = session.waits_for_human();
        rows.push(vec![
            Control::new("Hint", may_ask, Emitted::Command(ScreenCommand::Hint.into())),
            flip,
        ]);
        rows.push(vec![
            Control::new(
                "Offer draw",
                mine && !session.game.is_empty(),
                Emitted::Own(PlayAction::OfferDraw),
            ),
            Control::new("Resign", !session.game.is_empty(), Emitted::Own(PlayAction::Resign)),
        ]);
    }
    rows
}

/// Draws the buttons into a card.
pub fn controls_ui(
    ui: &mut Ui,
    session: &Session,
    play: &Play,
    flags: PlayFlags,
    out: &mut Out<PlayAction>,
) {
    ui.spacing_mut().item_spacing = vec2(SPACE_S, SPACE_S);
    // With this padding the longest label fits half of the narrowest panel.
    ui.spacing_mut().button_padding.x = SPACE_XS;
    for row in controls(session, play, flags) {
        // An id per row keeps the focus on its button when another row appears or disappears.
        let name = row.first().map_or("", |control| control.text);
        let builder = UiBuilder::new().scope_id(ui.scope_id().with(name));
        ui.scope_builder(builder, |ui| row_ui(ui, row, out));
    }
}

fn row_ui(ui: &mut Ui, row: Vec<Control>, out: &mut Out<PlayAction>) {
    let width = (ui.available_width() - SPACE_S * (row.len() - 1) as f32) / row.len() as f32;
    ui.horizontal(|ui| {
        for control in row {
            let size = vec2(width, CONTROL_HEIGHT);
            let button = if control.primary {
                primary_button(ui, control.text)
            } else {
                Button::new(control.text)
            };
            if sized_button_ui(ui, size, control.enabled, button).clicked() {
                out.emit(control.event);
            }
        }
    });
}
