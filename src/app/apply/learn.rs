//! Learning from errors: from one problem to the next, and the judging of answers.

use super::super::{action::LearnAction, state::AppState};

impl AppState {
    pub(super) fn apply_learn(&mut self, action: LearnAction) {
        if !self.game.has_review() && action == LearnAction::Start {
            self.info("Review the game first: what there is to learn comes from its review.");
        }
    }
}
