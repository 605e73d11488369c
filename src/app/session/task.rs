//! Jobs beside the engine: how they start, each on a thread of its own, and a page's handle on one of
//! them.

use std::sync::Arc;

use crate::app::ui::text::sentence;
use minnow_jobs::{JobContext, JobEvent, JobHandle, JobProgress, Spawner};

/// Starts jobs. `wake` is called when one of them has sent an event.
#[derive(Clone)]
pub struct Background {
    pub spawner: Spawner,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl Default for Background {
    fn default() -> Background {
        Background::new(Spawner::default(), || {})
    }
}

impl Background {
    pub fn new(spawner: Spawner, wake: impl Fn() + Send + Sync + 'static) -> Background {
        Background { spawner, wake: Arc::new(wake) }
    }

    /// The function that jobs call after each event.
    pub fn wake(&self) -> impl Fn() + Send + Sync + 'static {
        let wake = self.wake.clone();
        move || wake()
    }

    /// Starts a job on a thread of this name.
    pub fn start<T: Send + 'static>(
        &self,
        name: &str,
        work: impl FnOnce(&JobContext<T>) + Send + 'static,
    ) -> JobHandle<T> {
        self.spawner.start(name, self.wake(), work)
    }
}

/// A page's handle on the job it started, with the last progress and problem.
#[derive(Debug)]
pub struct Task<T> {
    job: Option<JobHandle<T>>,
    progress: JobProgress,
    problem: Option<String>,
}

impl<T> Default for Task<T> {
    fn default() -> Task<T> {
        Task { job: None, progress: JobProgress::default(), problem: None }
    }
}

impl<T> Task<T> {
    /// Follows a job that was started, in place of the one before.
    pub fn begin(&mut self, job: JobHandle<T>) {
        *self = Task { job: Some(job), ..Task::default() };
    }

    pub fn is_running(&self) -> bool {
        self.job.is_some()
    }

    /// The last progress reported.
    pub fn progress(&self) -> JobProgress {
        self.progress
    }

    /// The reason why the job is incomplete, as a sentence for the user.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    pub fn set_problem(&mut self, problem: impl Into<String>) {
        self.problem = Some(problem.into());
    }

    /// The job's outputs since the last call; never waits.
    pub fn poll(&mut self) -> Vec<T> {
        let events = self.job.as_mut().map_or(Vec::new(), JobHandle::events);
        let mut outputs = Vec::new();
        for event in events {
            match event {
                JobEvent::Progress(progress) => self.progress = progress,
                JobEvent::Output(output) => outputs.push(output),
                JobEvent::Finished => self.job = None,
                JobEvent::Failed(problem) => {
                    self.set_problem(sentence(&problem));
                    self.job = None;
                }
            }
        }
        outputs
    }

    /// Makes the job end at once; it still sends its results so far.
    pub fn stop(&self) {
        if let Some(job) = &self.job {
            job.stop();
        }
    }

    /// Ends the job, drops its results, and keeps the reason.
    pub fn abandon(&mut self, problem: &str) {
        if self.job.take().is_some() {
            self.set_problem(problem);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_jobs::Runner;

    fn poll_all<T>(task: &mut Task<T>) -> Vec<T> {
        let mut outputs = Vec::new();
        while task.is_running() {
            outputs.extend(task.poll());
        }
        outputs
    }

    #[test]
    fn a_task_collects_outputs_progress_and_problems() {
        let mut runner = Runner::new("test", Spawner::default(), || {});
        let mut task = Task::default();
        task.begin(runner.submit(|job| {
            job.progress(1, 3);
            job.emit(5);
        }));
        assert_eq!(poll_all(&mut task), [5]);
        assert_eq!(task.progress(), JobProgress { done: 1, total: 3 });
        task.begin(runner.submit(|_| panic!("a planted fault")));
        assert_eq!(task.progress(), JobProgress::default());
        assert!(poll_all(&mut task).is_empty());
        assert_eq!(task.problem(), Some("Internal error: a planted fault."));
    }

    #[test]
    fn only_a_stopped_task_still_gets_outputs() {
        let mut runner = Runner::new("test", Spawner::default(), || {});
        let until_stopped = |job: &JobContext<i32>| {
            job.wait_for_stop();
            job.emit(7);
        };
        let mut task = Task::default();
        task.begin(runner.submit(until_stopped));
        task.stop();
        assert_eq!(poll_all(&mut task), [7]);
        assert_eq!(task.problem(), None);
        task.begin(runner.submit(until_stopped));
        task.abandon("Stopped.");
        assert!(!task.is_running() && task.poll().is_empty());
        assert_eq!(task.problem(), Some("Stopped."));
    }
}
