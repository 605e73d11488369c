//! The arrangement of the window: bars, board, column, cards.

use egui::{Frame, Margin, Ui, vec2};

use super::{MinnowApp, menu};
use crate::app::{
    context::{Cx, change_settings},
    editor::EditorArea,
    game_board::BoardFlags,
    lab::area::lab_area_ui,
    moves::{
        MovesView,
        view::{heading_ui, navigation_ui},
    },
    request::Request,
    screen::Screen,
    session::Mode,
    ui::breakpoints::{
        Arrangement, PanelSide, SplitPanel, WidthChange, arrangement, beside_width,
        column_below_height, column_width, is_slim,
    },
    ui::focus::FocusScroll,
    ui::theme::{self, SPACE_M, SPACE_S, SPACE_XS, Theme},
    ui::widgets::side_panel,
};

// Sizes in points.
/// The least height of the card of moves.
const LEAST_MOVES_HEIGHT: f32 = 96.0;
/// In a lower card, the rows of moves take the place of its heading.
const MOVES_HEADING_FROM: f32 = 150.0;
/// The height of the moves in a small window without room for them, where the whole column scrolls.
const SMALL_MOVES_HEIGHT: f32 = 220.0;

impl MinnowApp {
    /// All but the overlays.
    pub(in crate::app) fn window_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let theme = Theme::of(ui);
        let size = ui.ctx().content_rect().size();
        let arrangement = arrangement(size);
        let bar = Frame::new().fill(theme.panel).inner_margin(Margin::symmetric(16, 4));
        egui::Panel::top("bar").frame(bar).exact_size(theme::BAR_HEIGHT).show(ui, |ui| {
            menu::top_bar_ui(ui, &self.state, &self.logo, out);
        });
        self.lower_line_ui(ui, out);
        if self.state.editor().is_some() {
            self.editor_ui(ui, arrangement, out);
            return;
        }
        if self.state.board_task().is_some() {
            self.task_window_ui(ui, arrangement, out);
            return;
        }
        if self.state.mode() == Mode::Train {
            self.train_ui(ui, arrangement, out);
            return;
        }
        if self.state.mode() == Mode::Lab {
            self.lab_window_ui(ui, arrangement, out);
            return;
        }
        self.column_ui(ui, arrangement, out);
        let margin = if is_slim(size) { SPACE_XS } else { SPACE_M };
        let frame = Frame::new().fill(theme.background).inner_margin(margin as i8);
        egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| match self.state.mode() {
            Mode::Play => self.play_middle_ui(ui, out),
            _ => self.analyse_middle_ui(ui, out),
        });
    }

    /// The column beside the board of Play and Analyse, of the same width in both, with a handle that
    /// changes it; in a small window the panel beside or below the board.
    fn column_ui(&mut self, ui: &mut Ui, arrangement: Arrangement, out: &mut Vec<Request>) {
        let size = ui.ctx().content_rect().size();
        let plays = self.state.mode() == Mode::Play;
        let slim = Frame::new().inner_margin(SPACE_XS as i8);
        match arrangement {
            Arrangement::Wide => {
                let wish = self.state.session.settings.panels.column;
                let (side, usual) = (PanelSide::Right, column_width(size));
                let split = SplitPanel { name: "column", side, wish, usual };
                let panel = side_panel(egui::Panel::right("column"), split.width(ui));
                let shown = panel.show(ui, |ui| {
                    if plays { self.play_cards_ui(ui, out) } else { self.analyse_cards_ui(ui, out) }
                });
                if let Some(WidthChange(width)) = split.handle_ui(ui, shown.response.rect) {
                    let settings = &self.state.session.settings;
                    change_settings(out, settings, |changed| changed.panels.column = width);
                }
            }
            Arrangement::TabsBeside => {
                let panel = side_panel(egui::Panel::right("slim column"), beside_width(size));
                let panel = if plays { panel.frame(slim) } else { panel };
                panel.show(ui, |ui| {
                    if plays { self.small_play_ui(ui, out) } else { self.analyse_tabs_ui(ui, out) }
                });
            }
            Arrangement::TabsBelow => {
                let panel =
                    side_panel(egui::Panel::bottom("column below"), column_below_height(size));
                panel.frame(slim).show(ui, |ui| {
                    if plays {
                        self.small_play_ui(ui, out);
                    } else {
                        self.small_analyse_ui(ui, out);
                    }
                });
            }
        }
    }

    fn lab_window_ui(&mut self, ui: &mut Ui, arrangement: Arrangement, out: &mut Vec<Request>) {
        let flags = self.board_flags();
        let mut cx = Cx::new(&self.state.session, self.now_ms(), out);
        let (lab, board) = (&mut self.state.lab, &mut self.board);
        if let Some(WidthChange(width)) = lab_area_ui(ui, arrangement, lab, board, flags, &mut cx) {
            cx.change_settings(|changed| changed.panels.lab_board = width);
        }
    }

    fn editor_ui(&mut self, ui: &mut Ui, arrangement: Arrangement, out: &mut Vec<Request>) {
        let is_board_enabled = self.state.question.is_none() && self.state.page.is_none();
        let area = EditorArea { arrangement, is_board_enabled };
        let mut cx = Cx::new(&self.state.session, self.now_ms(), out);
        if let Screen::Editor { editor, .. } = &mut self.state.screen {
            editor.ui(ui, &mut self.placing, area, &mut cx);
        }
    }

    /// The cards of Play: the choices of a new game; then the game or its result, the moves, and the
    /// buttons.
    fn play_cards_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        if self.before_ui(ui, out) {
            return;
        }
        let room = ui.available_height();
        let bottom = egui::Panel::bottom("buttons").frame(Frame::NONE).resizable(false);
        let bottom = bottom.show_separator_line(false).show(ui, |ui| self.play_bottom_ui(ui, out));
        let room = room - bottom.response.rect.height() - SPACE_M;
        let top = egui::Panel::top("game").frame(Frame::NONE).resizable(false);
        top.show_separator_line(false).show(ui, |ui| self.play_top_ui(ui, room, out));
        self.moves_card_ui(ui, out);
    }

    /// The card of moves in what is left of the column.
    pub(super) fn moves_card_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let frame = Frame::new().inner_margin(Margin::symmetric(0, SPACE_M as i8));
        egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            // Less than this would be a frame around nothing.
            let height = ui.available_height();
            if height >= LEAST_MOVES_HEIGHT {
                Theme::of(ui).card().show(ui, |ui| {
                    ui.take_available_space();
                    self.moves_ui(ui, height >= MOVES_HEADING_FROM, out);
                });
            }
        });
    }

    /// The choices of Play before the first move; returns false after it.
    fn before_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) -> bool {
        let is_before = self.state.play.is_before(&self.state.session);
        if is_before {
            let mut cx = Cx::new(&self.state.session, self.now_ms(), out);
            self.state.play.before_ui(ui, &mut cx);
        }
        is_before
    }

    /// The upper cards of Play; they scroll where they are higher than the room.
    fn play_top_ui(&mut self, ui: &mut Ui, room: f32, out: &mut Vec<Request>) {
        // The scroll bar takes room of its own, so that it is off the cards.
        ui.spacing_mut().scroll.floating_allocated_width = SPACE_S;
        let area = egui::ScrollArea::vertical().max_height(room).min_scrolled_height(room);
        area.show_focused(ui, |ui| {
            let mut cx = Cx::new(&self.state.session, self.now_ms(), out);
            self.state.play.top_ui(ui, &mut cx);
        });
    }

    fn play_bottom_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let mut cx = Cx::new(&self.state.session, self.now_ms(), out);
        self.state.play.bottom_ui(ui, &mut cx);
    }

    /// The same in a small window: the cards stand below each other, the buttons of a running game first.
    /// The moves fill what is left; where that is too little, the cards scroll.
    fn small_play_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        if self.before_ui(ui, out) {
            return;
        }
        let room = ui.available_height();
        egui::ScrollArea::vertical().auto_shrink([false, false]).show_focused(ui, |ui| {
            // The margin keeps the scroll bar off the cards.
            ui.set_max_width(ui.available_width() - SPACE_S);
            let is_over = self.state.session.end().is_some();
            if !is_over {
                self.play_bottom_ui(ui, out);
            }
            let mut cx = Cx::new(&self.state.session, self.now_ms(), out);
            self.state.play.top_ui(ui, &mut cx);
            if is_over {
                self.play_bottom_ui(ui, out);
            }
            self.small_moves_ui(ui, room, out);
        });
    }

    /// The card of moves in a column of this height that scrolls: it fills what is left, where that is
    /// enough.
    pub(super) fn small_moves_ui(&mut self, ui: &mut Ui, room: f32, out: &mut Vec<Request>) {
        let card = Theme::of(ui).card().inner_margin(SPACE_S as i8);
        let above = ui.cursor().top() - ui.min_rect().top() + card.total_margin().sum().y;
        let left = (room - above).floor();
        let height = if left >= LEAST_MOVES_HEIGHT { left } else { SMALL_MOVES_HEIGHT };
        card.show(ui, |ui| {
            let size = vec2(ui.available_width(), height);
            ui.allocate_ui(size, |ui| {
                ui.set_min_size(size);
                ui.set_max_height(height);
                self.moves_ui(ui, true, out);
            });
        });
    }

    /// The move list, with its heading where there is room, the comment on the current move, and the
    /// navigation buttons.
    pub(in crate::app) fn moves_ui(
        &mut self,
        ui: &mut Ui,
        has_heading: bool,
        out: &mut Vec<Request>,
    ) {
        let spacing = ui.spacing().item_spacing.y;
        let covered = self.is_covered();
        let (session, mode, mut asked) = (&self.state.session, self.state.mode(), Vec::new());
        let mut view = MovesView { session, mode, covered, out: &mut asked };
        let comment = self.comment.height(ui, &view);
        let below =
            theme::CONTROL_HEIGHT + spacing + comment.map_or(0.0, |height| height + spacing);
        if has_heading {
            heading_ui(ui, &mut view);
        }
        self.moves.moves_ui(ui, &mut view, below);
        let written = self.comment.comment_ui(ui, &view, comment);
        navigation_ui(ui, &mut view);
        // The comment precedes the action that made the user leave its field.
        out.splice(0..0, written);
        out.extend(asked);
    }

    /// True if a question or a page covers the window.
    pub(super) fn is_covered(&self) -> bool {
        self.state.question.is_some() || self.state.is_covered()
    }

    pub(super) fn board_flags(&self) -> BoardFlags {
        BoardFlags {
            may_move: self.state.may_move(),
            premove_side: None,
            shapes_kept: true,
            enabled: !self.is_covered(),
        }
    }

    /// The board between the two players' strips.
    fn play_middle_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let flags = self.board_flags();
        let mut cx = Cx::new(&self.state.session, self.now_ms(), out);
        self.state.play.board_ui(ui, &mut self.board, flags, &mut cx);
    }
}
