//! The lab: its pages, and what its jobs have found.

use super::{
    super::{
        action::{Action, Mode},
        lab::{LabAction, LabPage},
        state::AppState,
    },
    tick::Wake,
};

impl AppState {
    pub(super) fn apply_lab(&mut self, action: LabAction) {
        match action {
            LabAction::Page(page) => {
                self.lab.page = page;
                if page == LabPage::Lessons {
                    self.begin_lessons();
                }
            }
            LabAction::Lesson(action) => self.apply_lesson(action),
            LabAction::Printed(action) => self.apply_printed(action),
            LabAction::Claims(action) => self.apply_claims(action),
        }
    }

    /// What an action means in the lab, where some keys do something else.
    pub(super) fn while_in_lab(&mut self, action: Action) -> Option<Action> {
        match action {
            Action::ToggleAnalysis | Action::ToggleThreat if self.mode == Mode::Lab => None,
            _ if self.mode == Mode::Lab => self.while_in_lesson(action),
            _ => Some(action),
        }
    }

    /// Takes in what the lab's jobs have found. Returns when it wants to be called again.
    pub(super) fn follow_lab(&mut self, _now_ms: u64) -> Wake {
        self.lab.lessons.follow();
        self.lab.claims.follow();
        None
    }
}
