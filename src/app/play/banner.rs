//! The banner at the end of a game: who won and why.

use egui::{Align2, Area, Id, Order, RichText, Ui, vec2};
use egui_material_icons::icons;

use crate::{
    app::{
        action::{Action, PlayAction},
        screen::AppState,
        session::Command,
        ui::theme::{self, SPACE_S, SPACE_XL, Theme},
        ui::widgets::{icon_button_ui, primary_button},
    },
    game::GameEnd,
};

/// Shows the banner over `board` while the final position is looked at.
pub fn banner_ui(ui: &mut Ui, state: &AppState, board: egui::Rect, out: &mut Vec<Action>) {
    let Some(end) = state.session.end() else { return };
    if !state.play.banner || !state.session.at_head() {
        return;
    }
    let theme = Theme::of(ui);
    Area::new(Id::unique("end of game"))
        .order(Order::Middle)
        .pivot(Align2::CENTER_CENTER)
        .fixed_pos(board.center())
        .constrain_to(ui.ctx().content_rect())
        .show(ui.ctx(), |ui| {
            let frame = theme.overlay();
            frame.show(ui, |ui| {
                ui.set_max_width((board.width() - SPACE_XL).clamp(200.0, 340.0));
                ui.horizontal(|ui| {
                    ui.label(theme::title(headline(state, end)));
                    ui.add_space(SPACE_S);
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        if icon_button_ui(
                            ui,
                            icons::ICON_CLOSE.codepoint,
                            "Look at the board",
                            true,
                        )
                        .clicked()
                        {
                            out.push(Action::Play(PlayAction::DismissBanner));
                        }
                    });
                });
                ui.label(RichText::new(format!("{end}.")).color(theme.muted));
                ui.add_space(SPACE_S);
                ui.horizontal_wrapped(|ui| {
                    let button = primary_button(ui, "New game");
                    if ui.add(button.min_size(vec2(96.0, theme::CONTROL_HEIGHT))).clicked() {
                        out.push(Action::Command(Command::NewGame));
                    }
                    let review = egui::Button::new("Review");
                    if ui.add_enabled(state.may_review(), review).clicked() {
                        out.push(Action::Command(Command::StartReview));
                    }
                    let can_take_back = state.session.take_back_plies() > 0;
                    if ui.add_enabled(can_take_back, egui::Button::new("Take back")).clicked() {
                        out.push(Action::Play(PlayAction::TakeBack));
                    }
                });
            });
        });
}

/// `You win`, where exactly one human plays.
fn headline(state: &AppState, end: GameEnd) -> String {
    use crate::rules::Color::{Black, White};
    let one_human = state.session.is_human(White) != state.session.is_human(Black);
    match end.winner() {
        None => "A draw".to_owned(),
        Some(winner) if one_human && state.session.is_human(winner) => "You win".to_owned(),
        Some(_) if one_human => "You lose".to_owned(),
        Some(winner) => format!("{winner} wins"),
    }
}
