//! "Why not this move?": what was asked of a position, and the answer.

use crate::app::session::{MoveQuery, task::Task};
use crate::{
    jobs::{JobContext, JobHandle},
    lab::{WhyAnswer, answer_why_not},
};

/// The state of the page.
#[derive(Debug, Default)]
pub struct Why {
    asked: Option<MoveQuery>,
    answer: Option<WhyAnswer>,
    task: Task<WhyAnswer>,
}

impl Why {
    pub fn asked(&self) -> Option<&MoveQuery> {
        self.asked.as_ref()
    }

    pub fn answer(&self) -> Option<&WhyAnswer> {
        self.answer.as_ref()
    }

    pub fn problem(&self) -> Option<&str> {
        self.task.problem()
    }

    /// Whether the answer has not come yet.
    pub fn is_thinking(&self) -> bool {
        self.task.is_running()
    }

    /// Follows a job that answers this question.
    pub fn begin(&mut self, asked: MoveQuery, job: JobHandle<WhyAnswer>) {
        (self.asked, self.answer) = (Some(asked), None);
        self.task.begin(job);
    }

    /// Takes in the job's answer.
    pub fn poll(&mut self) {
        self.answer = self.task.poll().pop().or(self.answer.take());
    }
}

/// The job: looks for the answer.
pub fn answer(asked: &MoveQuery, job: &JobContext<WhyAnswer>) {
    if let Some(answer) = answer_why_not(&asked.position, asked.mv, job.stop_flag()) {
        job.emit(answer);
    }
}
