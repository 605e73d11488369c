//! The screen of Learn: a board without hints of the answer, and one card in place of lines, moves
//! and review.

use crate::app::request::Request;
use egui::Ui;

use super::MinnowApp;
use crate::app::{
    game_board::{BoardScene, typed_ui},
    learn::{
        Learn,
        view::{enter_key_ui, learn_ui},
    },
    session::Out,
    shell::task_panel::{task_board_ui, task_card_ui},
    ui::breakpoints::Arrangement,
};

impl MinnowApp {
    pub(in crate::app) fn learn_window_ui(
        &mut self,
        ui: &mut Ui,
        arrangement: Arrangement,
        out: &mut Vec<Request>,
    ) {
        self.learn_enter(ui, out);
        task_card_ui(ui, "learn", arrangement, |ui, small| {
            if let Some(learn) = self.state.learn() {
                let mut events = Out::default();
                learn_ui(ui, learn, small, &mut events);
                out.extend(events.into_actions(Request::Learn));
            }
        });
        task_board_ui(ui, |ui| self.problem_ui(ui, out));
    }

    /// Enter goes on from a finished problem.
    fn learn_enter(&self, ui: &Ui, out: &mut Vec<Request>) {
        let Some(learn) = self.state.learn() else { return };
        if self.may_take_enter(ui) {
            let mut events = Out::default();
            enter_key_ui(ui, learn, &mut events);
            out.extend(events.into_actions(Request::Learn));
        }
    }

    /// The board of the current problem, after the answer if there is one.
    fn problem_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
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
        out.extend(events.into_actions(Request::Learn));
        if !self.state.session.typed.is_empty() {
            typed_ui(ui, &self.state.session.typed, output.response.rect);
        }
    }
}
