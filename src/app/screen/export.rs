//! Joins the export feature to the board that is shown and to the question box.

use super::{AppState, Screen};
use crate::app::request::Request;
use crate::app::{analyse::arrows::live_arrows, request::ExportAction, session::FileRequest};

impl AppState {
    pub(super) fn update_export(&mut self, action: ExportAction, now_ms: u64) {
        if matches!(action, ExportAction::Save(_)) {
            // The file dialog, or the box for the path, takes the place of the page.
            self.overlay = None;
        }
        if let ExportAction::SaveTo { request: FileRequest::HandIn, path, confirmed } = &action {
            if let Some(text) = self.lab.exercises.hand_in(&self.session.lists) {
                let (session, request) = (&mut self.session, FileRequest::HandIn);
                self.pages.export.save_text(session, request, path, *confirmed, text, now_ms);
            }
            return;
        }
        let arrows = match self.screen {
            Screen::Analyse => live_arrows(&self.session, &self.live),
            Screen::Play | Screen::Task { .. } | Screen::Editor { .. } | Screen::Lab => Vec::new(),
        };
        let problem = self.pages.export.update(&mut self.session, &arrows, action, now_ms);
        if let Some(question) = problem {
            self.question = Some(question.map(Request::Export));
        }
    }

    /// Takes the file that was made. A question waits for the one that is shown.
    pub(super) fn tick_export(&mut self) {
        if self.question.is_some() {
            return;
        }
        if let Some(question) = self.pages.export.take_outcome(&mut self.session) {
            self.question = Some(question.map(Request::Export));
        }
    }
}
