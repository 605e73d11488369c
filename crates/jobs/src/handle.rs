//! The two ends of a job: the context it works with, and the handle its owner keeps.

use std::{
    any::Any,
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};
use web_time::Instant;

use super::{
    SpawnError,
    channel::{Receiver, Sender, TryRecvError, channel},
    group::GroupTicket,
};
use minnow_base::sync::StopFlag;

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

/// The job's end: its stop flag, and its channel to the owner.
pub struct JobContext<T> {
    events: Sender<JobEvent<T>>,
    stop: Arc<StopFlag>,
    wake: WakeFn,
    last_progress: Cell<Option<Instant>>,
    /// The job's place in the group of its runner, if it has one, until the job is over.
    ticket: Cell<Option<GroupTicket>>,
}

impl<T> JobContext<T> {
    /// Set when the job must return at once; pass it on to a search.
    pub fn stop_flag(&self) -> &StopFlag {
        &self.stop
    }

    /// True if the job must return at once. A step of a background job will be called again if it
    /// is only interrupted. While the job is paused, this waits.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// Blocks until the owner stops the job.
    pub fn wait_for_stop(&self) {
        self.stop.wait_for_stop();
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

    fn send(&self, event: JobEvent<T>) {
        // Without a receiver the handle was dropped, which has stopped the job.
        let _ = self.events.send(event);
        (self.wake)();
    }

    pub(super) fn shared_stop_flag(&self) -> Arc<StopFlag> {
        self.stop.clone()
    }

    /// Gives the job a place in a group.
    pub(super) fn hold(&self, ticket: GroupTicket) {
        self.ticket.set(Some(ticket));
    }

    /// Runs the whole job and sends its last event.
    pub(super) fn run(self, work: impl FnOnce(&JobContext<T>)) {
        let done = catch_panic(|| work(&self));
        self.end(done.map_or_else(JobEvent::Failed, |()| JobEvent::Finished));
    }

    /// Leaves the group and sends the last event.
    pub(super) fn end(&self, event: JobEvent<T>) {
        drop(self.ticket.take());
        self.send(event);
    }
}

/// The owner's end of a job. Dropping it stops the job.
#[derive(Debug)]
pub struct JobHandle<T> {
    events: Receiver<JobEvent<T>>,
    stop: Arc<StopFlag>,
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
        JobHandle { events, stop: Arc::default(), is_started: false, is_over: false }
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
        self.stop.stop();
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
    let stop = Arc::new(StopFlag::new());
    let handle = JobHandle { events, stop: stop.clone(), is_started: true, is_over: false };
    let (last_progress, ticket) = (Cell::new(None), Cell::new(None));
    (JobContext { events: sender, stop, wake, last_progress, ticket }, handle)
}
