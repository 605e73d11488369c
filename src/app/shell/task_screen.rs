//! The screen of a task: the board, and one card in place of lines, moves and review.

use egui::{Frame, Key, Modifiers, Panel, Ui};

use super::{MinnowApp, panes::side};
use crate::app::{
    context::Cx,
    game_board::{BoardScene, typed_ui},
    learn::Learn,
    request::Request,
    screen::{BoardTask, Screen},
    ui::breakpoints::{Arrangement, below_height, beside_width, is_low, lines_width},
    ui::theme::{SPACE_M, SPACE_S, SPACE_XS, Theme},
};

impl MinnowApp {
    pub(in crate::app) fn task_window_ui(
        &mut self,
        ui: &mut Ui,
        arrangement: Arrangement,
        out: &mut Vec<Request>,
    ) {
        self.task_enter(ui, out);
        self.task_panel_ui(ui, arrangement, out);
        let margin = if is_low(ui.ctx().content_rect().size()) { SPACE_XS } else { SPACE_M };
        let frame = Frame::new().fill(Theme::of(ui).background).inner_margin(margin as i8);
        egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            let board = if self.state.learn().is_some() {
                self.problem_ui(ui, out)
            } else {
                let room = ui.available_rect_before_wrap();
                self.the_board_ui(ui, out);
                room
            };
            if !self.state.session.typed.is_empty() {
                typed_ui(ui, &self.state.session.typed, board);
            }
        });
    }

    /// Enter goes on from a finished problem or puzzle if no page covers the board and no button has
    /// the focus. A focused board would take the key.
    fn task_enter(&self, ui: &Ui, out: &mut Vec<Request>) {
        let free = self.board.has_focus() || ui.memory(|memory| memory.focused().is_none());
        let takes = self.state.board_task().is_some_and(BoardTask::takes_enter);
        let enter = |input: &mut egui::InputState| input.consume_key(Modifiers::NONE, Key::Enter);
        if free && takes && !self.is_covered() && ui.input_mut(enter) {
            out.push(Request::NextTask);
        }
    }

    /// The panel with the card of the task, beside or below the board.
    fn task_panel_ui(&mut self, ui: &mut Ui, arrangement: Arrangement, out: &mut Vec<Request>) {
        let mut cx = Cx::new(&self.state.session, self.now_ms(), out);
        let Screen::Task { task, .. } = &mut self.state.screen else { return };
        let id = if matches!(task, BoardTask::Learn(_)) { "learn" } else { "task" };
        let size = ui.ctx().content_rect().size();
        let small = !matches!(arrangement, Arrangement::Wide | Arrangement::Drawer);
        let panel = match arrangement {
            Arrangement::Wide | Arrangement::Drawer => side(Panel::right(id), lines_width(size)),
            Arrangement::TabsBeside => side(Panel::right(id), beside_width(size)),
            Arrangement::TabsBelow => side(Panel::bottom(id), below_height(size, 0.36)),
        };
        panel.show(ui, |ui| {
            let card = Theme::of(ui).card();
            let card = if small { card.inner_margin(SPACE_S as i8) } else { card };
            card.show(ui, |ui| {
                ui.take_available_width();
                if small {
                    ui.take_available_space();
                }
                match task {
                    BoardTask::Learn(learn) => learn.ui(ui, small, &mut cx),
                    BoardTask::Train(trainer) => trainer.ui(ui, &mut cx),
                    BoardTask::Puzzle(solving) => solving.ui(ui, &mut cx),
                }
            });
        });
    }

    /// The board of the current problem, after the answer if there is one. Returns its rectangle.
    fn problem_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) -> egui::Rect {
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
        let (flags, session) = (self.board_flags(), &self.state.session);
        let ask = &mut |request| out.push(request);
        let output = self.board.scene_ui(ui, session, &scene, flags, ask);
        output.response.rect
    }
}
