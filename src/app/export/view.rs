//! The export page: what is shown, the options, and the buttons.

use egui::{Button, Ui};

use super::{ExportAction, ExportOptions, PictureSize, SideBelow, Speed};
use crate::app::{
    context::Cx,
    request::Request,
    session::FileRequest,
    ui::theme::{CONTROL_HEIGHT, SPACE_M, SPACE_S, caption, muted},
    ui::widgets::{button_row_ui, segmented_ui},
};

/// Draws the page.
pub(super) fn export_ui(ui: &mut Ui, options: &mut ExportOptions, cx: &mut Cx<'_>) {
    let game = &cx.session.game;
    let plies = game.path(game.head()).len() - 1;
    options_ui(ui, options);
    ui.add_space(SPACE_M);
    ui.label(caption(ui.ctx(), "Board"));
    let about = "The position shown, with its coordinates, last move and arrows.";
    ui.label(muted(ui.ctx(), about));
    let button = |text: &'static str| Button::new(text);
    let buttons = vec![
        (button("Copy picture"), true),
        (button("Copy SVG"), true),
        (button("Save picture\u{2026}"), true),
    ];
    match button_row_ui(ui, buttons) {
        Some(0) => cx.ask(Request::Export(ExportAction::CopyPicture)),
        Some(1) => cx.ask(Request::Export(ExportAction::CopySvg)),
        Some(_) => cx.ask(Request::Export(ExportAction::Save(FileRequest::Picture))),
        None => {}
    }
    ui.add_space(SPACE_M);
    ui.label(caption(ui.ctx(), "Game"));
    let seconds = (plies as u32 * options.speed.move_ms()).div_ceil(1_000);
    let about = match plies {
        0 => "The game has no moves yet.".to_owned(),
        1 => "An animation of 1 half-move.".to_owned(),
        _ => format!("An animation of {plies} half-moves, about {seconds} s long."),
    };
    ui.label(muted(ui.ctx(), about));
    let save = Button::new("Save animation\u{2026}");
    ui.add_space(SPACE_S / 2.0);
    if ui.add_enabled(plies > 0, save.min_size(egui::vec2(0.0, CONTROL_HEIGHT))).clicked() {
        cx.ask(Request::Export(ExportAction::Save(FileRequest::Animation)));
    }
}

fn options_ui(ui: &mut Ui, options: &mut ExportOptions) {
    ui.label(caption(ui.ctx(), "Size of a square"));
    let sizes = PictureSize::ALL.map(|size| (size.name(), size == options.size));
    if let Some(place) = segmented_ui(ui, "Size", &sizes) {
        options.size = PictureSize::ALL[place];
    }
    ui.label(caption(ui.ctx(), "Side below"));
    let sides = SideBelow::ALL.map(|side| (side.name(), side == options.side));
    if let Some(place) = segmented_ui(ui, "Side below", &sides) {
        options.side = SideBelow::ALL[place];
    }
    ui.label(caption(ui.ctx(), "Time of a move in the animation"));
    let speeds = Speed::ALL.map(|speed| (speed.name(), speed == options.speed));
    if let Some(place) = segmented_ui(ui, "Time of a move", &speeds) {
        options.speed = Speed::ALL[place];
    }
}
