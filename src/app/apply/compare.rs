//! The lab's comparison and "Why not this move?": what the user does, and what becomes of it.

use super::super::{
    action::Page,
    lab::{
        compare::{CompareAction, DEEPEST, compare},
        why::{Asked, answer},
    },
    state::AppState,
};

impl AppState {
    /// Opens the page of the answer and has it looked for.
    pub(super) fn ask_why(&mut self, asked: Asked) {
        self.page = Some(Page::WhyNot);
        let question = asked.clone();
        let task = self.engine.lab(move |desk| answer(&question, desk));
        self.lab.why.begin(asked, task);
    }

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
