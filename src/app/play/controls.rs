//! The buttons of a running game.

use egui::{Button, Ui, UiBuilder, vec2};

use crate::app::{
    action::{Action, PlayAction},
    screen::AppState,
    session::Command,
    session::settings::Sides,
    ui::theme::{CONTROL_HEIGHT, SPACE_S, SPACE_XS},
    ui::widgets::{primary_button, sized_button_ui},
};

/// One button: its text, whether it can be pressed, what it does.
struct Control {
    text: &'static str,
    enabled: bool,
    primary: bool,
    action: Action,
}

impl Control {
    fn new(text: &'static str, enabled: bool, action: Action) -> Control {
        Control { text, enabled, primary: false, action }
    }

    fn primary(text: &'static str, action: Action) -> Control {
        Control { text, enabled: true, primary: true, action }
    }
}

/// The rows of buttons for the moment, at most two in a row.
fn controls(state: &AppState) -> Vec<Vec<Control>> {
    let take_back = Control::new(
        "Take back",
        state.session.take_back_plies() > 0,
        Action::Play(PlayAction::TakeBack),
    );
    let redo = Control::new("Redo", state.session.game.can_redo(), Action::Play(PlayAction::Redo));
    let flip = Control::new("Flip", true, Action::Command(Command::Flip));
    if state.session.end().is_some() {
        let new_game = Control::primary("New game", Action::Command(Command::NewGame));
        let start = Action::Command(Command::StartReview);
        let review = Control::new("Review", state.may_review(), start);
        return vec![vec![new_game, review], vec![take_back, flip]];
    }
    let mut rows = Vec::new();
    if state.session.waits_for_computer() && state.play.paused {
        rows.push(vec![Control::primary("Let Minnow move", Action::Play(PlayAction::Resume))]);
    } else if state.session.waits_for_computer() {
        rows.push(vec![Control::primary("Move now", Action::Play(PlayAction::MoveNow))]);
    }
    rows.push(vec![take_back, redo]);
    let may_ask = state.may_move();
    if state.session.settings.sides == Sides::None {
        let pause = Control::new("Pause", !state.play.paused, Action::Play(PlayAction::Pause));
        rows.push(vec![pause, flip]);
    } else {
        let mine = state.session.waits_for_human();
        rows.push(vec![Control::new("Hint", may_ask, Action::Command(Command::Hint)), flip]);
        rows.push(vec![
            Control::new(
                "Offer draw",
                mine && !state.session.game.is_empty(),
                Action::Play(PlayAction::OfferDraw),
            ),
            Control::new(
                "Resign",
                !state.session.game.is_empty(),
                Action::Play(PlayAction::Resign),
            ),
        ]);
    }
    rows
}

/// Draws the buttons into a card's inside.
pub fn controls_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing = vec2(SPACE_S, SPACE_S);
    // The sizes are given; less padding lets the longest word fit half of the slimmest panel.
    ui.spacing_mut().button_padding.x = SPACE_XS;
    for row in controls(state) {
        // Buttons keep their ids, and with them the focus, when another row comes or goes.
        let name = row.first().map_or("", |control| control.text);
        let builder = UiBuilder::new().scope_id(ui.scope_id().with(name));
        ui.scope_builder(builder, |ui| row_ui(ui, row, out));
    }
}

fn row_ui(ui: &mut Ui, row: Vec<Control>, out: &mut Vec<Action>) {
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
                out.push(control.action);
            }
        }
    });
}
