//! Play: a game that goes on from its last move.

use super::AppState;
use crate::app::request::Request;
use crate::app::{
    request::PlayAction,
    session::{Question, ScreenCommand},
};
use minnow_rules::Move;

impl AppState {
    pub(super) fn update_play(&mut self, action: PlayAction, now_ms: u64) {
        let question = self.play.update(&mut self.session, action, now_ms);
        self.ask_in_play(question);
    }

    pub(super) fn try_move(&mut self, mv: Move, now_ms: u64) {
        let question = self.play.try_move(&mut self.session, mv, now_ms);
        self.ask_in_play(question);
    }

    pub(super) fn ask_in_play(&mut self, question: Option<Question<PlayAction>>) {
        if let Some(question) = question {
            self.question = Some(question.map(Request::Play));
        }
    }

    pub(super) fn command_in_play(&mut self, command: ScreenCommand, now_ms: u64) {
        match command {
            ScreenCommand::Undo => self.play.take_back(&mut self.session, now_ms),
            ScreenCommand::Redo => self.play.redo(&mut self.session, now_ms),
            ScreenCommand::Hint => self.play.ask_hint(&mut self.session, now_ms),
            // A game in progress is not analysed.
            ScreenCommand::ToggleAnalysis
            | ScreenCommand::ToggleThreat
            | ScreenCommand::AddLine { .. } => {}
        }
    }
}
