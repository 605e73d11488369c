//! The editor's update, and the tables of its position.

use super::{Editor, EditorAction};
use crate::app::{
    session::{Adoption, Mode, NewGame, Notice, NoticeUndo, Session, TableStatus},
    ui::text::sentence,
};
use minnow_rules::{Position, Variant};
use minnow_tables::{cache::STANDARD_MEN, has_few_men};

/// A position with few men, and the tables of its board.
pub(super) struct EditorEnding {
    pub position: Position,
    pub tables: TableStatus,
}

impl Editor {
    pub fn update(&mut self, session: &mut Session, action: EditorAction) {
        match action {
            EditorAction::Put(at, piece) => self.put(at, piece),
            EditorAction::Move(from, to) => self.move_piece(from, to),
            EditorAction::Turn(color) => self.change(|setup| setup.turn = color),
            EditorAction::ToggleCastling(right) => {
                self.change(|setup| setup.castling_rights ^= 1 << right.min(7));
            }
            EditorAction::TurnNumber(number) => self.change(|setup| setup.fullmove = number),
            EditorAction::Variant(id) => {
                if let Some(variant) = Variant::by_id(&id) {
                    self.replace(session, "The board was changed.", |editor| {
                        editor.change_variant(variant);
                    });
                }
            }
            EditorAction::Text(text) => self.set_text(text),
            EditorAction::Clear => self.replace(session, "The board was cleared.", Editor::clear),
            EditorAction::Start => {
                self.replace(session, "The start position was set up.", Editor::start);
            }
            EditorAction::Undo => {
                if self.undo() {
                    session.info("The position is restored.");
                }
            }
            EditorAction::BuildTables => session.tables.build(self.variant()),
            EditorAction::Begin(mode) => self.begin(session, mode),
        }
    }

    /// Looks for the tables of the position.
    pub fn look_for_tables(&self, session: &mut Session) {
        let position = self.position();
        if position.is_ok_and(|position| has_few_men(&position, STANDARD_MEN)) {
            session.tables.look_for(self.variant());
        }
    }

    /// The position, and the tables that have it or can be built; `None` if its game is over or there
    /// is no table for so many men.
    pub(super) fn ending(&self, session: &Session) -> Option<EditorEnding> {
        let position = self.position().ok()?;
        let goes_on = position.outcome(1).is_none();
        let tables = session.tables.status_for(&position).filter(|_| goes_on)?;
        Some(EditorEnding { position, tables })
    }

    /// Carries out a change of the whole board and offers to undo it.
    fn replace(&mut self, session: &mut Session, text: &str, change: impl FnOnce(&mut Editor)) {
        if self.keep_while(change) {
            session.show_notice(Notice::undoable(text, NoticeUndo::Setup));
        }
    }

    /// Requests a new game from the position; its variant becomes the setting.
    fn begin(&self, session: &mut Session, mode: Mode) {
        match self.position() {
            Err(problem) => session.error(sentence(&problem)),
            Ok(position) => session.request_game(NewGame {
                mode: Some(mode),
                adopts: Adoption::Variant,
                ..NewGame::from_position(position)
            }),
        }
    }
}
