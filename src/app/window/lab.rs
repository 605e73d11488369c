//! The window in the lab: the switch of its pages, the board with what is said of it, and the page.

use egui::{Frame, Margin, Rect, Ui, UiBuilder, vec2};

use super::MinnowApp;
use crate::app::{
    action::Action,
    board::Geometry,
    lab::{LabAction, LabPage},
    layout::{Arrangement, is_low},
    panels::{
        lab::{claims, compare, lessons, printed, tree},
        status,
    },
    theme::{CONTROL_HEIGHT, SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme},
    widgets::segmented_ui,
};

/// Width of the board's column where there is room, in points: at least this, or this share of the
/// window.
const BOARD_COLUMN: f32 = 340.0;
const BOARD_COLUMN_SHARE: f32 = 0.26;
/// In a small window, the share of the board's column or row.
const BOARD_SHARE: f32 = 0.4;
/// The switch of the pages is not stretched beyond this width, in points.
const SWITCH_WIDTH: f32 = 560.0;
/// Below the board there is a card from this height on, in points.
const CARD_FROM_HEIGHT: f32 = 96.0;

impl MinnowApp {
    pub(super) fn lab_window_ui(
        &mut self,
        ui: &mut Ui,
        arrangement: Arrangement,
        out: &mut Vec<Action>,
    ) {
        let theme = Theme::of(ui);
        let low = is_low(ui.ctx().content_rect().size());
        let margin = if low { SPACE_S } else { SPACE_L };
        let frame = Frame::new().fill(theme.background).inner_margin(margin as i8);
        egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            let room = ui.available_rect_before_wrap();
            let gap = if low { SPACE_S } else { SPACE_M };
            let (board, page) = match arrangement {
                Arrangement::Wide | Arrangement::Drawer => {
                    let width = BOARD_COLUMN.max(room.width() * BOARD_COLUMN_SHARE);
                    room.split_left_right_at_x(room.left() + width)
                }
                Arrangement::TabsBeside => room.split_left_right_at_fraction(BOARD_SHARE),
                Arrangement::TabsBelow => room.split_top_bottom_at_fraction(BOARD_SHARE),
            };
            let page = match arrangement {
                Arrangement::TabsBelow => page.with_min_y(page.top() + gap),
                _ => page.with_min_x(page.left() + gap),
            };
            ui.scope_builder(UiBuilder::new().max_rect(board), |ui| {
                self.lab_board_column_ui(ui, low, out);
            });
            ui.scope_builder(UiBuilder::new().max_rect(page), |ui| self.lab_page_ui(ui, low, out));
        });
    }

    /// The board, and below it what the page has to say of it.
    fn lab_board_column_ui(&mut self, ui: &mut Ui, low: bool, out: &mut Vec<Action>) {
        match self.state.lab.page {
            LabPage::Lessons => return self.lesson_column_ui(ui, low, out),
            LabPage::Printed => return self.lab_side_ui(ui, low, out),
            LabPage::Tree | LabPage::Compare | LabPage::Claims => {}
        }
        let room = ui.available_rect_before_wrap();
        let variant = self.state.variant();
        let (files, ranks) = (variant.files, variant.ranks);
        let fitted = Geometry::fit(room, ui.pixels_per_point(), files, ranks, self.state.flipped);
        let height = fitted.board_rect().height();
        let gap = if low { SPACE_S } else { SPACE_M };
        let has_card = room.height() - height - gap >= CARD_FROM_HEIGHT;
        let board = if has_card { room.with_max_y(room.top() + height) } else { room };
        ui.scope_builder(UiBuilder::new().max_rect(board), |ui| self.the_board_ui(ui, out));
        if !self.state.typed.is_empty() {
            status::typed_ui(ui, &self.state.typed, board);
        }
        if has_card {
            let card = room.with_min_y(board.bottom() + gap);
            ui.scope_builder(UiBuilder::new().max_rect(card), |ui| self.lab_side_ui(ui, low, out));
        }
    }

    pub(super) fn lab_side_ui(&mut self, ui: &mut Ui, low: bool, out: &mut Vec<Action>) {
        lab_card(ui, low).show(ui, |ui| {
            ui.take_available_space();
            match self.state.lab.page {
                LabPage::Tree => tree::tree_side_ui(ui, &self.state, out),
                LabPage::Compare => compare::compare_side_ui(ui, &self.state, out),
                LabPage::Lessons => lessons::lessons_side_ui(ui, &self.state, out),
                LabPage::Printed => printed::printed_side_ui(ui, &self.state, out),
                LabPage::Claims => claims::claims_side_ui(ui, &self.state),
            }
        });
    }

    /// The switch, and the page that it chooses.
    fn lab_page_ui(&mut self, ui: &mut Ui, low: bool, out: &mut Vec<Action>) {
        let page = self.state.lab.page;
        let room = ui.available_rect_before_wrap();
        let switch =
            Rect::from_min_size(room.min, vec2(room.width().min(SWITCH_WIDTH), CONTROL_HEIGHT));
        ui.scope_builder(UiBuilder::new().max_rect(switch), |ui| {
            let options = LabPage::ALL.map(|one| (one.name(), one == page));
            if let Some(index) = segmented_ui(ui, "Lab", &options) {
                out.push(Action::Lab(LabAction::Page(LabPage::ALL[index])));
            }
        });
        let gap = if low { SPACE_XS } else { SPACE_M };
        let below = room.with_min_y(switch.bottom() + gap);
        ui.scope_builder(UiBuilder::new().max_rect(below), |ui| {
            lab_card(ui, low).show(ui, |ui| {
                ui.take_available_space();
                match page {
                    LabPage::Tree => tree::tree_ui(ui, &self.state, out),
                    LabPage::Compare => compare::compare_ui(ui, &self.state, out),
                    LabPage::Lessons => lessons::lessons_ui(ui, &self.state, out),
                    LabPage::Printed => printed::printed_ui(ui, &self.state, out),
                    LabPage::Claims => claims::claims_ui(ui, &self.state, out),
                }
            });
        });
    }
}

/// A card with less margin in a low window.
fn lab_card(ui: &Ui, low: bool) -> Frame {
    let margin = if low { SPACE_S } else { SPACE_L };
    Theme::of(ui).card().inner_margin(Margin::same(margin as i8))
}
