//! How the window is filled in analysis: the board with the evaluation beside it, and the cards.

use egui::{Frame, Margin, Rect, Ui, pos2, vec2};

use super::MinnowApp;
use crate::app::{
    action::{Action, Tab},
    apply::LiveStatus,
    board::{Arrow, Brush, Geometry},
    layout::is_low,
    live::win_percent,
    panels::{analysis, evaluation_bar, moves, status},
    state::AppState,
    theme::{EVALUATION_BAR_WIDTH, SPACE_M, SPACE_S, Theme},
    widgets::segmented_ui,
};

/// From this height on, in points, a single panel holds both the lines and the moves.
const BOTH_FROM_HEIGHT: f32 = 280.0;

/// A move that costs as many points of winning chance as this gets the thinnest arrow.
const THINNEST_ARROW_POINTS: f64 = 25.0;

impl MinnowApp {
    /// The board and the evaluation bar.
    pub(super) fn analyse_middle_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let room = ui.available_rect_before_wrap();
        let beside = EVALUATION_BAR_WIDTH + if is_low(room.size()) { SPACE_S } else { SPACE_M };
        let board_room = Rect::from_min_max(room.min + vec2(beside, 0.0), room.max);
        let variant = self.state.variant();
        let (files, ranks) = (variant.files, variant.ranks);
        let pixels = ui.pixels_per_point();
        let geometry = Geometry::fit(board_room, pixels, files, ranks, self.state.flipped);
        let board = geometry.board_rect();
        let left = board.left() - beside;
        let bar = Rect::from_min_max(
            pos2(left, board.top()),
            pos2(left + EVALUATION_BAR_WIDTH, board.bottom()),
        );
        evaluation_bar::evaluation_bar_ui(ui, &self.state, bar);
        ui.scope_builder(egui::UiBuilder::new().max_rect(board_room), |ui| {
            self.the_board_ui(ui, out);
        });
        if !self.state.typed.is_empty() {
            status::typed_ui(ui, &self.state.typed, board);
        }
    }

    /// The cards at the right: the analysis on top, the moves in what is left.
    pub(super) fn analyse_cards_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let card = Theme::of(ui).card();
        let low = is_low(ui.ctx().content_rect().size());
        let top = egui::Panel::top("analysis").frame(Frame::NONE).resizable(false);
        top.show_separator_line(false).show(ui, |ui| {
            card.inner_margin(SPACE_M as i8).show(ui, |ui| {
                ui.take_available_width();
                analysis::analysis_ui(ui, &self.state, low, out);
            });
        });
        let room = Frame::new().inner_margin(Margin { top: SPACE_M as i8, ..Margin::ZERO });
        egui::CentralPanel::no_frame().frame(room).show(ui, |ui| {
            card.show(ui, |ui| {
                ui.take_available_space();
                moves::moves_ui(ui, &self.state, &mut self.sheet, out);
            });
        });
    }

    /// The one panel of a small window.
    pub(super) fn analyse_tabs_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let tabs = [("Analysis", Tab::Game), ("Moves", Tab::Moves), ("Settings", Tab::Settings)];
        let options = tabs.map(|(name, tab)| (name, tab == self.state.tab));
        if let Some(index) = segmented_ui(ui, "Panel", &options) {
            out.push(Action::SelectTab(tabs[index].1));
        }
        Theme::of(ui).card().inner_margin(SPACE_S as i8).show(ui, |ui| {
            ui.take_available_space();
            match self.state.tab {
                Tab::Game => {
                    let both = ui.available_height() >= BOTH_FROM_HEIGHT;
                    analysis::analysis_ui(ui, &self.state, true, out);
                    if both {
                        ui.add_space(SPACE_S);
                        moves::moves_ui(ui, &self.state, &mut self.sheet, out);
                    }
                }
                Tab::Moves => moves::moves_ui(ui, &self.state, &mut self.sheet, out),
                Tab::Settings => self.settings_ui(ui, out),
            }
        });
    }
}

/// The first moves of the lines shown, the better the wider; of a threat all in the same colour.
pub(super) fn live_arrows(state: &AppState) -> Vec<Arrow> {
    let subject = state.live_subject();
    let shown = state.live_shown().filter(|_| state.live_status() != LiveStatus::Off);
    let Some(shown) = shown else { return Vec::new() };
    let Some(best) = shown.found.lines.first() else { return Vec::new() };
    let best_percent = win_percent(best.score);
    let mut arrows: Vec<Arrow> = Vec::new();
    for line in &shown.found.lines {
        let Some(played) = line.moves.first() else { continue };
        let brush = match arrows.is_empty() {
            _ if subject.threat => Brush::Red,
            true => Brush::Best,
            false => Brush::Second,
        };
        let lost_points = (best_percent - win_percent(line.score)).abs();
        let weight = 1.0 - lost_points / THINNEST_ARROW_POINTS;
        let weight = if arrows.is_empty() { 1.0 } else { weight.min(0.75) as f32 };
        // Promotions to different pieces share their squares, and the best of them the arrow.
        let (from, to) = (played.from(), state.game.position().target_square(*played));
        if !arrows.iter().any(|arrow| (arrow.from, arrow.to) == (from, to)) {
            arrows.push(Arrow::new(from, to, brush, weight));
        }
    }
    arrows
}
