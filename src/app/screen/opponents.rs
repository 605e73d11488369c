//! Joins the page of opponents to the overlays of the window and to the list of the user's games, and
//! notes help that keeps a game from counting.

use super::{AppState, Screen};
use crate::app::pages::PageId;
use minnow_game::UncountedReason;

impl AppState {
    /// The page of opponents counts the results of the listed games.
    pub(super) fn follow_results(&mut self) {
        let is_shown = self.page() == Some(PageId::Opponents);
        let games = self.archive.list.games();
        self.pages.opponents.follow(&mut self.session, games, is_shown);
    }

    /// A game that the engine analyses before its end does not count for the user's rating.
    pub(super) fn note_analysis(&mut self) {
        let in_analysis = matches!(self.screen, Screen::Analyse);
        let is_live = in_analysis && self.live.is_on();
        let is_reviewed = self.session.review.running().is_some();
        if is_live || is_reviewed || self.cards.advise(in_analysis) || self.pages.why.is_thinking()
        {
            self.session.note_uncounted(UncountedReason::Analysis);
        }
    }
}
