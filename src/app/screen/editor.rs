//! The editor: a position is set up, and the game on the board waits.

use super::{AppState, Screen};
use crate::app::editor::{Editor, EditorAction};

impl AppState {
    pub(super) fn update_editor(&mut self, action: EditorAction) {
        if let Screen::Editor { editor, .. } = &mut self.screen {
            editor.update(&mut self.session, action);
        }
    }

    /// Opens the editor with the position on the board.
    pub(super) fn open_editor(&mut self) {
        if self.editor().is_none() {
            self.leave_task();
            let editor = Box::new(Editor::new(self.session.game.position()));
            self.screen = Screen::Editor { editor, mode: self.mode() };
            self.session.notice = None;
            self.play.hint = None;
            self.session.typed.clear();
        }
    }

    /// Returns to the mode that the editor was opened in.
    pub(in crate::app) fn close_editor(&mut self) {
        if let Screen::Editor { mode, .. } = self.screen {
            self.screen = Screen::from(mode);
        }
    }
}
