//! The two ends of a job: the context it works with, and the handle its owner keeps.

use std::{
    any::Any,
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    time::Duration,
};
use web_time::Instant;

use super::{
    SpawnError,
    channel::{Receiver, Sender, TryRecvError, channel},
};
use minnow_base::sync::lock_briefly;

/// Progress events of one job are at least this far apart, so that they do not keep a window busy.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(80);

/// Called after each event, from the thread that sent it.
pub(super) type WakeFn = Arc<dyn Fn() + Send + Sync>;

/// An event of a job for its owner: any number of the first two, then one of the last two.
#[derive(Clone, Debug, PartialEq)]
pub enum JobEvent<T> {
    /// How far the job is, at most one event every 80 ms.
    Progress(JobProgress),
    /// A value that the job sent.
    Output(T),
    /// The job has ended, by itself or because it was stopped.
    Finished,
    /// The job panicked, or its thread could not be started or was lost.
    Failed(JobError),
}

/// The progress of a job, in the job's own unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobProgress {
    /// The units of work that are done.
    pub done: u64,
    /// All units of work.
    pub total: u64,
}

/// The reason why a job failed, for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobError {
    /// The thread of the job could not be started.
    #[error(transparent)]
    NoThread(#[from] SpawnError),
    /// The job panicked; the text is the panic's.
    #[error("internal error: {0}")]
    Panicked(String),
    /// The thread ended and left the job without an end.
    #[error("internal error: the thread ended before its work was done")]
    Lost,
}

/// Runs a closure and turns a panic into an error. What the closure was changing at that moment
/// must be rebuilt or dropped by the caller.
///
/// # Errors
///
/// [`JobError::Panicked`] with the text of the panic.
pub fn catch_panic<R>(work: impl FnOnce() -> R) -> Result<R, JobError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| JobError::Panicked(text_of(&*panic)))
}

fn text_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no reason was given").to_owned()
}

/// The flags by which the owner pauses and stops a job.
#[derive(Debug, Default)]
pub(super) struct JobControl {
    /// Set while the job must return: it is paused or stopped.
    interrupted: AtomicBool,
    /// Never reset.
    stopped: AtomicBool,
    stop_lock: Mutex<()>,
    stop_signal: Condvar,
}

impl JobControl {
    pub(crate) fn stop(&self) {
        self.stopped.store(true, SeqCst);
        self.interrupted.store(true, SeqCst);
        // With the lock held no waiter is between its test of the flag and its wait.
        let lock = lock_briefly(&self.stop_lock);
        self.stop_signal.notify_all();
        drop(lock);
    }

    /// Interrupts the current step of a background job. Call it after the interactive job was sent:
    /// the interrupted thread then finds that job in its inbox.
    pub(crate) fn pause(&self) {
        self.interrupted.store(true, SeqCst);
    }

    /// Ends a pause. The thread calls it before it checks its inbox and before it tests `stopped`,
    /// so that it misses no call of `stop`.
    pub(crate) fn resume(&self) {
        self.interrupted.store(false, SeqCst);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(SeqCst)
    }

    fn wait_for_stop(&self) {
        let mut lock = lock_briefly(&self.stop_lock);
        while !self.is_stopped() {
            lock = self.stop_signal.wait(lock).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The job's end: its stop flag, and its channel to the owner.
pub struct JobContext<T> {
    events: Sender<JobEvent<T>>,
    control: Arc<JobControl>,
    wake: WakeFn,
    last_progress: Cell<Option<Instant>>,
}

impl<T> JobContext<T> {
    /// Set when the job must return at once; pass it on to a search.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.control.interrupted
    }

    /// True if the job must return at once. A step of a background job will be called again if it
    /// is only paused.
    pub fn is_stopped(&self) -> bool {
        self.control.interrupted.load(SeqCst)
    }

    /// Blocks until the owner stops the job.
    pub fn wait_for_stop(&self) {
        self.control.wait_for_stop();
    }

    /// Reports the progress, unless the last one is less than 80 ms old.
    pub fn progress(&self, done: u64, total: u64) {
        let now = Instant::now();
        if self.last_progress.get().is_none_or(|last| now - last >= PROGRESS_INTERVAL) {
            self.last_progress.set(Some(now));
            self.send(JobEvent::Progress(JobProgress { done, total }));
        }
    }

    /// Sends an output to the owner.
    pub fn emit(&self, output: T) {
        self.send(JobEvent::Output(output));
    }

    pub(super) fn send(&self, event: JobEvent<T>) {
        // Without a receiver the handle was dropped, which has stopped the job.
        let _ = self.events.send(event);
        (self.wake)();
    }

    pub(super) fn control(&self) -> &Arc<JobControl> {
        &self.control
    }

    /// Runs the whole job and sends its last event.
    pub(super) fn run(self, work: impl FnOnce(&JobContext<T>)) {
        let done = catch_panic(|| work(&self));
        self.send(done.map_or_else(JobEvent::Failed, |()| JobEvent::Finished));
    }
}

/// The owner's end of a job. Dropping it stops the job.
#[derive(Debug)]
pub struct JobHandle<T> {
    events: Receiver<JobEvent<T>>,
    control: Arc<JobControl>,
    is_started: bool,
    is_over: bool,
}

impl<T> JobHandle<T> {
    /// A job that has failed before it could start.
    pub(super) fn failed(problem: JobError, wake: &dyn Fn()) -> JobHandle<T> {
        let (sender, events) = channel();
        // The receiver exists, so sending cannot fail.
        let _ = sender.send(JobEvent::Failed(problem));
        wake();
        JobHandle { events, control: Arc::default(), is_started: false, is_over: false }
    }

    /// The next event that has arrived; never waits. After the job's last event there are none.
    pub fn try_event(&mut self) -> Option<JobEvent<T>> {
        if self.is_over {
            return None;
        }
        match self.events.try_recv() {
            Ok(event) => Some(self.note_end(event)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                Some(self.note_end(JobEvent::Failed(JobError::Lost)))
            }
        }
    }

    /// All events that have arrived since the last call, oldest first; never waits.
    pub fn events(&mut self) -> Vec<JobEvent<T>> {
        std::iter::from_fn(|| self.try_event()).collect()
    }

    /// Waits for the next event. After the last one it returns [`JobEvent::Finished`] again.
    pub fn wait_event(&mut self) -> JobEvent<T> {
        if self.is_over {
            return JobEvent::Finished;
        }
        let event = self.events.recv().unwrap_or(JobEvent::Failed(JobError::Lost));
        self.note_end(event)
    }

    /// Waits for the job's end and drops its outputs.
    ///
    /// # Errors
    ///
    /// Why the job failed, if it did.
    pub fn wait(mut self) -> Result<(), JobError> {
        loop {
            match self.wait_event() {
                JobEvent::Progress(_) | JobEvent::Output(_) => {}
                JobEvent::Finished => return Ok(()),
                JobEvent::Failed(problem) => return Err(problem),
            }
        }
    }

    /// Makes the job end at once. Its outputs up to then still arrive.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// True if the job got a thread. If not, its only event says why.
    pub fn is_started(&self) -> bool {
        self.is_started
    }

    /// True if the last event has been taken.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    fn note_end(&mut self, event: JobEvent<T>) -> JobEvent<T> {
        self.is_over = matches!(event, JobEvent::Finished | JobEvent::Failed(_));
        event
    }
}

impl<T> Drop for JobHandle<T> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The two ends of a new job.
pub(super) fn job<T>(wake: WakeFn) -> (JobContext<T>, JobHandle<T>) {
    let (sender, events) = channel();
    let control = Arc::new(JobControl::default());
    let handle = JobHandle { events, control: control.clone(), is_started: true, is_over: false };
    (JobContext { events: sender, control, wake, last_progress: Cell::new(None) }, handle)
}
