//! The banner at the end of a game: who won and why.

use egui::{Align2, Area, Id, Order, RichText, Ui, vec2};
use egui_material_icons::icons;

use super::{Play, PlayAction};
use crate::{
    app::{
        session::{Out, ProgramCommand, Session},
        ui::theme::{self, SPACE_S, SPACE_XL, Theme},
        ui::widgets::{icon_button_ui, primary_button},
    },
    game::{GameEnd, Player},
};

/// Shows the banner over `board` while the board shows the final position.
pub fn banner_ui(
    ui: &mut Ui,
    session: &Session,
    play: &Play,
    board: egui::Rect,
    may_review: bool,
    out: &mut Out<PlayAction>,
) {
    let Some(end) = session.end() else { return };
    if !play.banner || !session.at_head() {
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
                    ui.label(theme::title(headline(session, end)));
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
                            out.push(PlayAction::DismissBanner);
                        }
                    });
                });
                ui.label(RichText::new(format!("{end}.")).color(theme.muted));
                ui.add_space(SPACE_S);
                ui.horizontal_wrapped(|ui| {
                    let button = primary_button(ui, "New game");
                    if ui.add(button.min_size(vec2(96.0, theme::CONTROL_HEIGHT))).clicked() {
                        out.command(ProgramCommand::NewGame);
                    }
                    let review = egui::Button::new("Review");
                    if ui.add_enabled(may_review, review).clicked() {
                        out.command(ProgramCommand::StartReview);
                    }
                    if ui
                        .add_enabled(session.can_take_back(), egui::Button::new("Take back"))
                        .clicked()
                    {
                        out.push(PlayAction::TakeBack);
                    }
                });
            });
        });
}

/// The title: `You win` if exactly one human plays.
pub(super) fn headline(session: &Session, end: GameEnd) -> String {
    use crate::rules::Color::{Black, White};
    let is_human = |color| session.player(color) == Player::Human;
    let one_human = is_human(White) != is_human(Black);
    match end.winner() {
        None => "A draw".to_owned(),
        Some(winner) if one_human && is_human(winner) => "You win".to_owned(),
        Some(_) if one_human => "You lose".to_owned(),
        Some(winner) => format!("{winner} wins"),
    }
}
