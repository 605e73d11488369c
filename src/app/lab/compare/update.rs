//! The updates of the comparison page.

use super::{CompareAction, ComparePage, state::DEEPEST};
use crate::app::session::Session;

impl ComparePage {
    pub fn update(&mut self, session: &mut Session, action: CompareAction) {
        match action {
            CompareAction::Toggle(technique) => self.toggle(technique),
            CompareAction::Depth(depth) => self.depth = depth.clamp(1, DEEPEST),
            CompareAction::Quiescence(on) => self.quiescence = on,
            CompareAction::Stop => self.stop(),
            CompareAction::ExportTable => session.save_lab_picture(self.table_picture()),
            CompareAction::ExportPlot => session.save_lab_picture(self.plot_picture()),
            CompareAction::Measure if session.has_nothing_to_search() => {}
            CompareAction::Measure => {
                let position = *session.game.position();
                let comparison = self.comparison(position);
                let job = session.engine.submit(move |job| {
                    comparison.run(job.stop_flag(), &mut |update| job.emit(update));
                });
                self.begin(position, job);
            }
        }
    }
}
