//! The lab's comparison: what the user does, and what becomes of it.

use super::super::{
    lab::compare::{CompareAction, DEEPEST, compare},
    state::AppState,
};

impl AppState {
    pub(super) fn apply_compare(&mut self, action: CompareAction) {
        let page = &mut self.lab.compare;
        match action {
            CompareAction::Toggle(technique) => page.toggle(technique),
            CompareAction::Depth(depth) => page.depth = depth.clamp(1, DEEPEST),
            CompareAction::Stop => page.stop(),
            CompareAction::Measure => {
                let (position, wanted, depth) = (*self.game.position(), page.wanted(), page.depth);
                let task = self.engine.lab(move |desk| compare(position, &wanted, depth, desk));
                self.lab.compare.begin(position, task);
            }
        }
    }
}
