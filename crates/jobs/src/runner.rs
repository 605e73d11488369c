//! One thread that runs jobs in the order of their submission, and one long job between them.

use std::{convert::Infallible, ops::ControlFlow, sync::Arc};

use super::{
    JobContext, JobEvent, JobHandle, SpawnError, Spawner, catch_panic,
    channel::{Receiver, Sender, TryRecvError, channel},
    handle::{JobControl, WakeFn, job},
};

/// A job for the thread, without its type.
enum RunnerJob {
    Interactive(Box<dyn FnOnce() + Send>),
    Background(BackgroundJob),
}

/// A long job. Each call of `step` does a part of it; the call that ends the job, or finds it
/// stopped, sends the last event.
struct BackgroundJob {
    step: Box<dyn FnMut() -> ControlFlow<()> + Send>,
    control: Arc<JobControl>,
}

/// The thread as its owner sees it.
struct RunnerThread {
    inbox: Sender<RunnerJob>,
    /// Disconnected once the thread has ended.
    ended: Receiver<Infallible>,
}

/// Owns a thread and gives it jobs. The thread starts with the first job. Dropping the runner
/// stops the jobs that run and waits for the thread; jobs that were submitted before are still
/// called, with their stop flags set.
pub struct Runner {
    name: String,
    spawner: Spawner,
    wake: WakeFn,
    thread: Option<RunnerThread>,
    /// The newest interactive job, which may be over.
    interactive: Option<Arc<JobControl>>,
    /// The newest background job, which may be over.
    background: Option<Arc<JobControl>>,
}

impl Runner {
    /// A runner whose thread has this name. `wake` is called after each event of a job, from the
    /// thread that sent it.
    pub fn new(name: &str, spawner: Spawner, wake: impl Fn() + Send + Sync + 'static) -> Runner {
        let name = name.to_owned();
        let wake: WakeFn = Arc::new(wake);
        Runner { name, spawner, wake, thread: None, interactive: None, background: None }
    }

    /// Starts an interactive job in place of the one before it, which is stopped. If there is no
    /// thread and none can be started, the job has failed; the next call tries again.
    pub fn submit<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&JobContext<T>) + Send + 'static,
    ) -> JobHandle<T> {
        if let Some(control) = self.interactive.take() {
            control.stop();
        }
        if let Err(problem) = self.ensure_thread() {
            return JobHandle::failed(problem.into(), &*self.wake);
        }
        let (context, handle) = job(self.wake.clone());
        self.interactive = Some(context.control().clone());
        self.send(RunnerJob::Interactive(Box::new(move || context.run(work))));
        handle
    }

    /// Starts a background job in place of the one before it, which is stopped. The thread calls
    /// `step` again and again, whenever no interactive job waits, until it returns `Break`. A step
    /// that is interrupted leaves the job's state fit for another call and returns `Continue`.
    pub fn submit_background<T: Send + 'static>(
        &mut self,
        mut step: impl FnMut(&JobContext<T>) -> ControlFlow<()> + Send + 'static,
    ) -> JobHandle<T> {
        if let Some(control) = self.background.take() {
            control.stop();
        }
        if let Err(problem) = self.ensure_thread() {
            return JobHandle::failed(problem.into(), &*self.wake);
        }
        let (context, handle) = job(self.wake.clone());
        let control = context.control().clone();
        let step = Box::new(move || {
            let done = if context.control().is_stopped() {
                Ok(ControlFlow::Break(()))
            } else {
                catch_panic(|| step(&context))
            };
            match done {
                Ok(ControlFlow::Continue(())) => return ControlFlow::Continue(()),
                Ok(ControlFlow::Break(())) => context.send(JobEvent::Finished),
                Err(problem) => context.send(JobEvent::Failed(problem)),
            }
            ControlFlow::Break(())
        });
        self.send(RunnerJob::Background(BackgroundJob { step, control: control.clone() }));
        self.background = Some(control);
        handle
    }

    fn ensure_thread(&mut self) -> Result<(), SpawnError> {
        if self.thread.is_none() {
            let (inbox, jobs) = channel();
            let (alive, ended) = channel();
            let body = move || {
                run(&jobs);
                drop(alive);
            };
            self.spawner.spawn(&self.name, Box::new(body))?;
            self.thread = Some(RunnerThread { inbox, ended });
        }
        Ok(())
    }

    fn send(&mut self, job: RunnerJob) {
        let sent = self.thread.as_ref().map(|thread| thread.inbox.send(job));
        if !matches!(sent, Some(Ok(()))) {
            // The thread is lost: the job's handle reports that, and the next job gets a new thread.
            self.thread = None;
        }
        if let Some(control) = &self.background {
            control.pause();
        }
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        for control in self.interactive.iter().chain(&self.background) {
            control.stop();
        }
        if let Some(RunnerThread { inbox, ended }) = self.thread.take() {
            drop(inbox);
            // Nothing is ever sent: this waits for the end of the thread. A page may not wait, and
            // its workers end by themselves.
            if cfg!(not(target_arch = "wasm32")) {
                let _ = ended.recv();
            }
        }
    }
}

/// The thread's loop, which ends when the runner is dropped.
fn run(jobs: &Receiver<RunnerJob>) {
    let mut background: Option<BackgroundJob> = None;
    while let Ok(job) = next_job(jobs, background.as_ref()) {
        match job {
            Some(RunnerJob::Interactive(work)) => work(),
            Some(RunnerJob::Background(job)) => {
                finish(background.replace(job));
            }
            None => {
                background.take_if(|job| (job.step)().is_break());
            }
        }
    }
    finish(background);
}

/// Calls a stopped background job once more, so that it sends its last event.
fn finish(stopped: Option<BackgroundJob>) {
    if let Some(mut job) = stopped {
        let _ = (job.step)();
    }
}

/// The next job, or `None` to work on the background job meanwhile. An error if the runner was
/// dropped.
fn next_job(
    jobs: &Receiver<RunnerJob>,
    background: Option<&BackgroundJob>,
) -> Result<Option<RunnerJob>, TryRecvError> {
    let Some(running) = background else {
        return jobs.recv().map(Some).map_err(|_| TryRecvError::Disconnected);
    };
    running.control.resume();
    match jobs.try_recv() {
        Err(TryRecvError::Empty) => Ok(None),
        job => job.map(Some),
    }
}
