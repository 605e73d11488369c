//! Joins the user's games to the overlays of the window: the list, and the form for names and tags.

use super::{AppState, Overlay};
use crate::app::archive::{self, ArchiveAction, ArchiveReply, FormTarget};
use crate::app::request::Request;

impl AppState {
    pub(super) fn update_archive(&mut self, action: ArchiveAction, now_ms: u64) {
        let form = match &mut self.overlay {
            Some(Overlay::HeaderForm(form)) => Some(&mut **form),
            _ => None,
        };
        let reply = archive::update(&mut self.session, &mut self.archive, form, action);
        self.take_archive_reply(reply, now_ms);
    }

    pub(super) fn tick_archive(&mut self, now_ms: u64) {
        let is_shown = matches!(self.overlay, Some(Overlay::YourGames));
        let reply = archive::tick(&mut self.session, &mut self.archive, is_shown);
        self.take_archive_reply(reply, now_ms);
    }

    fn take_archive_reply(&mut self, reply: Option<ArchiveReply>, now_ms: u64) {
        match reply {
            Some(ArchiveReply::ShowPage) => self.overlay = Some(Overlay::YourGames),
            Some(ArchiveReply::ClosePage) => self.close_your_games(),
            Some(ArchiveReply::ShowForm(form)) => self.overlay = Some(Overlay::HeaderForm(form)),
            Some(ArchiveReply::CloseForm) => self.close_header_form(),
            Some(ArchiveReply::ShowBoard(mode)) => {
                self.close_your_games();
                self.select_mode(mode, now_ms);
            }
            Some(ArchiveReply::Ask(question)) => {
                self.question = Some(question.map(Request::Archive));
            }
            None => {}
        }
    }

    fn close_your_games(&mut self) {
        self.overlay.take_if(|overlay| matches!(overlay, Overlay::YourGames));
    }

    /// The form of a game of the list returns to the list.
    pub(super) fn close_header_form(&mut self) {
        let Some(Overlay::HeaderForm(form)) = &self.overlay else { return };
        self.overlay = match form.target {
            FormTarget::Board(_) => None,
            FormTarget::Archived(_) => Some(Overlay::YourGames),
        };
    }
}
