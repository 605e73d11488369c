//! The editor: a position is set up, and the game on the board waits.

use super::{AppState, Overlay, Screen};
use crate::app::{
    action::Action,
    editor::{Editor, EditorAction},
    review,
    session::{Command, Copied},
    settings,
};

impl AppState {
    pub(super) fn update_in_editor(&mut self, action: Action, now_ms: u64) {
        match action {
            Action::Command(command) => self.command_in_editor(command, now_ms),
            Action::Editor(action) => self.update_editor(action),
            Action::Moves(action) => self.update_moves(action, now_ms),
            Action::Games(action) => self.update_games(action, now_ms),
            Action::Settings(action) => settings::update(&mut self.session, action),
            Action::Lab(action) => self.update_lab(action, now_ms),
            Action::Review(action) => review::update::update(&mut self.session, action),
            Action::Play(_) | Action::Learn(_) | Action::Analyse(_) => {}
            Action::Window(action) => self.update_window(action, now_ms),
        }
    }

    fn command_in_editor(&mut self, command: Command, now_ms: u64) {
        match command {
            Command::Flip => self.session.flipped = !self.session.flipped,
            Command::Cancel => match self.overlay {
                Some(Overlay::Page(_) | Overlay::Chooser(_)) => self.overlay = None,
                Some(Overlay::Drawer) | None => self.close_editor(),
            },
            Command::SelectMode(mode) => self.select_mode(mode, now_ms),
            Command::Learn => self.start_learning(now_ms),
            Command::NewGame => self.new_game_here(),
            Command::Copy(Copied::Fen) => {
                if let Some(text) = self.editor().map(|editor| editor.fen()) {
                    self.session.copy(text);
                }
            }
            Command::Copy(what) => self.copy_what(what),
            Command::Paste(text) => self.update_editor(EditorAction::Text(text)),
            // The game's board is not shown.
            Command::Move(_)
            | Command::TypedMove(_)
            | Command::Type(_)
            | Command::TypeBackspace
            | Command::KeepShapes(_)
            | Command::Navigate(_)
            | Command::Undo
            | Command::Redo
            | Command::Hint
            | Command::DeleteHere
            | Command::ToggleAnalysis
            | Command::ToggleThreat
            | Command::AddLine { .. }
            | Command::EditPosition
            | Command::StartReview
            | Command::Explain(_) => {}
        }
    }

    fn update_editor(&mut self, action: EditorAction) {
        if let Screen::Editor { editor, .. } = &mut self.screen {
            editor.update(&mut self.session, action);
        }
    }

    /// Opens the editor with the position on the board.
    pub(super) fn open_editor(&mut self) {
        if self.editor().is_none() {
            let editor = Box::new(Editor::new(self.session.game.position()));
            self.screen = Screen::Editor { editor, mode: self.mode() };
            self.session.notice = None;
            self.play.hint = None;
            self.play.banner = false;
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
