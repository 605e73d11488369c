//! How the window is filled in analysis: the board with the evaluation beside it, and the cards.

use egui::{Frame, Margin, Rect, Ui, pos2, vec2};

use super::MinnowApp;
use crate::{
    analysis::WinCurve,
    app::{
        action::{Action, Tab, WindowAction},
        analyse::{LiveStatus, evaluation_bar, view as analysis},
        review::{
            graph,
            view::{ReviewCard, review_ui},
        },
        screen::AppState,
        session::Out,
        shell::status,
        ui::board::{Arrow, Brush, Geometry},
        ui::breakpoints::is_low,
        ui::theme::{EVALUATION_BAR_WIDTH, SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme},
        ui::widgets::segmented_ui,
    },
};

/// From this height on, in points, a single panel holds both the lines and the moves.
const BOTH_FROM_HEIGHT: f32 = 280.0;

/// The graph is at least this wide where there is room, in points.
const GRAPH_WIDTH: f32 = 560.0;

/// The lowest graph that still tells something, without its words, in points.
const LEAST_GRAPH_HEIGHT: f32 = 28.0;

/// A move that costs as many points of winning chance as this gets the thinnest arrow.
const THINNEST_ARROW_POINTS: f64 = 15.0;
/// How wide the arrow of a second move is that is as good as the best.
const SECOND_WEIGHT: f32 = 0.75;

impl MinnowApp {
    /// The board and the evaluation bar, and the review's graph below them.
    pub(in crate::app) fn analyse_middle_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let whole = ui.available_rect_before_wrap();
        self.review.update(
            &self.state.session.game,
            self.state.session.game_number,
            self.state.session.revision,
        );
        let graph_height = graph_height(whole.height()).filter(|_| self.has_graph());
        self.graph_shown = graph_height.is_some();
        let below = graph_height.map_or(0.0, |height| height + SPACE_M);
        let room = whole.with_max_y(whole.bottom() - below);
        let beside = EVALUATION_BAR_WIDTH + if is_low(room.size()) { SPACE_S } else { SPACE_M };
        let board_room = Rect::from_min_max(room.min + vec2(beside, 0.0), room.max);
        let variant = self.state.session.variant();
        let (files, ranks) = (variant.files, variant.ranks);
        let pixels = ui.pixels_per_point();
        let geometry = Geometry::fit(board_room, pixels, files, ranks, self.state.session.flipped);
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
        if let Some(height) = graph_height {
            let width = (board.right() - bar.left()).max(GRAPH_WIDTH).min(whole.width());
            let top = board.bottom().max(bar.bottom()) + SPACE_M;
            let left = whole.center().x - width / 2.0;
            let place = Rect::from_min_size(pos2(left, top), vec2(width, height));
            let mut events = Out::default();
            graph::graph_ui(ui, &self.state.session, &self.review, place, &mut events);
            out.extend(events.into_actions(Action::Review));
        }
        if !self.state.session.typed.is_empty() {
            status::typed_ui(ui, &self.state.session.typed, board);
        }
    }

    fn review_card_ui(&self, ui: &mut Ui, slim: bool, out: &mut Vec<Action>) {
        let card = ReviewCard {
            session: &self.state.session,
            layout: &self.review,
            may_start: self.state.may_review(),
            slim,
        };
        let mut events = Out::default();
        review_ui(ui, card, &mut events);
        out.extend(events.into_actions(Action::Review));
    }

    /// Whether there is a review to be drawn.
    fn has_graph(&self) -> bool {
        self.review.summary().is_some() || self.state.session.review.running().is_some()
    }

    /// The review in the one panel of a small window, with its graph where the board has no room
    /// for it and nothing else fills the panel.
    fn slim_review_ui(&mut self, ui: &mut Ui, alone: bool, out: &mut Vec<Action>) {
        self.review.update(
            &self.state.session.game,
            self.state.session.game_number,
            self.state.session.revision,
        );
        ui.add_space(SPACE_S);
        self.review_card_ui(ui, true, out);
        let room = ui.available_rect_before_wrap();
        let place = room.with_min_y(room.top() + SPACE_XS);
        let fits = place.height() >= LEAST_GRAPH_HEIGHT + graph::WORDS_HEIGHT;
        if alone && fits && self.has_graph() && !self.graph_shown {
            let mut events = Out::default();
            graph::graph_ui(ui, &self.state.session, &self.review, place, &mut events);
            out.extend(events.into_actions(Action::Review));
        }
    }

    /// The cards at the right: the analysis on top, the moves in what is left.
    pub(in crate::app) fn analyse_cards_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let card = Theme::of(ui).card();
        let low = is_low(ui.ctx().content_rect().size());
        let top = egui::Panel::top("analysis").frame(Frame::NONE).resizable(false);
        top.show_separator_line(false).show(ui, |ui| {
            card.inner_margin(Margin::symmetric(SPACE_L as i8, SPACE_M as i8)).show(ui, |ui| {
                ui.take_available_width();
                analysis::analysis_ui(ui, &self.state, low, out);
            });
        });
        self.review.update(
            &self.state.session.game,
            self.state.session.game_number,
            self.state.session.revision,
        );
        let bottom = egui::Panel::bottom("review").frame(Frame::NONE).resizable(false);
        bottom.show_separator_line(false).show(ui, |ui| {
            card.inner_margin(Margin::symmetric(SPACE_L as i8, SPACE_M as i8)).show(ui, |ui| {
                ui.take_available_width();
                self.review_card_ui(ui, low, out);
            });
        });
        let room = Frame::new().inner_margin(Margin::symmetric(0, SPACE_M as i8));
        egui::CentralPanel::no_frame().frame(room).show(ui, |ui| {
            card.show(ui, |ui| {
                ui.take_available_space();
                self.moves_ui(ui, out);
            });
        });
    }

    /// The one panel of a small window.
    pub(in crate::app) fn analyse_tabs_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let tabs = [("Analysis", Tab::Game), ("Moves", Tab::Moves), ("Settings", Tab::Settings)];
        let options = tabs.map(|(name, tab)| (name, tab == self.state.tab));
        if let Some(index) = segmented_ui(ui, "Panel", &options) {
            out.push(Action::Window(WindowAction::SelectTab(tabs[index].1)));
        }
        Theme::of(ui).card().inner_margin(SPACE_S as i8).show(ui, |ui| {
            ui.take_available_space();
            match self.state.tab {
                Tab::Game => {
                    let both = ui.available_height() >= BOTH_FROM_HEIGHT;
                    analysis::analysis_ui(ui, &self.state, true, out);
                    self.slim_review_ui(ui, !both, out);
                    if both {
                        ui.add_space(SPACE_S);
                        self.moves_ui(ui, out);
                    }
                }
                Tab::Moves => self.moves_ui(ui, out),
                Tab::Settings => self.settings_ui(ui, out),
            }
        });
    }
}

/// How high the graph is with its words, where so much height is left for it and the board; none
/// where the board needs all of it.
fn graph_height(room: f32) -> Option<f32> {
    match room {
        560.0.. => Some(92.0 + graph::WORDS_HEIGHT),
        450.0.. => Some(48.0 + graph::WORDS_HEIGHT),
        _ => None,
    }
}

/// The first moves of the lines shown, the better the wider; of a threat all in the same colour.
pub(in crate::app) fn live_arrows(state: &AppState) -> Vec<Arrow> {
    let subject = state.live_subject();
    let shown = state.live_shown().filter(|_| state.live_status() != LiveStatus::Off);
    let Some(shown) = shown else { return Vec::new() };
    let Some(best) = shown.found.lines.first() else { return Vec::new() };
    let curve = WinCurve::of(state.session.variant());
    let best_percent = curve.percent(best.score);
    let mut arrows: Vec<Arrow> = Vec::new();
    for line in &shown.found.lines {
        let Some(played) = line.moves.first() else { continue };
        let brush = match arrows.is_empty() {
            _ if subject.threat => Brush::Red,
            true => Brush::Best,
            false => Brush::Second,
        };
        let lost_points = (best_percent - curve.percent(line.score)).abs();
        let share = 1.0 - lost_points / THINNEST_ARROW_POINTS;
        let weight = if arrows.is_empty() { 1.0 } else { SECOND_WEIGHT * share as f32 };
        // Promotions to different pieces share their squares, and the best of them the arrow.
        let (from, to) = (played.from(), state.session.game.position().target_square(*played));
        if !arrows.iter().any(|arrow| (arrow.from, arrow.to) == (from, to)) {
            arrows.push(Arrow::new(from, to, brush, weight));
        }
    }
    arrows
}
