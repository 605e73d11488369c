//! Moves on the game's board, typed moves, and edits of the game's tree; in Analyse any position and any
//! move, and a new move becomes a variation.

use super::{AppState, Screen};
use crate::app::{
    moves,
    session::{GameCommand, Mode, ScreenCommand, Session},
    ui::text::sentence,
};
use minnow_game::Mark;
use minnow_rules::Move;

impl AppState {
    pub(super) fn command_in_analyse(&mut self, command: ScreenCommand, now_ms: u64) {
        match command {
            ScreenCommand::Undo => moves::undo(&mut self.session, now_ms),
            ScreenCommand::Redo => moves::redo(&mut self.session, now_ms),
            ScreenCommand::ToggleAnalysis => self.live.toggle(&self.session),
            ScreenCommand::ToggleThreat => self.live.toggle_threat(&self.session),
            ScreenCommand::AddLine { after, moves } => self.session.add_line(after, &moves),
            // Hints belong to a game in progress.
            ScreenCommand::Hint => {}
        }
    }

    /// Edits the game's tree, where the screen shows it.
    pub(super) fn in_tree(&mut self, edit: impl FnOnce(&mut Session, Mode)) {
        let is_shown = match &self.screen {
            Screen::Play | Screen::Analyse | Screen::Editor { .. } => true,
            Screen::Task { .. } => false,
            // The other pages of the lab do not show the game.
            Screen::Lab => self.lab.shown().has_game_board(),
        };
        if is_shown {
            let mode = self.mode();
            edit(&mut self.session, mode);
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
            GameCommand::DeleteHere => {
                let (node, mode) = (self.session.game.cursor(), self.mode());
                moves::delete(&mut self.session, node, mode, now_ms);
            }
        }
    }

    /// A digit marks the current move, unless it is part of a typed move, accepted or rejected.
    fn type_or_mark(&mut self, text: &str, now_ms: u64) {
        let number = text.parse().ok().and_then(Mark::from_number);
        if let Some(mark) = number.filter(|_| self.session.typed.is_empty()) {
            let covered = self.is_covered() || self.editor().is_some();
            if !covered && !self.session.edits.is_typing_refused(now_ms) {
                let node = self.session.game.cursor();
                moves::toggle_mark(&mut self.session, node, mark);
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
