//! Joins the page of opponents to the overlays of the window and to the list of the user's games, and
//! notes help that keeps a game from counting.

use super::{AppState, Overlay, Screen};
use crate::app::{
    action::{Action, Page},
    opponents::{self, OpponentsAction, OpponentsReply},
};
use minnow_game::UncountedReason;

impl AppState {
    pub(super) fn update_opponents(&mut self, action: OpponentsAction) {
        match opponents::update(&mut self.session, action) {
            Some(OpponentsReply::ClosePage) => {
                let is_it =
                    |overlay: &mut Overlay| matches!(overlay, Overlay::Page(Page::Opponents));
                self.overlay.take_if(is_it);
            }
            Some(OpponentsReply::Ask(question)) => {
                self.question = Some(question.map(Action::Opponents));
            }
            None => {}
        }
    }

    pub(super) fn tick_opponents(&mut self) {
        let is_shown = self.page() == Some(&Page::Opponents);
        let games = self.archive.list.games();
        self.opponents.tick(&mut self.session, games, is_shown);
    }

    /// A game that the engine analyses before its end does not count for the user's rating.
    pub(super) fn note_analysis(&mut self) {
        let in_analysis = matches!(self.screen, Screen::Analyse);
        let is_live = in_analysis && (self.live.is_on() || self.explorer.is_open());
        let is_reviewed = self.session.review.running().is_some();
        let is_proven = self.prover.is_open();
        if is_live || is_reviewed || is_proven || self.lab.why.is_thinking() {
            self.session.note_uncounted(UncountedReason::Analysis);
        }
    }
}
