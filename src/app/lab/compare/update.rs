//! The lab's comparison and "Why not this move?": what the user does, and what becomes of it.

use crate::app::{
    action::Page,
    lab::{
        compare::{CompareAction, state::DEEPEST},
        why::answer,
    },
    screen::{AppState, Overlay},
    session::MoveQuery,
};

impl AppState {
    /// Opens the page of the answer and has it looked for.
    pub(in crate::app) fn ask_why(&mut self, asked: MoveQuery) {
        self.overlay = Some(Overlay::Page(Page::WhyNot));
        let question = asked.clone();
        let job = self.session.engine.submit(move |job| answer(&question, job));
        self.lab.why.begin(asked, job);
    }

    pub(in crate::app) fn apply_compare(&mut self, action: CompareAction) {
        match action {
            CompareAction::Toggle(technique) => self.lab.compare.toggle(technique),
            CompareAction::Depth(depth) => self.lab.compare.depth = depth.clamp(1, DEEPEST),
            CompareAction::Quiescence(on) => self.lab.compare.quiescence = on,
            CompareAction::Stop => self.lab.compare.stop(),
            CompareAction::Measure if self.session.has_nothing_to_search() => {}
            CompareAction::Measure => {
                let position = *self.session.game.position();
                let comparison = self.lab.compare.comparison(position);
                let job = self.session.engine.submit(move |job| {
                    comparison.run(job.stop_flag(), &mut |update| job.emit(update));
                });
                self.lab.compare.begin(position, job);
            }
        }
    }
}
