//! The arrangement of the window: bars, cards, tabs, drawer.

use crate::app::request::Request;
use egui::{Frame, Margin, Ui, vec2};

pub(in crate::app) use crate::app::ui::widgets::side_panel as side;

use super::MinnowApp;
use crate::app::{
    context::{Cx, change_settings},
    editor::EditorArea,
    moves::{MovesView, view::navigation_ui},
    play::controls_ui,
    request::Tab,
    screen::Screen,
    session::{Mode, Out, settings::SidePanel},
    shell::{dialogs::hold_below_question, menu},
    ui::breakpoints::{
        Arrangement, arrangement, below_height, beside_width, is_low, lines_width, moves_width,
    },
    ui::focus::FocusScroll,
    ui::splitter::{PanelSide, SplitPanel, WidthChange},
    ui::theme::{self, SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme},
    ui::widgets::segmented_ui,
};

impl MinnowApp {
    /// All but the overlays.
    pub(in crate::app) fn window_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let theme = Theme::of(ui);
        let size = ui.ctx().content_rect().size();
        let arrangement = arrangement(size);
        let bar = Frame::new().fill(theme.panel).inner_margin(Margin::symmetric(16, 4));
        egui::Panel::top("bar").frame(bar).exact_size(theme::BAR_HEIGHT).show(ui, |ui| {
            let drawer = self.has_drawer(arrangement);
            menu::top_bar_ui(ui, &self.state, &self.logo, drawer, out);
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
        if self.state.mode() == Mode::Lab {
            self.lab_window_ui(ui, arrangement, out);
            return;
        }
        let analyse = self.state.mode() == Mode::Analyse;
        match arrangement {
            Arrangement::Wide | Arrangement::Drawer => {
                self.side_panels_ui(ui, arrangement, out);
            }
            Arrangement::TabsBeside => {
                let width = beside_width(size);
                side(egui::Panel::right("tabs"), width).show(ui, |ui| self.tabs_ui(ui, out));
            }
            Arrangement::TabsBelow => {
                let share = if analyse { 0.38 } else { 0.3 };
                let height = below_height(size, share);
                side(egui::Panel::bottom("tabs"), height).show(ui, |ui| self.tabs_ui(ui, out));
            }
        }
        let margin = if is_low(size) { SPACE_XS } else { SPACE_M };
        let frame = Frame::new().fill(theme.background).inner_margin(margin as i8);
        egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| match self.state.mode() {
            Mode::Play => self.middle_ui(ui, out),
            Mode::Analyse | Mode::Lab => self.analyse_middle_ui(ui, out),
        });
        if self.has_drawer(arrangement) && self.state.drawer_open() {
            self.drawer_ui(ui, out);
        }
    }

    /// The panels beside the board, with handles that change their widths.
    fn side_panels_ui(&mut self, ui: &mut Ui, arrangement: Arrangement, out: &mut Vec<Request>) {
        let (analyse, size) = (self.state.mode() == Mode::Analyse, ui.ctx().content_rect().size());
        let mut handles = Vec::new();
        if arrangement == Arrangement::Wide && !analyse {
            let split = self.split(SidePanel::Settings, PanelSide::Left, theme::LEFT_WIDTH);
            let panel = side(egui::Panel::left("settings"), split.width(ui));
            let shown = panel.show(ui, |ui| self.settings_card_ui(ui, out));
            handles.push((SidePanel::Settings, split, shown.response.rect));
        }
        let (name, usual) = if analyse {
            (SidePanel::Lines, lines_width(size))
        } else {
            (SidePanel::Moves, moves_width(size))
        };
        let split = self.split(name, PanelSide::Right, usual);
        let panel = side(egui::Panel::right("moves"), split.width(ui));
        let shown = panel.show(ui, |ui| match self.state.mode() {
            Mode::Play => self.moves_cards_ui(ui, out),
            Mode::Analyse | Mode::Lab => self.analyse_cards_ui(ui, out),
        });
        handles.push((name, split, shown.response.rect));
        for (panel, split, rect) in handles {
            if let Some(WidthChange(width)) = split.handle_ui(ui, rect) {
                let settings = &self.state.session.settings;
                change_settings(out, settings, |changed| changed.panels.set(panel, width));
            }
        }
    }

    /// A panel with the user's width, if there is one.
    pub(in crate::app) fn split(
        &self,
        panel: SidePanel,
        side: PanelSide,
        usual: f32,
    ) -> SplitPanel {
        let wish = self.state.session.settings.panels.of(panel);
        SplitPanel { name: panel.name(), side, wish, usual }
    }

    fn editor_ui(&mut self, ui: &mut Ui, arrangement: Arrangement, out: &mut Vec<Request>) {
        let is_board_enabled = self.state.question.is_none() && self.state.page().is_none();
        let area = EditorArea { arrangement, is_board_enabled };
        let mut cx = Cx::new(&self.state.session, self.now_ms(), out);
        if let Screen::Editor { editor, .. } = &mut self.state.screen {
            editor.ui(ui, &mut self.placing, area, &mut cx);
        }
    }

    /// True if the settings are in a drawer.
    fn has_drawer(&self, arrangement: Arrangement) -> bool {
        match arrangement {
            _ if self.state.board_task().is_some() || self.state.mode() == Mode::Lab => false,
            Arrangement::Wide => self.state.mode() == Mode::Analyse,
            Arrangement::Drawer => true,
            Arrangement::TabsBeside | Arrangement::TabsBelow => false,
        }
    }

    pub(in crate::app) fn settings_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let (mode, now_ms) = (self.state.mode(), self.now_ms());
        let mut cx = Cx::new(&self.state.session, now_ms, out);
        self.state.settings_panel.settings_ui(ui, mode, &mut cx);
    }

    fn settings_card_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let card = Theme::of(ui).card();
        let margin = Margin { right: SPACE_S as i8, ..card.inner_margin };
        card.inner_margin(margin).show(ui, |ui| {
            ui.take_available_space();
            self.settings_ui(ui, out);
        });
    }

    fn moves_cards_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let card = Theme::of(ui).card();
        let buttons = egui::Panel::bottom("buttons").frame(Frame::NONE).resizable(false);
        buttons.show_separator_line(false).show(ui, |ui| {
            card.show(ui, |ui| {
                ui.take_available_width();
                self.controls_ui(ui, out);
            });
        });
        let room = Frame::new().inner_margin(Margin { bottom: SPACE_M as i8, ..Margin::ZERO });
        egui::CentralPanel::no_frame().frame(room).show(ui, |ui| {
            card.show(ui, |ui| {
                ui.take_available_space();
                self.moves_ui(ui, out);
            });
        });
    }

    fn controls_ui(&self, ui: &mut Ui, out: &mut Vec<Request>) {
        let mut events = Out::default();
        let (session, play) = (&self.state.session, &self.state.play);
        controls_ui(ui, session, play, self.play_flags(), &mut events);
        out.extend(events.into_requests(Request::Play));
    }

    /// The move list, the comment on the current move, and the navigation buttons.
    pub(in crate::app) fn moves_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let spacing = ui.spacing().item_spacing.y;
        let covered = self.is_covered();
        let view = MovesView { session: &self.state.session, mode: self.state.mode(), covered };
        let mut events = Out::default();
        let comment = self.comment.height(ui, &view);
        let below =
            theme::CONTROL_HEIGHT + spacing + comment.map_or(0.0, |height| height + spacing);
        self.moves.moves_ui(ui, &view, below, &mut events);
        let written = self.comment.comment_ui(ui, &view, comment);
        navigation_ui(ui, &view, &mut events);
        // The comment precedes the action that made the user leave its field.
        out.splice(0..0, written.map(Request::Moves));
        out.extend(events.into_requests(Request::Moves));
    }

    /// The one panel of a small window.
    fn tabs_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        if self.state.mode() == Mode::Analyse {
            self.analyse_tabs_ui(ui, out);
            return;
        }
        let tab = self.state.tab();
        let options = [
            ("Game", tab == Tab::Game),
            ("Moves", tab == Tab::Moves),
            ("Settings", tab == Tab::Settings),
        ];
        if let Some(index) = segmented_ui(ui, "Panel", &options) {
            out.push(Request::SelectTab([Tab::Game, Tab::Moves, Tab::Settings][index]));
        }
        Theme::of(ui).card().inner_margin(SPACE_S as i8).show(ui, |ui| {
            ui.take_available_space();
            match tab {
                Tab::Game => {
                    egui::ScrollArea::vertical().show_focused(ui, |ui| {
                        self.controls_ui(ui, out);
                    });
                }
                Tab::Moves => self.moves_ui(ui, out),
                Tab::Settings => self.settings_ui(ui, out),
            }
        });
    }

    fn drawer_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let theme = Theme::of(ui);
        let room = ui.ctx().content_rect();
        let at = room.min + vec2(SPACE_S, theme::BAR_HEIGHT + SPACE_S);
        let height = room.height() - theme::BAR_HEIGHT - theme::STATUS_HEIGHT - 2.0 * SPACE_S;
        let area = egui::Area::new(egui::Id::unique("drawer")).order(egui::Order::Foreground);
        let shown = area.fixed_pos(at).show(ui.ctx(), |ui| {
            hold_below_question(ui, self.state.question.as_ref());
            theme.overlay().show(ui, |ui| {
                ui.set_width(theme::LEFT_WIDTH - 2.0 * SPACE_L);
                ui.set_height(height - 2.0 * SPACE_L);
                self.settings_ui(ui, out);
            });
        });
        let elsewhere = ui.input(|input| {
            let pressed = input.pointer.any_pressed();
            pressed
                && input.pointer.interact_pos().is_some_and(|at| !shown.response.rect.contains(at))
        });
        // Presses on the drawer's popups and on the bar's button do not close it.
        let on_bar = ui
            .input(|input| input.pointer.interact_pos().is_some_and(|at| at.y < theme::BAR_HEIGHT));
        if elsewhere && !on_bar && !egui::Popup::is_any_open(ui.ctx()) {
            out.push(Request::ToggleDrawer);
        }
    }
}
