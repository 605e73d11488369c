//! The arrangement of the window in analysis: the board with the evaluation beside it, and the
//! cards.

use egui::{Frame, Margin, Rect, Ui, pos2, vec2};

use super::MinnowApp;
use crate::app::{
    analyse::{
        evaluation_bar::evaluation_bar_ui,
        view::{AnalysisCard, analysis_ui},
    },
    cards::CardId,
    context::Cx,
    request::{Request, Tab},
    session::Out,
    ui::board::Geometry,
    ui::breakpoints::{GRAPH_WORDS_HEIGHT, is_low},
    ui::theme::{
        self, EVALUATION_BAR_WIDTH, NOTE_HEIGHT, ROW_HEIGHT, SPACE_L, SPACE_M, SPACE_S, SPACE_XS,
        Theme,
    },
    ui::widgets::segmented_ui,
};
use minnow_rules::Color;

// Sizes in points.
/// In a lower window, the card of the explorer takes the place of the review's.
const CROWDED_BELOW_HEIGHT: f32 = 780.0;
/// From this height on, a single panel holds both the lines and the moves.
const BOTH_FROM_HEIGHT: f32 = 280.0;
const LEAST_MOVES_HEIGHT: f32 = 96.0;
/// The graph is at least this wide where there is room.
const GRAPH_WIDTH: f32 = 560.0;
/// Without the words below it.
const LEAST_GRAPH_HEIGHT: f32 = 28.0;

impl MinnowApp {
    /// The board and the evaluation bar, and the review's graph below them.
    pub(in crate::app) fn analyse_middle_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let whole = ui.available_rect_before_wrap();
        let has_graph = self.review.has_graph(&self.state.session);
        let graph_height = graph_height(whole.height()).filter(|_| has_graph);
        self.graph_shown = graph_height.is_some();
        let below = graph_height.map_or(0.0, |height| height + SPACE_M);
        let room = whole.with_max_y(whole.bottom() - below);
        let beside = EVALUATION_BAR_WIDTH + if is_low(room.size()) { SPACE_S } else { SPACE_M };
        let strip = if is_low(room.size()) { NOTE_HEIGHT } else { ROW_HEIGHT };
        let board_room =
            Rect::from_min_max(room.min + vec2(beside, strip), room.max - vec2(0.0, strip));
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
        evaluation_bar_ui(ui, &self.state.session, &self.state.live, bar);
        self.names_ui(ui, board, strip);
        ui.scope_builder(egui::UiBuilder::new().max_rect(board_room), |ui| {
            self.the_board_ui(ui, out);
        });
        if let Some(height) = graph_height {
            let width = (board.right() - bar.left()).max(GRAPH_WIDTH).min(whole.width());
            let top = board.bottom().max(bar.bottom()) + strip + SPACE_M;
            let left = whole.center().x - width / 2.0;
            let place = Rect::from_min_size(pos2(left, top), vec2(width, height));
            self.graph_ui(ui, place, out);
        }
    }

    /// The names of the players above and below the board.
    fn names_ui(&self, ui: &mut Ui, board: Rect, strip: f32) {
        let session = &self.state.session;
        let below = if session.flipped { Color::Black } else { Color::White };
        for (color, top) in [(!below, board.top() - strip), (below, board.bottom())] {
            let place = Rect::from_min_size(pos2(board.left(), top), vec2(board.width(), strip));
            ui.scope_builder(egui::UiBuilder::new().max_rect(place), |ui| {
                ui.horizontal_centered(|ui| {
                    ui.add(egui::Label::new(theme::bold(session.shown_name(color))).truncate());
                });
            });
        }
    }

    fn analysis_card_ui(&self, ui: &mut Ui, low: bool, out: &mut Vec<Request>) {
        let card = AnalysisCard { session: &self.state.session, live: &self.state.live };
        let mut events = Out::default();
        analysis_ui(ui, card, low, &mut events);
        out.extend(events.into_requests(Request::Analyse));
    }

    /// Draws a card that another feature registers.
    fn card_ui(&mut self, ui: &mut Ui, id: CardId, out: &mut Vec<Request>) {
        let now_ms = self.now_ms();
        let mut cx = Cx::new(&self.state.session, now_ms, out);
        self.state.cards.get_mut(id).ui(ui, &mut cx);
    }

    fn review_card_ui(&mut self, ui: &mut Ui, slim: bool, out: &mut Vec<Request>) {
        let may_start = self.state.may_review();
        let mut cx = Cx::new(&self.state.session, self.now_ms(), out);
        self.review.card_ui(ui, may_start, slim, &mut cx);
    }

    fn graph_ui(&self, ui: &mut Ui, place: Rect, out: &mut Vec<Request>) {
        let mut cx = Cx::new(&self.state.session, self.now_ms(), out);
        self.review.graph_ui(ui, place, &mut cx);
    }

    /// The review in the one panel of a small window, with its graph where the board has no room
    /// for it and nothing else fills the panel.
    fn slim_review_ui(&mut self, ui: &mut Ui, alone: bool, out: &mut Vec<Request>) {
        ui.add_space(SPACE_S);
        self.review_card_ui(ui, true, out);
        let room = ui.available_rect_before_wrap();
        let place = room.with_min_y(room.top() + SPACE_XS);
        let fits = place.height() >= LEAST_GRAPH_HEIGHT + GRAPH_WORDS_HEIGHT;
        let has_graph = self.review.has_graph(&self.state.session);
        if alone && fits && has_graph && !self.graph_shown {
            self.graph_ui(ui, place, out);
        }
    }

    /// The cards at the right: the analysis on top, the moves in what is left.
    pub(in crate::app) fn analyse_cards_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let low = is_low(ui.ctx().content_rect().size());
        let top = egui::Panel::top("analysis").frame(Frame::NONE).resizable(false);
        top.show_separator_line(false).show(ui, |ui| {
            low_card_ui(ui, |ui| self.analysis_card_ui(ui, low, out));
        });
        let shown = self.state.shown_card();
        // One card alone leaves room for the list of moves.
        if let Some(id) = shown {
            card_below_ui(ui, "card", |ui| self.card_ui(ui, id, out));
        }
        // In a low window a tall card and the review would leave no room for the moves.
        let is_crowded = ui.ctx().content_rect().height() < CROWDED_BELOW_HEIGHT;
        let is_tall = shown.is_some_and(|id| self.state.cards.get(id).is_tall());
        if !(is_crowded && is_tall) {
            let bottom = egui::Panel::bottom("review").frame(Frame::NONE).resizable(false);
            bottom.show_separator_line(false).show(ui, |ui| {
                low_card_ui(ui, |ui| self.review_card_ui(ui, low, out));
            });
        }
        let room = Frame::new().inner_margin(Margin::symmetric(0, SPACE_M as i8));
        egui::CentralPanel::no_frame().frame(room).show(ui, |ui| {
            // Less than this would be a frame around nothing.
            if ui.available_height() < LEAST_MOVES_HEIGHT {
                return;
            }
            Theme::of(ui).card().show(ui, |ui| {
                ui.take_available_space();
                self.moves_ui(ui, out);
            });
        });
    }

    /// The one panel of a small window.
    pub(in crate::app) fn analyse_tabs_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let tabs = [("Analysis", Tab::Game), ("Moves", Tab::Moves), ("Settings", Tab::Settings)];
        let options = tabs.map(|(name, tab)| (name, tab == self.state.tab()));
        if let Some(index) = segmented_ui(ui, "Panel", &options) {
            out.push(Request::SelectTab(tabs[index].1));
        }
        Theme::of(ui).card().inner_margin(SPACE_S as i8).show(ui, |ui| {
            ui.take_available_space();
            match self.state.tab() {
                Tab::Game => {
                    let both = ui.available_height() >= BOTH_FROM_HEIGHT;
                    let shown = self.state.shown_card();
                    let is_opened = |id: &CardId| id.opener().is_some();
                    let (opened, other) = match shown {
                        Some(id) if is_opened(&id) => (Some(id), None),
                        _ => (None, shown),
                    };
                    // The lines may be cut off, what the user has opened may not.
                    if let Some(id) = opened {
                        self.card_ui(ui, id, out);
                        ui.add_space(SPACE_S);
                    }
                    self.analysis_card_ui(ui, true, out);
                    if let Some(id) = other {
                        ui.add_space(SPACE_S);
                        self.card_ui(ui, id, out);
                    }
                    self.slim_review_ui(ui, !both, out);
                    // The cards may leave no room; the moves have a tab of their own.
                    if both && ui.available_height() >= SPACE_S + LEAST_MOVES_HEIGHT {
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

/// The height of the graph with its words; `None` if the board needs all of `room`.
fn graph_height(room: f32) -> Option<f32> {
    match room {
        560.0.. => Some(92.0 + GRAPH_WORDS_HEIGHT),
        450.0.. => Some(48.0 + GRAPH_WORDS_HEIGHT),
        _ => None,
    }
}

/// A card below the one before it, with the rest of the room left to others.
fn card_below_ui(ui: &mut Ui, id: &'static str, add_contents: impl FnOnce(&mut Ui)) {
    let frame = Frame::new().inner_margin(Margin { top: SPACE_M as i8, ..Margin::ZERO });
    let panel = egui::Panel::top(id).frame(frame).resizable(false).show_separator_line(false);
    panel.show(ui, |ui| low_card_ui(ui, add_contents));
}

/// A card as wide as its panel, with less room above and below than other cards.
fn low_card_ui(ui: &mut Ui, add_contents: impl FnOnce(&mut Ui)) {
    let margin = Margin::symmetric(SPACE_L as i8, SPACE_M as i8);
    Theme::of(ui).card().inner_margin(margin).show(ui, |ui| {
        ui.take_available_width();
        add_contents(ui);
    });
}
