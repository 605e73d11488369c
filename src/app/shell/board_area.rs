//! The board of the game on the screens of play, analysis and the lab.

use crate::app::request::Request;
use egui::Ui;

use super::MinnowApp;
use crate::app::{
    analyse::arrows::live_arrows,
    context::Cx,
    game_board::{BoardFlags, game_picture},
    session::Mode,
    ui::board::PositionPicture,
};

impl MinnowApp {
    /// True if a question or a page covers the window.
    pub(in crate::app) fn is_covered(&self) -> bool {
        self.state.question.is_some() || self.state.is_covered()
    }

    pub(in crate::app) fn board_flags(&self) -> BoardFlags {
        BoardFlags {
            may_move: self.state.may_move(),
            premove_side: None,
            shapes_kept: true,
            enabled: !self.is_covered(),
        }
    }

    /// The board between the two players' strips.
    pub(in crate::app) fn middle_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let flags = self.board_flags();
        let mut cx = Cx::new(&self.state.session, self.now_ms(), out);
        self.state.play.board_ui(ui, &mut self.board, flags, &mut cx);
    }

    /// The board of the game in analysis and in the lab.
    pub(in crate::app) fn the_board_ui(&mut self, ui: &mut Ui, out: &mut Vec<Request>) {
        let flags = self.board_flags();
        let arrows = match self.state.mode() {
            Mode::Play | Mode::Lab => Vec::new(),
            Mode::Analyse => live_arrows(&self.state.session, &self.state.live),
        };
        let session = &self.state.session;
        let picture = PositionPicture { arrows, ..game_picture(session) };
        self.board.game_ui(ui, session, &picture, flags, &mut |request| out.push(request));
    }
}
