//! The editor: a position is set up, and the game on the board waits.

use super::{AppState, Screen};
use crate::app::editor::Editor;

impl AppState {
    /// Opens the editor with the position on the board.
    pub(super) fn open_editor(&mut self) {
        if self.editor().is_none() {
            let position = *self.board_game().position();
            self.leave_task();
            let editor = Box::new(Editor::new(&position));
            self.screen = Screen::Editor { editor, mode: self.mode() };
            self.session.notice = None;
            self.play.hint = None;
            self.session.typed.clear();
        }
    }

    pub(super) fn undo_setup(&mut self) {
        if self.editor_mut().is_some_and(Editor::undo) {
            self.session.info("The position is restored.");
        }
    }

    /// Returns to the mode that the editor was opened in.
    pub(in crate::app) fn close_editor(&mut self) {
        if let Screen::Editor { mode, .. } = self.screen {
            self.screen = Screen::from(mode);
        }
    }
}
