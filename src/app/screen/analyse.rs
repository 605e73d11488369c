//! Analyse: any position and any move; a new move becomes a variation.

use super::AppState;
use crate::app::{moves, session::ScreenCommand};

impl AppState {
    pub(super) fn command_in_analyse(&mut self, command: ScreenCommand, now_ms: u64) {
        match command {
            ScreenCommand::Undo => moves::update::undo(&mut self.session, now_ms),
            ScreenCommand::Redo => moves::update::redo(&mut self.session, now_ms),
            ScreenCommand::ToggleAnalysis => self.live.toggle(&self.session),
            ScreenCommand::ToggleThreat => self.live.toggle_threat(&self.session),
            ScreenCommand::AddLine { after, moves } => self.session.add_line(after, &moves),
            // Hints belong to a game in progress.
            ScreenCommand::Hint => {}
        }
    }
}
