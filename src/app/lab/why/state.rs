//! "Why not this move?": the query and its answer.

use crate::app::session::{MoveQuery, Session, task::Task};
use minnow_lab::{WhyAnswer, answer_why_not};

/// The state of the page.
#[derive(Debug, Default)]
pub struct WhyPage {
    query: Option<MoveQuery>,
    answer: Option<WhyAnswer>,
    task: Task<WhyAnswer>,
}

impl WhyPage {
    pub fn query(&self) -> Option<&MoveQuery> {
        self.query.as_ref()
    }

    pub fn answer(&self) -> Option<&WhyAnswer> {
        self.answer.as_ref()
    }

    pub fn problem(&self) -> Option<&str> {
        self.task.problem()
    }

    /// True if the answer is still being searched.
    pub fn is_thinking(&self) -> bool {
        self.task.is_running()
    }

    /// Starts a job that answers the query.
    pub fn ask(&mut self, session: &mut Session, query: MoveQuery) {
        let MoveQuery { position, mv } = query;
        let job = session.engine.submit(move |job| {
            if let Some(answer) = answer_why_not(&position, mv, job.stop_flag()) {
                job.emit(answer);
            }
        });
        (self.query, self.answer) = (Some(query), None);
        self.task.begin(job);
    }

    /// Takes the job's answer.
    pub fn poll(&mut self) {
        self.answer = self.task.poll().pop().or(self.answer.take());
    }
}
