//! One thread that runs jobs in the order of their submission, and one long job between them.
//!
//! The group of the runner knows its jobs, and pauses them for jobs of higher ranks.

use std::{convert::Infallible, ops::ControlFlow, sync::Arc};

use super::{
    JobContext, JobEvent, JobHandle, RunnerGroup, SpawnError, Spawner, catch_panic,
    channel::{Receiver, Sender, TryRecvError, channel},
    group::{GroupMember, JobKind},
    handle::{WakeFn, job},
};
use minnow_base::sync::StopFlag;

/// A job for the thread, without its type.
enum RunnerJob {
    Interactive(Box<dyn FnOnce() + Send>),
    Background(BackgroundJob),
}

/// A long job. Each call of `step` does a part of it; the call that ends the job, or finds it
/// stopped, sends the last event.
struct BackgroundJob {
    step: Box<dyn FnMut() -> ControlFlow<()> + Send>,
    stop: Arc<StopFlag>,
}

/// The thread as its owner sees it.
struct RunnerThread {
    inbox: Sender<RunnerJob>,
    /// Disconnected once the thread has ended.
    ended: Receiver<Infallible>,
}

/// Owns a thread and gives it jobs. The thread starts with the first job. Dropping the runner
/// stops its jobs and waits for the thread; those of [`Runner::submit`] that have not begun are still
/// called, with their stop flags set.
pub struct Runner {
    name: String,
    spawner: Spawner,
    wake: WakeFn,
    thread: Option<RunnerThread>,
    member: GroupMember,
}

impl Runner {
    /// A runner in a group of its own, whose thread has this name. `wake` is called after each event
    /// of a job, from the thread that sent it.
    pub fn new(name: &str, spawner: Spawner, wake: impl Fn() + Send + Sync + 'static) -> Runner {
        RunnerGroup::new().runner(name, 0, spawner, wake)
    }

    pub(super) fn in_group(
        member: GroupMember,
        name: &str,
        spawner: Spawner,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Runner {
        let wake: WakeFn = Arc::new(wake);
        Runner { name: name.to_owned(), spawner, wake, thread: None, member }
    }

    /// Starts an interactive job in place of those before it, which are stopped. A job that is
    /// stopped before it begins is still called. If there is no thread and none can be started, the
    /// job has failed; the next call tries again.
    pub fn submit<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&JobContext<T>) + Send + 'static,
    ) -> JobHandle<T> {
        self.member.change_all(JobKind::Interactive, StopFlag::stop);
        self.start(|context| context.run(work))
    }

    /// The same as [`Runner::submit`], but no event of the job calls `wake`: for work whose outcome can
    /// wait for the next look.
    pub fn submit_quietly<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&JobContext<T>) + Send + 'static,
    ) -> JobHandle<T> {
        let quiet: WakeFn = Arc::new(|| {});
        let wake = std::mem::replace(&mut self.wake, quiet);
        let handle = self.submit(work);
        self.wake = wake;
        handle
    }

    /// Starts an interactive job when those before it are over. A job that is stopped before it
    /// begins is not called. A thread that does not start counts as in [`Runner::submit`].
    pub fn enqueue<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&JobContext<T>) + Send + 'static,
    ) -> JobHandle<T> {
        self.start(|context| {
            if context.is_stopped() {
                context.end(JobEvent::Finished);
            } else {
                context.run(work);
            }
        })
    }

    fn start<T: Send + 'static>(
        &mut self,
        run: impl FnOnce(JobContext<T>) + Send + 'static,
    ) -> JobHandle<T> {
        let (context, handle) = match self.new_job(JobKind::Interactive) {
            Ok(job) => job,
            Err(problem) => return JobHandle::failed(problem.into(), &*self.wake),
        };
        self.send(RunnerJob::Interactive(Box::new(move || {
            context.stop_flag().wait_while_paused();
            run(context);
        })));
        // Only now, so that the interrupted thread finds the job in its inbox.
        self.member.change_all(JobKind::Background, StopFlag::interrupt);
        handle
    }

    /// Starts a background job in place of the one before it, which is stopped. The thread calls
    /// `step` again and again, whenever no interactive job waits, until it returns `Break`. A step
    /// that is interrupted leaves the job's state fit for another call and returns `Continue`.
    pub fn submit_background<T: Send + 'static>(
        &mut self,
        mut step: impl FnMut(&JobContext<T>) -> ControlFlow<()> + Send + 'static,
    ) -> JobHandle<T> {
        self.member.change_all(JobKind::Background, StopFlag::stop);
        let (context, handle) = match self.new_job(JobKind::Background) {
            Ok(job) => job,
            Err(problem) => return JobHandle::failed(problem.into(), &*self.wake),
        };
        let stop = context.shared_stop_flag();
        let step = Box::new(move || {
            // A paused job waits here for its turn, or for an interruption.
            let is_interrupted = context.is_stopped();
            let done = if context.stop_flag().is_stopped() {
                Ok(ControlFlow::Break(()))
            } else if is_interrupted {
                Ok(ControlFlow::Continue(()))
            } else {
                catch_panic(|| step(&context))
            };
            match done {
                Ok(ControlFlow::Continue(())) => return ControlFlow::Continue(()),
                Ok(ControlFlow::Break(())) => context.end(JobEvent::Finished),
                Err(problem) => context.end(JobEvent::Failed(problem)),
            }
            ControlFlow::Break(())
        });
        self.send(RunnerJob::Background(BackgroundJob { step, stop }));
        handle
    }

    /// The two ends of a job, which is in the group from now on.
    fn new_job<T>(&mut self, kind: JobKind) -> Result<(JobContext<T>, JobHandle<T>), SpawnError> {
        self.ensure_thread()?;
        let (context, handle) = job(self.wake.clone());
        context.hold(self.member.add(kind, context.shared_stop_flag()));
        Ok((context, handle))
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
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        for kind in [JobKind::Interactive, JobKind::Background] {
            self.member.change_all(kind, StopFlag::stop);
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
    // Before the inbox is read, so that no job in it is missed.
    running.stop.end_interrupt();
    match jobs.try_recv() {
        Err(TryRecvError::Empty) => Ok(None),
        job => job.map(Some),
    }
}
