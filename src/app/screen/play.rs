//! Play: a game that goes on from its last move.

use super::AppState;
use crate::{
    app::{
        action::{Action, PlayAction},
        review,
        session::{Command, Question},
        settings,
    },
    rules::Move,
};

impl AppState {
    pub(super) fn update_in_play(&mut self, action: Action, now_ms: u64) {
        match action {
            Action::Command(command) => self.command_in_play(command, now_ms),
            Action::Play(action) => self.update_play(action, now_ms),
            Action::Moves(action) => self.update_moves(action, now_ms),
            Action::Review(action) => review::update::update(&mut self.session, action),
            Action::Games(action) => self.update_games(action, now_ms),
            Action::Settings(action) => settings::update(&mut self.session, action),
            Action::Lab(action) => self.update_lab(action, now_ms),
            // These belong to screens that are not shown.
            Action::Learn(_) | Action::Editor(_) | Action::Analyse(_) => {}
            Action::Window(action) => self.update_window(action, now_ms),
        }
    }

    fn command_in_play(&mut self, command: Command, now_ms: u64) {
        match command {
            Command::Move(mv) => self.try_move(mv, now_ms),
            Command::TypedMove(text) => self.typed_move(&text, now_ms),
            Command::Type(text) => self.type_or_mark(&text, now_ms),
            Command::TypeBackspace => drop(self.session.typed.pop()),
            Command::KeepShapes(shapes) => self.session.keep_shapes(&shapes),
            Command::Navigate(navigation) => self.navigate(navigation),
            Command::Undo => self.play.take_back(&mut self.session, now_ms),
            Command::Redo => self.play.redo(&mut self.session, now_ms),
            Command::Hint => self.play.ask_hint(&mut self.session, now_ms),
            Command::DeleteHere => self.delete_here(now_ms),
            Command::Flip => self.session.flipped = !self.session.flipped,
            Command::Cancel => self.cancel(),
            Command::SelectMode(mode) => self.select_mode(mode, now_ms),
            Command::EditPosition => self.open_editor(),
            Command::StartReview => self.start_review(now_ms),
            Command::Learn => self.start_learning(now_ms),
            Command::Explain(query) => self.ask_why(query),
            Command::NewGame => self.new_game_here(),
            Command::Copy(what) => self.copy_what(what),
            Command::Paste(text) => self.paste(&text),
            // In a game nothing is analysed, and no line but the played one is added.
            Command::ToggleAnalysis | Command::ToggleThreat | Command::AddLine { .. } => {}
        }
    }
}

impl AppState {
    fn update_play(&mut self, action: PlayAction, now_ms: u64) {
        let question = self.play.update(&mut self.session, action, now_ms);
        self.ask_in_play(question);
    }

    pub(super) fn try_move(&mut self, mv: Move, now_ms: u64) {
        let question = self.play.try_move(&mut self.session, mv, now_ms);
        self.ask_in_play(question);
    }

    fn ask_in_play(&mut self, question: Option<Question<PlayAction>>) {
        if let Some(question) = question {
            self.question = Some(question.map(Action::Play));
        }
    }
}
