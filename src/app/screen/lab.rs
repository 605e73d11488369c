//! The lab: each of its pages decides what keys and the commands of its board mean. What means nothing
//! to a page with the game's board acts on the game as in Analyse.

use super::{AppState, Screen};
use crate::app::{
    lab::{LabKey, TreePage},
    pages::PageId,
    session::{GameCommand, Mode, MoveQuery, Navigation, ScreenCommand},
};
use minnow_game::UncountedReason;

impl AppState {
    /// Opens the page that explains why a move is worse than the best one, and starts its search. The
    /// answer is about the game, unless a task is on the board.
    pub(super) fn ask_why(&mut self, query: MoveQuery) {
        if self.board_task().is_none() {
            self.session.note_uncounted(UncountedReason::Analysis);
        }
        self.show(PageId::Why, "");
        self.pages.why.ask(&mut self.session, query);
    }

    /// The tree page, if it is on the screen with a recording.
    pub fn shown_recording(&self) -> Option<&TreePage> {
        let tree = self.lab.shown_tree().filter(|_| self.mode() == Mode::Lab);
        tree.filter(|tree| tree.recorded().is_some())
    }

    /// True if the tree editor is on the screen.
    pub fn shown_editor(&self) -> bool {
        let tree = self.lab.shown_tree().filter(|_| matches!(self.screen, Screen::Lab));
        tree.is_some_and(|tree| tree.editor.is_open())
    }

    pub(super) fn lab_key(&mut self, key: LabKey, now_ms: u64) {
        if !matches!(self.screen, Screen::Lab) {
            return;
        }
        let page = self.lab.shown_mut();
        if page.key(key, &mut self.session, now_ms) || !page.has_game_board() {
            return;
        }
        match key {
            LabKey::Back => self.navigate(Navigation::Back),
            LabKey::Forward => self.navigate(Navigation::Forward),
            LabKey::Start => self.navigate(Navigation::Start),
            LabKey::End => self.navigate(Navigation::End),
            LabKey::Parent => self.navigate(Navigation::PreviousVariation),
            LabKey::Child => self.navigate(Navigation::NextVariation),
            LabKey::Delete => self.game_on_board(GameCommand::DeleteHere, now_ms),
            LabKey::Undo => self.command_in_analyse(ScreenCommand::Undo, now_ms),
            LabKey::Redo => self.command_in_analyse(ScreenCommand::Redo, now_ms),
            LabKey::Play | LabKey::NextCutoff | LabKey::AddChild => {}
        }
    }

    /// Commands of the board and typed text.
    pub(super) fn game_in_lab(&mut self, command: GameCommand, now_ms: u64) {
        let page = self.lab.shown_mut();
        let has_game_board = page.has_game_board();
        match page.command(command, &mut self.session) {
            Some(command) if has_game_board => self.game_on_board(command, now_ms),
            Some(GameCommand::Type(letters)) => self.type_text(&letters),
            Some(_) | None => {}
        }
    }

    pub(super) fn command_in_lab(&mut self, command: ScreenCommand, now_ms: u64) {
        match command {
            ScreenCommand::Undo => self.lab_key(LabKey::Undo, now_ms),
            ScreenCommand::Redo => self.lab_key(LabKey::Redo, now_ms),
            ScreenCommand::AddLine { .. } if !self.shown_editor() => {
                self.command_in_analyse(command, now_ms);
            }
            ScreenCommand::AddLine { .. }
            | ScreenCommand::ToggleAnalysis
            | ScreenCommand::ToggleThreat
            | ScreenCommand::Hint => {}
        }
    }
}
