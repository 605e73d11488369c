//! The screen of Learn: a board without hints of the answer, and one card in place of lines, moves
//! and review.

use egui::{Frame, Ui};

use super::MinnowApp;
use crate::app::{
    action::Action,
    game_board::{BoardScene, typed_ui},
    learn::{
        Learn,
        view::{enter_key_ui, learn_ui},
    },
    session::Out,
    shell::panes::side,
    ui::breakpoints::{Arrangement, below_height, beside_width, is_low, lines_width},
    ui::theme::{SPACE_M, SPACE_S, SPACE_XS, Theme},
};

impl MinnowApp {
    pub(in crate::app) fn learn_window_ui(
        &mut self,
        ui: &mut Ui,
        arrangement: Arrangement,
        out: &mut Vec<Action>,
    ) {
        self.learn_enter(ui, out);
        let size = ui.ctx().content_rect().size();
        let small = !matches!(arrangement, Arrangement::Wide | Arrangement::Drawer);
        let panel = match arrangement {
            Arrangement::Wide | Arrangement::Drawer => {
                side(egui::Panel::right("learn"), lines_width(size))
            }
            Arrangement::TabsBeside => side(egui::Panel::right("learn"), beside_width(size)),
            Arrangement::TabsBelow => side(egui::Panel::bottom("learn"), below_height(size, 0.36)),
        };
        panel.show(ui, |ui| {
            let card = Theme::of(ui).card();
            let card = if small { card.inner_margin(SPACE_S as i8) } else { card };
            card.show(ui, |ui| {
                ui.take_available_width();
                if small {
                    ui.take_available_space();
                }
                if let Some(learn) = self.state.learn() {
                    let mut events = Out::default();
                    learn_ui(ui, learn, small, &mut events);
                    out.extend(events.into_actions(Action::Learn));
                }
            });
        });
        let margin = if is_low(size) { SPACE_XS } else { SPACE_M };
        let frame = Frame::new().fill(Theme::of(ui).background).inner_margin(margin as i8);
        egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| self.problem_ui(ui, out));
    }

    /// Enter goes on from a finished problem, unless a button has the focus.
    fn learn_enter(&self, ui: &Ui, out: &mut Vec<Action>) {
        let Some(learn) = self.state.learn() else { return };
        let free = self.board.has_focus() || ui.memory(|memory| memory.focused().is_none());
        if free && !self.is_covered() {
            let mut events = Out::default();
            enter_key_ui(ui, learn, &mut events);
            out.extend(events.into_actions(Action::Learn));
        }
    }

    /// The board of the current problem, after the answer if there is one.
    fn problem_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let state = &self.state;
        self.board.follow_plain(state.session.here());
        let before = state.session.game.position();
        let answer = state.learn().and_then(Learn::answer_shown);
        let position = answer.map_or(*before, |answer| before.play(answer));
        let node = state.session.game.node(state.session.game.cursor());
        let scene = BoardScene {
            position,
            last_move: answer.or_else(|| node.and_then(|node| node.played())),
            hint: state.learn().and_then(Learn::hint),
            arrows: Vec::new(),
            shapes_kept: false,
            premoves: None,
        };
        let (flags, mut events) = (self.board_flags(), Out::default());
        let session = &self.state.session;
        let output = self.board.scene_ui(ui, session, &scene, flags, &mut events);
        out.extend(events.into_actions(Action::Learn));
        if !self.state.session.typed.is_empty() {
            typed_ui(ui, &self.state.session.typed, output.response.rect);
        }
    }
}
