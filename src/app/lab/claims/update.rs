//! The updates of the claims page.

use super::{ClaimsAction, ClaimsPage};
use crate::app::session::Session;
use minnow_lab::claims::check_claims;

impl ClaimsPage {
    pub fn update(&mut self, session: &mut Session, action: ClaimsAction) {
        match action {
            ClaimsAction::Measure if session.has_nothing_to_search() => {}
            ClaimsAction::Measure => {
                let position = *session.game.position();
                let job = session.engine.submit(move |job| {
                    check_claims(position, job.stop_flag(), &mut |update| job.emit(update));
                });
                self.begin(position, job);
            }
            ClaimsAction::Stop => self.stop(),
            ClaimsAction::Export => session.save_lab_picture(Some(self.picture())),
        }
    }
}
