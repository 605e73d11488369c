//! The screen of Train: the board to train on, and the cards of what can be practised.

use egui::{Frame, ScrollArea, Ui, Vec2, vec2};

use super::MinnowApp;
use crate::app::{
    context::Cx,
    request::Request,
    ui::breakpoints::Arrangement,
    ui::focus::FocusScroll,
    ui::text::variant_text,
    ui::theme::{SPACE_L, SPACE_M, SPACE_S, Theme},
    ui::widgets::{drop_down_ui, option_ui},
};
use minnow_rules::builtin_variants;

// Sizes in points.
const CHOOSER_WIDTH: f32 = 210.0;
/// The least height of a card, and its height in one column.
const LEAST_HEIGHT: f32 = 250.0;
const SINGLE_HEIGHT: f32 = 280.0;
const MOST_HEIGHT: f32 = 400.0;

impl MinnowApp {
    pub(super) fn train_ui(
        &mut self,
        ui: &mut Ui,
        arrangement: Arrangement,
        out: &mut Vec<Request>,
    ) {
        let is_wide = arrangement == Arrangement::Wide;
        let margin = if is_wide { SPACE_L } else { SPACE_S };
        let frame = Frame::new().fill(Theme::of(ui).background).inner_margin(margin as i8);
        egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            chooser_ui(ui, &mut Cx::new(&self.state.session, self.now_ms(), out));
            ui.add_space(SPACE_M - ui.spacing().item_spacing.y);
            let size = card_size(ui.available_size(), is_wide);
            let area = ScrollArea::vertical().auto_shrink(false);
            area.show_focused(ui, |ui| self.cards_ui(ui, is_wide, size, out));
        });
    }

    fn cards_ui(&mut self, ui: &mut Ui, is_wide: bool, size: Vec2, out: &mut Vec<Request>) {
        let now_ms = self.now_ms();
        let state = &mut self.state;
        let mut cx = Cx::new(&state.session, now_ms, out);
        ui.spacing_mut().item_spacing = vec2(SPACE_L, SPACE_L);
        let mut first = |ui: &mut Ui, cx: &mut Cx<'_>| {
            state.pages.puzzles.card_ui(ui, size, cx);
            state.pages.facts.card_ui(ui, size, cx);
        };
        let mut second = |ui: &mut Ui, cx: &mut Cx<'_>| {
            state.learn_stock.card_ui(ui, size, cx);
            state.progress.card_ui(ui, size, cx);
        };
        if is_wide {
            ui.horizontal_top(|ui| first(ui, &mut cx));
            ui.horizontal_top(|ui| second(ui, &mut cx));
        } else {
            first(ui, &mut cx);
            second(ui, &mut cx);
        }
    }
}

/// The choice of the board, and the practice that needs no card.
fn chooser_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        let present = cx.session.train_variant();
        ui.scope(|ui| {
            ui.set_max_width(CHOOSER_WIDTH);
            drop_down_ui(ui, "Board to train on", &variant_text(present), |ui| {
                for variant in builtin_variants() {
                    if option_ui(ui, variant == present, variant_text(variant)).clicked() {
                        cx.ask(Request::TrainOn(variant));
                    }
                }
            });
        });
        let squares = ui.button("Squares");
        if squares.on_hover_text("Learn the names of the squares and moves").clicked() {
            cx.ask(Request::TrainCoordinates);
        }
    });
}

/// The size of each card: two rows fill the room, where there are two columns.
fn card_size(room: Vec2, is_wide: bool) -> Vec2 {
    if is_wide {
        let height = ((room.y - SPACE_L) / 2.0).clamp(LEAST_HEIGHT, MOST_HEIGHT);
        vec2(((room.x - SPACE_L) / 2.0).floor(), height.floor())
    } else {
        // The margin keeps the scroll bar off the cards.
        vec2(room.x - SPACE_S, SINGLE_HEIGHT)
    }
}
