//! Carries out the features' requests. Another game on the board needs the question about unsaved
//! work first.

use super::{AppState, Screen};
use crate::app::{
    pages::PageId,
    request::Request,
    session::{AfterUnsaved, Effect, NewGame, Question},
};

impl AppState {
    /// Carries out the requests of the features in their order.
    pub(super) fn carry_out_requests(&mut self, now_ms: u64) {
        for request in std::mem::take(&mut self.session.requests) {
            self.carry_out(request, now_ms);
        }
    }

    /// Takes a position or games as text; the editor takes a position.
    pub(super) fn paste(&mut self, text: String) {
        if let Some(editor) = self.editor_mut() {
            editor.set_text(text);
        } else {
            self.pages.game_files.paste(&text, &mut self.session);
        }
    }

    /// Asks whether to save the game before a step that drops unsaved changes.
    pub(super) fn ask_about_unsaved(&mut self, next: AfterUnsaved) {
        let document = &self.session.document;
        let question = match document.path.as_ref().or(document.suggestion.as_ref()) {
            Some(_) => {
                let name = self.session.document_name();
                let text = format!("{name} has changes that are not in the file.");
                Question::new("Save the changes?", text)
                    .choice("Save", Request::SaveFirst(next.clone()))
                    .choice("Save a copy", Request::SaveCopyFirst(next.clone()))
            }
            None => {
                let problem = self.session.keeping.archive_problem();
                let problem = problem.map_or(String::new(), |problem| format!(" {problem}"));
                let text = format!("The game on the board has not been saved to a file.{problem}");
                Question::new("Save this game first?", text)
                    .choice("Save", Request::SaveFirst(next.clone()))
            }
        };
        let question = question.choice("Don't save", Request::DropUnsaved(next)).cancel("Cancel");
        self.question = Some(question);
    }

    /// Goes on after the user's decision about unsaved work.
    pub(super) fn proceed(&mut self, next: AfterUnsaved) {
        match next {
            AfterUnsaved::Begin(new) => self.begin(*new),
            AfterUnsaved::Quit => {
                self.may_close = true;
                self.session.effects.push(Effect::Close);
            }
        }
    }

    /// Puts the game before this one on the board again.
    pub(super) fn return_to_game(&mut self) {
        if let Some(before) = self.session.replaced.take() {
            self.begin(*before);
            self.session.info("The previous game is back on the board.");
        }
    }

    /// Puts another game on the board without a question. The computer waits in a game that is
    /// under way already.
    pub fn begin(&mut self, new: NewGame) {
        let (mode, starts) = (new.mode.unwrap_or(self.mode()), new.starts);
        self.session.begin(new);
        self.live.forget();
        self.play.begin(&self.session);
        self.play.started |= starts;
        self.question = None;
        self.close(PageId::GameFiles);
        self.screen = Screen::from(mode);
    }
}
