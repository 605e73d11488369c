//! Learn: a walk through the errors of a reviewed game. The game is only walked through: whatever
//! would change it, or show what the review found, has to wait.

use super::AppState;
use crate::app::{
    action::{Action, LearnAction, MovesAction},
    learn::Learn,
    session::Command,
};

impl AppState {
    pub(super) fn update_in_learn(&mut self, action: Action, now_ms: u64) {
        match action {
            Action::Command(command) => self.command_in_learn(command, now_ms),
            Action::Learn(action) => self.apply_learn(action, now_ms),
            Action::Moves(action @ (MovesAction::Comment { .. } | MovesAction::CopyLine(_))) => {
                self.apply_tree(action, now_ms);
            }
            Action::Games(action) => self.apply_games(action, now_ms),
            Action::Settings(setting) => self.apply_setting(setting, now_ms),
            Action::Lab(action) => self.apply_lab(action, now_ms),
            Action::Moves(_) | Action::Review(_) | Action::Play(_) | Action::Editor(_) => {}
            Action::Window(action) => self.update_window(action, now_ms),
        }
    }

    fn command_in_learn(&mut self, command: Command, now_ms: u64) {
        match command {
            Command::Move(mv) => self.answer_problem(mv, now_ms),
            Command::TypedMove(text) => self.typed_move(&text, now_ms),
            // A problem's answer leaves no marks in the game.
            Command::Type(text) => self.type_text(&text),
            Command::TypeBackspace => drop(self.session.typed.pop()),
            Command::Hint => self.apply_learn(LearnAction::Hint, now_ms),
            Command::ToggleAnalysis => {
                let over = self.learn().is_some_and(Learn::is_over);
                let next = if over { LearnAction::Leave } else { LearnAction::Next };
                self.apply_learn(next, now_ms);
            }
            Command::Cancel if self.overlay.is_none() && self.session.typed.is_empty() => {
                self.leave_learning();
            }
            Command::Cancel => self.cancel(),
            Command::Flip => self.session.flipped = !self.session.flipped,
            Command::SelectMode(mode) => {
                self.leave_learning();
                self.select_mode(mode, now_ms);
            }
            Command::EditPosition => {
                self.leave_learning();
                self.open_editor();
            }
            Command::Explain(query) => self.ask_why(query),
            Command::NewGame => self.new_game_here(),
            Command::Copy(what) => self.copy_what(what),
            Command::Paste(text) => self.paste(&text),
            Command::KeepShapes(_)
            | Command::Navigate(_)
            | Command::Undo
            | Command::Redo
            | Command::DeleteHere
            | Command::ToggleThreat
            | Command::AddLine { .. }
            | Command::StartReview
            | Command::Learn => {}
        }
    }
}
