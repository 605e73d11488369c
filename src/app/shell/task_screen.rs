//! The screen of a task: the board, and one card in place of lines, moves and review.

use egui::{Frame, Key, Modifiers, Panel, Ui};

use super::MinnowApp;
use crate::app::{
    context::Cx,
    game_board::{BoardFlags, position_picture},
    learn::Learn,
    request::Request,
    screen::{BoardTask, Screen},
    ui::board::PositionPicture,
    ui::breakpoints::{Arrangement, below_height, beside_width, column_width, is_low},
    ui::theme::{SPACE_M, SPACE_S, SPACE_XS, Theme},
    ui::widgets::side_panel,
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
            self.task_board_ui(ui, out);
        });
    }

    /// Enter goes on from a finished problem or puzzle, and begins a run with the coordinates, if no page
    /// covers the board and no button has the focus. A focused board would take the key.
    fn task_enter(&self, ui: &Ui, out: &mut Vec<Request>) {
        let free = self.board.focused || ui.memory(|memory| memory.focused().is_none());
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
        let small = arrangement != Arrangement::Wide;
        let panel = match arrangement {
            Arrangement::Wide => side_panel(Panel::right(id), column_width(size)),
            Arrangement::TabsBeside => side_panel(Panel::right(id), beside_width(size)),
            Arrangement::TabsBelow => side_panel(Panel::bottom(id), below_height(size, 0.36)),
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
                    BoardTask::Coordinates(coordinates) => coordinates.ui(ui, &mut cx),
                }
            });
        });
    }

    /// The board of the task; that of a problem after the answer, if there is one.
    fn task_board_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let (flags, state) = (self.board_flags(), &self.state);
        let Some(task) = state.board_task() else { return };
        let (board, learn) = (task.board(), state.learn());
        let before = board.game.position();
        let answer = learn.and_then(Learn::answer_shown);
        let node = board.game.node(board.game.cursor());
        let position = answer.map_or(*before, |answer| before.play(answer));
        let last_move = answer.or_else(|| node.and_then(|node| node.played()));
        let mut picture = PositionPicture {
            hint: task.hint(),
            ..position_picture(&state.session, &position, last_move)
        };
        if let BoardTask::Coordinates(coordinates) = task {
            coordinates.mark(&mut picture);
        }
        let flags = BoardFlags { shapes_kept: false, ..flags };
        self.board.follow_plain(board.here());
        let ask = &mut |request| out.push(request);
        let output = self.board.position_ui(ui, &position, &picture, flags, ask);
        match &mut self.state.screen {
            Screen::Task { task: BoardTask::Coordinates(coordinates), .. } => {
                if let Some(square) = output.pressed {
                    coordinates.press(square);
                    ask(Request::Wake);
                }
            }
            Screen::Task { task: BoardTask::Learn(_), .. } => {}
            _ => self.board.explain(&position, &output, ask),
        }
    }
}
