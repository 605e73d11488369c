//! The arrangement of the window in analysis: the board with the evaluation beside it, and the
//! cards.

use egui::{Button, Frame, Margin, Panel, Role, ScrollArea, Ui, UiBuilder, WidgetInfo, vec2};

use super::MinnowApp;
use crate::app::{
    analyse::{evaluation_bar::evaluation_bar_ui, live_arrows},
    cards::CardId,
    context::Cx,
    game_board::{BoardPlace, game_picture},
    request::{Request, Tab},
    review::REVIEW_ROW,
    ui::board::PositionPicture,
    ui::breakpoints::is_low,
    ui::focus::FocusScroll,
    ui::theme::{
        self, CONTROL_HEIGHT, ROW_HEIGHT, SPACE_L, SPACE_M, SPACE_S, SPACE_XS, TEXT_BODY,
        TEXT_SMALL, Theme,
    },
    ui::widgets::choice_row_ui,
};
use minnow_rules::Color;

// Sizes in points.
/// In a lower window, the card of the review has one row beside another card.
const CROWDED_BELOW_HEIGHT: f32 = 780.0;
/// With less room for a tall card, the moves and the review, the review gives way.
const REVIEW_FROM_ROOM: f32 = 390.0;
/// In a lower window, the card of the review has one row.
const GRAPH_FROM_HEIGHT: f32 = 600.0;
/// From this height on, a single panel holds both the lines and the moves.
const BOTH_FROM_HEIGHT: f32 = 280.0;
/// The heights of the graph in a single panel: where it is alone, beside the moves, and the least.
const MOST_GRAPH_HEIGHT: f32 = 72.0;
const LOW_GRAPH_HEIGHT: f32 = 40.0;
const LEAST_GRAPH_HEIGHT: f32 = 28.0;
/// Three rows of moves and the buttons below them, for which the cards make room.
const MOVES_HEIGHT: f32 = 3.0 * (ROW_HEIGHT + 2.0) + SPACE_S + CONTROL_HEIGHT;
/// The same as a card with its heading, its margins and the room around it.
const MOVES_CARD_HEIGHT: f32 =
    CONTROL_HEIGHT + SPACE_S + MOVES_HEIGHT + 2.0 * (SPACE_L + 1.0 + SPACE_M);
/// The height of a low card around its contents.
const LOW_CARD_MARGINS: f32 = 2.0 * (SPACE_M + 1.0);
/// In a narrower button, the words are small.
const SMALL_WORDS_BELOW: f32 = 90.0;

impl MinnowApp {
    /// The board, which stands where it stands in Play, with the evaluation bar at its left.
    pub(in crate::app) fn analyse_middle_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let flags = self.board_flags();
        let session = &self.state.session;
        let place = BoardPlace::fit(ui, ui.available_rect_before_wrap(), session);
        evaluation_bar_ui(ui, session, &self.state.live, place.bar);
        for (color, strip) in place.strips {
            ui.scope_builder(UiBuilder::new().max_rect(strip), |ui| self.name_ui(ui, color));
        }
        let arrows = live_arrows(session, &self.state.live);
        let picture = PositionPicture { arrows, ..game_picture(session) };
        ui.scope_builder(UiBuilder::new().max_rect(place.board), |ui| {
            self.board.game_ui(ui, session, &picture, flags, &mut |request| out.push(request));
        });
    }

    /// The name of a player above or below the board.
    fn name_ui(&self, ui: &mut Ui, color: Color) {
        let session = &self.state.session;
        ui.horizontal_centered(|ui| {
            ui.add(egui::Label::new(theme::bold(session.shown_name(color))).truncate());
            if let Some(level) = session.shown_level(color) {
                ui.add(egui::Label::new(theme::muted(ui, level)).truncate());
            }
        });
    }

    /// The card of the engine, in this much room.
    fn engine_card_ui(&mut self, ui: &mut Ui, low: bool, room: f32, out: &mut Vec<Request>) {
        let mut cx = Cx::new(&self.state.session, self.now_ms(), out);
        self.state.live.card_ui(ui, low, room, &mut cx);
    }

    /// Draws a card that another feature registers.
    fn card_ui(&mut self, ui: &mut Ui, id: CardId, out: &mut Vec<Request>) {
        let now_ms = self.now_ms();
        let mut cx = Cx::new(&self.state.session, now_ms, out);
        self.state.cards.get_mut(id).ui(ui, &mut cx);
    }

    /// The buttons that open and close the cards.
    fn card_buttons_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let shown = self.state.shown_card();
        let count = CardId::ALL.len() as f32;
        let width = (ui.available_width() - SPACE_S * (count - 1.0)) / count;
        let font_size = if width < SMALL_WORDS_BELOW { TEXT_SMALL } else { TEXT_BODY };
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = SPACE_S;
            ui.spacing_mut().button_padding.x = SPACE_XS;
            for id in CardId::ALL.iter().copied() {
                let is_shown = shown == Some(id);
                let card = self.state.cards.get_mut(id);
                let name = card.name();
                let words = egui::RichText::new(name).size(font_size);
                let button = Button::new(words).selected(is_shown).truncate();
                let mut response = ui.add_sized(vec2(width, CONTROL_HEIGHT), button);
                response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, name));
                if let Some(keys) = id.opener().and_then(|opener| opener.keys) {
                    let shortcut = ui.ctx().format_shortcut(&keys.keys);
                    response = response.on_hover_text(format!("{} ({shortcut})", keys.text));
                }
                if response.clicked() && is_shown {
                    card.close();
                } else if response.clicked() {
                    out.push(Request::OpenCard(id));
                }
            }
        });
    }

    fn review_card_ui(&mut self, ui: &mut Ui, slim: bool, out: &mut Vec<Request>) {
        let may_start = self.state.may_review();
        let mut cx = Cx::new(&self.state.session, self.now_ms(), out);
        self.review.card_ui(ui, may_start, slim, &mut cx);
    }

    /// The review in the one panel of a small window, with its graph where there is room. The moves
    /// below it, if the panel has them, have room first.
    fn slim_review_ui(&mut self, ui: &mut Ui, has_moves: bool, out: &mut Vec<Request>) {
        ui.scope(|ui| self.review_card_ui(ui, true, out));
        let room = ui.available_height();
        let room = if has_moves { room - SPACE_S - MOVES_HEIGHT } else { room };
        if !self.review.has_graph(&self.state.session) || room < LEAST_GRAPH_HEIGHT {
            return;
        }
        let most = if has_moves { LOW_GRAPH_HEIGHT } else { MOST_GRAPH_HEIGHT };
        let height = room.min(most);
        let mut cx = Cx::new(&self.state.session, self.now_ms(), out);
        self.review.graph_ui(ui, height, &mut cx);
    }

    /// The cards at the right: the engine and the buttons of the cards on top, the review at the bottom,
    /// the moves in what is left.
    pub(in crate::app) fn analyse_cards_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let window = ui.ctx().content_rect().size();
        let low = is_low(window);
        edge_ui(ui, Panel::top("analysis"), Margin::ZERO, |ui| {
            low_card_ui(ui, |ui| self.engine_card_ui(ui, low, f32::INFINITY, out));
        });
        let margin = Margin { top: SPACE_M as i8, ..Margin::ZERO };
        // Above what opens and closes, so that they keep their place.
        edge_ui(ui, Panel::top("card buttons"), margin, |ui| self.card_buttons_ui(ui, out));
        let shown = self.state.shown_card();
        let is_tall = shown.is_some_and(|id| self.state.cards.get(id).is_tall());
        let has_review = !is_tall || ui.available_height() >= REVIEW_FROM_ROOM;
        // One card alone leaves room for the list of moves; a tall one gets no more than is left.
        if let Some(id) = shown {
            let review = if has_review { REVIEW_ROW + LOW_CARD_MARGINS } else { 0.0 };
            let taken = SPACE_M + LOW_CARD_MARGINS + review + MOVES_CARD_HEIGHT;
            let room = (ui.available_height() - taken).max(0.0);
            edge_ui(ui, Panel::top("card"), margin, |ui| {
                low_card_ui(ui, |ui| {
                    if is_tall {
                        ui.set_max_height(room);
                    }
                    self.card_ui(ui, id, out);
                });
            });
        }
        if has_review {
            let is_crowded = window.y < CROWDED_BELOW_HEIGHT && shown.is_some();
            let slim = is_tall || is_crowded || window.y < GRAPH_FROM_HEIGHT;
            edge_ui(ui, Panel::bottom("review"), Margin::ZERO, |ui| {
                low_card_ui(ui, |ui| self.review_card_ui(ui, slim, out));
            });
        }
        self.moves_card_ui(ui, out);
    }

    /// The cards of a small window with the column below the board: they stand below each other and
    /// scroll, as in Play.
    pub(super) fn small_analyse_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let room = ui.available_height();
        ScrollArea::vertical().auto_shrink([false, false]).show_focused(ui, |ui| {
            // The margin keeps the scroll bar off the cards.
            ui.set_max_width(ui.available_width() - SPACE_S);
            Theme::of(ui).card().inner_margin(SPACE_XS as i8).show(ui, |ui| {
                ui.take_available_width();
                ui.spacing_mut().item_spacing.y = SPACE_S;
                ui.scope(|ui| self.engine_card_ui(ui, true, f32::INFINITY, out));
                self.slim_review_ui(ui, true, out);
                self.card_buttons_ui(ui, out);
                if let Some(id) = self.state.shown_card() {
                    ui.scope(|ui| self.card_ui(ui, id, out));
                }
            });
            self.small_moves_ui(ui, room, out);
        });
    }

    /// The one panel beside the board of a small window.
    pub(in crate::app) fn analyse_tabs_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let tabs = [(Tab::Analysis, "Analysis"), (Tab::Moves, "Moves")];
        if let Some(tab) = choice_row_ui(ui, "Panel", self.state.tab, &tabs) {
            out.push(Request::SelectTab(tab));
        }
        Theme::of(ui).card().inner_margin(SPACE_S as i8).show(ui, |ui| {
            ui.take_available_space();
            match self.state.tab {
                Tab::Analysis => self.analysis_tab_ui(ui, out),
                Tab::Moves => self.moves_ui(ui, true, out),
            }
        });
    }

    /// The buttons of the cards come first, the moves last. What stands between them scrolls where a card
    /// needs more room.
    fn analysis_tab_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        ui.spacing_mut().item_spacing.y = SPACE_S;
        // A lower panel has the moves in a tab of their own only.
        let both = ui.available_height() >= BOTH_FROM_HEIGHT;
        self.card_buttons_ui(ui, out);
        let moves = if both { MOVES_HEIGHT + SPACE_S } else { 0.0 };
        if let Some(id) = self.state.shown_card() {
            let room = (ui.available_height() - moves).max(0.0);
            let area = ScrollArea::vertical().max_height(room).min_scrolled_height(room);
            area.auto_shrink([false, true]).show_focused(ui, |ui| {
                // The margin keeps the scroll bar off the card.
                ui.set_max_width(ui.available_width() - SPACE_S);
                ui.scope(|ui| self.card_ui(ui, id, out));
                ui.scope(|ui| self.engine_card_ui(ui, true, f32::INFINITY, out));
                ui.scope(|ui| self.review_card_ui(ui, true, out));
            });
        } else {
            let room = ui.available_height() - REVIEW_ROW - SPACE_S - moves;
            ui.scope(|ui| self.engine_card_ui(ui, true, room, out));
            self.slim_review_ui(ui, both, out);
        }
        if both {
            self.moves_ui(ui, false, out);
        }
    }
}

/// A panel as high as its contents, at the upper or the lower end of the column.
fn edge_ui(ui: &mut Ui, panel: Panel, margin: Margin, contents: impl FnOnce(&mut Ui)) {
    let panel = panel.frame(Frame::new().inner_margin(margin)).show_separator_line(false);
    panel.show(ui, contents);
}

/// A card as wide as its panel, with less room above and below than other cards.
fn low_card_ui(ui: &mut Ui, add_contents: impl FnOnce(&mut Ui)) {
    let margin = Margin::symmetric(SPACE_L as i8, SPACE_M as i8);
    Theme::of(ui).card().inner_margin(margin).show(ui, |ui| {
        ui.take_available_width();
        add_contents(ui);
    });
}
