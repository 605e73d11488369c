//! The position editor's actions. It never touches the game on the board: what it makes is a new one.

use super::super::{
    action::{Action, EditorAction},
    editor::Editor,
    screen::{AppState, Screen},
    session::{Document, Effect, Mode},
};
use crate::{game::Game, rules::Variant};

impl AppState {
    pub(in crate::app) fn apply_editor(&mut self, action: EditorAction) {
        let Some(editor) = self.editor_mut() else { return };
        match action {
            EditorAction::Close => self.close_editor(),
            EditorAction::Put(at, piece) => editor.put(at, piece),
            EditorAction::Move(from, to) => editor.move_piece(from, to),
            EditorAction::Turn(color) => editor.change(|setup| setup.turn = color),
            EditorAction::ToggleCastling(right) => {
                editor.change(|setup| setup.castling_rights ^= 1 << right.min(7));
            }
            EditorAction::TurnNumber(number) => editor.change(|setup| setup.fullmove = number),
            EditorAction::Variant(id) => {
                if let Some(variant) = Variant::by_id(&id) {
                    editor.change_variant(variant);
                }
            }
            EditorAction::Text(text) => editor.set_text(text),
            EditorAction::Clear => editor.clear(),
            EditorAction::Start => editor.start(),
            EditorAction::Begin(mode) => self.begin_edited(mode),
        }
    }

    pub(in crate::app) fn open_editor(&mut self) {
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

    /// A new game from the position, once the old one is safe.
    fn begin_edited(&mut self, mode: Mode) {
        let Some(position) = self.editor().map(Editor::position) else { return };
        match position {
            Err(problem) => self.session.error(problem),
            Ok(position) => {
                if self.guard_unsaved(Action::Editor(EditorAction::Begin(mode))) {
                    let id = &position.variant().id;
                    if self.session.settings.variant != *id {
                        self.session.settings.variant.clone_from(id);
                        self.session.effects.push(Effect::KeepSettings);
                    }
                    self.session.notice = None;
                    self.screen = Screen::from(mode);
                    self.begin_game(Game::from_position(position), Document::default());
                }
            }
        }
    }
}
