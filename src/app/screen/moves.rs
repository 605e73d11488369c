//! Moves on the game's board, typed moves, and edits of the game's tree; in Analyse any position and any
//! move, and a new move becomes a variation.

use super::{AppState, Screen};
use crate::app::{
    moves::{self, MovesAction},
    session::{GameCommand, ScreenCommand},
    ui::text::sentence,
};
use minnow_game::Mark;
use minnow_rules::Move;

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

    pub(super) fn update_moves(&mut self, action: MovesAction, now_ms: u64) {
        let takes = match &self.screen {
            Screen::Play | Screen::Analyse | Screen::Editor { .. } => true,
            Screen::Task { .. } => {
                matches!(action, MovesAction::Comment { .. } | MovesAction::CopyLine(_))
            }
            // The other pages of the lab do not show the game.
            Screen::Lab => self.lab.shown().has_game_board(),
        };
        if takes {
            let mode = self.mode();
            moves::update::update(&mut self.session, action, mode, now_ms);
        }
    }

    pub(super) fn game_on_board(&mut self, command: GameCommand, now_ms: u64) {
        match command {
            GameCommand::Move(mv) => self.make_move(mv, now_ms),
            GameCommand::TypedMove(text) => self.typed_move(&text, now_ms),
            GameCommand::Type(text) => self.type_or_mark(&text, now_ms),
            GameCommand::TypeBackspace => drop(self.session.typed.pop()),
            GameCommand::KeepShapes(shapes) => self.session.keep_shapes(&shapes),
            GameCommand::Navigate(navigation) => self.navigate(navigation),
            GameCommand::DeleteHere => self.delete_here(now_ms),
        }
    }

    /// Deletes the move before the position shown, and all moves after it.
    fn delete_here(&mut self, now_ms: u64) {
        let mode = self.mode();
        moves::update::delete_here(&mut self.session, mode, now_ms);
    }

    /// A digit marks the current move, unless it is part of a typed move, accepted or rejected.
    fn type_or_mark(&mut self, text: &str, now_ms: u64) {
        let number = text.parse().ok().and_then(Mark::from_number);
        if let Some(mark) = number.filter(|_| self.session.typed.is_empty()) {
            let covered = self.is_covered() || self.editor().is_some();
            if !covered && !self.session.edits.is_typing_refused(now_ms) {
                moves::update::toggle_mark_here(&mut self.session, mark);
            }
            return;
        }
        let before = self.session.typed.len();
        self.type_text(text);
        if self.session.typed.len() == before && !self.may_type() {
            self.session.edits.refuse(now_ms);
        }
    }

    /// Makes a move that was typed.
    fn typed_move(&mut self, text: &str, now_ms: u64) {
        self.session.typed.clear();
        if !self.may_type() {
            self.session.error("It is not your move.");
            return;
        }
        match self.read_typed(text) {
            Ok(mv) => self.make_move(mv, now_ms),
            Err(problem) => self.session.error(sentence(&problem)),
        }
    }

    fn make_move(&mut self, mv: Move, now_ms: u64) {
        match &self.screen {
            Screen::Play => self.play.try_move(&mut self.session, mv, now_ms),
            Screen::Analyse | Screen::Lab if self.may_move() => self.session.add_move(mv),
            Screen::Task { .. } => self.answer_task(mv, now_ms),
            Screen::Analyse | Screen::Lab | Screen::Editor { .. } => {}
        }
    }
}
