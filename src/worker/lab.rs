//! Jobs of the lab: anything that is measured or recorded beside the window.
//!
//! Such a job is a closure with a result of its own type, so that the worker need not know what
//! the lab's pages want. It tells its owner how far it is and what it has found through a
//! [`LabTask`]; a search or another job that is submitted later stops it, as does dropping the
//! task. What is done is the caller's matter.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Receiver, Sender, TryRecvError, channel},
    },
    time::Instant,
};

use super::{REPORT_EVERY, Task, Worker, panic_text};

/// A job with its types taken away: it gets its stop flag and the call that wakes its owner.
pub(super) type Work = Box<dyn FnOnce(&AtomicBool, &dyn Fn()) + Send>;

/// What a job tells its owner, in this order: any number of the first two, then one of the others.
#[derive(Clone, Debug, PartialEq)]
pub enum LabNews<T> {
    /// So much of all that is to be done is done, in a unit of the job's own.
    Progress {
        done: u64,
        total: u64,
    },
    Found(T),
    /// The job has come to its end, or was stopped.
    Over,
    /// The job panicked; the message is for the user.
    Failed(String),
}

/// What a job works with.
pub struct LabDesk<'a, T> {
    news: Sender<LabNews<T>>,
    stop: &'a AtomicBool,
    wake: &'a dyn Fn(),
    reported: Cell<Option<Instant>>,
}

impl<T> LabDesk<'_, T> {
    /// Set when the job is to end at once; for the limits of a search.
    pub fn stop(&self) -> &AtomicBool {
        self.stop
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Tells how far the job is, if that was not told just now.
    pub fn progress(&self, done: u64, total: u64) {
        let now = Instant::now();
        if self.reported.get().is_none_or(|last| now - last >= REPORT_EVERY) {
            self.reported.set(Some(now));
            self.send(LabNews::Progress { done, total });
        }
    }

    /// Hands a result over; a job may have several.
    pub fn found(&self, result: T) {
        self.send(LabNews::Found(result));
    }

    fn send(&self, news: LabNews<T>) {
        // Without a receiver the task was dropped, which has set the stop flag too.
        let _ = self.news.send(news);
        (self.wake)();
    }
}

/// The owner's end of a job. Dropping it stops the job.
#[derive(Debug)]
pub struct LabTask<T> {
    news: Receiver<LabNews<T>>,
    stop: Arc<AtomicBool>,
}

impl<T> LabTask<T> {
    /// What has arrived since the last call, oldest first; never waits.
    pub fn news(&self) -> Vec<LabNews<T>> {
        let mut news = Vec::new();
        loop {
            match self.news.try_recv() {
                Ok(next) => news.push(next),
                Err(TryRecvError::Empty) => return news,
                Err(TryRecvError::Disconnected) => break,
            }
        }
        if !matches!(news.last(), Some(LabNews::Failed(_))) {
            news.push(LabNews::Over);
        }
        news
    }

    /// Makes the job end at once; what it has found by then still comes.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }
}

impl<T> Drop for LabTask<T> {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Worker {
    /// Submits a job of the lab and stops what runs before it.
    pub fn lab<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&LabDesk<'_, T>) + Send + 'static,
    ) -> LabTask<T> {
        let (outbox, news) = channel();
        let job = move |stop: &AtomicBool, wake: &dyn Fn()| {
            let desk = LabDesk { news: outbox, stop, wake, reported: Cell::new(None) };
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(&desk))) {
                desk.send(LabNews::Failed(panic_text(panic.as_ref())));
            }
            // The owner learns of the end by the sender's.
            drop(desk);
            wake();
        };
        let job = self.submit(Task::Lab(Box::new(job)));
        let newest = self.current.as_ref().filter(|(current, _)| *current == job);
        let stop = newest.map_or(Arc::default(), |(_, stop)| stop.clone());
        LabTask { news, stop }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SearchJob;
    use super::*;
    use crate::engine::{Handicap, Root, SearchLimits};
    use crate::rules::{Position, Variant};

    /// A worker, and a channel that says that there may be news.
    fn worker() -> (Worker, Receiver<()>) {
        let (wake, wakes) = channel();
        (Worker::start(1, move || wake.send(()).unwrap_or_default()), wakes)
    }

    fn all_news<T>(task: &LabTask<T>, wakes: &Receiver<()>) -> Vec<LabNews<T>> {
        let mut all = Vec::new();
        while !matches!(all.last(), Some(LabNews::Over | LabNews::Failed(_))) {
            wakes.recv().unwrap();
            all.extend(task.news());
        }
        all
    }

    fn until_stopped(desk: &LabDesk<'_, u32>) {
        while !desk.is_stopped() {
            std::thread::yield_now();
        }
        desk.found(7);
    }

    #[test]
    fn news_come_in_order_and_end() {
        let (mut worker, wakes) = worker();
        let task = worker.lab(|desk| {
            desk.progress(1, 2);
            desk.progress(2, 2);
            desk.found("a");
            desk.found("b");
        });
        // The second progress comes too soon after the first.
        let progress = LabNews::Progress { done: 1, total: 2 };
        let expected = [progress, LabNews::Found("a"), LabNews::Found("b"), LabNews::Over];
        assert_eq!(all_news(&task, &wakes), expected);
    }

    #[test]
    fn a_job_is_stopped_by_its_owner_and_by_newer_jobs() {
        let (mut worker, wakes) = worker();
        let stopped = worker.lab(until_stopped);
        stopped.stop();
        assert_eq!(all_news(&stopped, &wakes), [LabNews::Found(7), LabNews::Over]);
        let overtaken = worker.lab(until_stopped);
        let root = Root::new(Position::start(Variant::default_variant()));
        worker.search(SearchJob { root, limits: SearchLimits::depth(1), handicap: Handicap::NONE });
        assert_eq!(all_news(&overtaken, &wakes), [LabNews::Found(7), LabNews::Over]);
    }

    #[test]
    fn a_panic_is_told_and_a_dropped_task_ends_its_job() {
        let (mut worker, wakes) = worker();
        let faulty = worker.lab(|_: &LabDesk<'_, u32>| panic!("a planted fault"));
        let LabNews::Failed(message) = &all_news(&faulty, &wakes)[0] else { panic!("no failure") };
        assert!(message.contains("a planted fault"), "{message}");
        drop(worker.lab(until_stopped));
        let next = worker.lab(|desk| desk.found(1));
        assert_eq!(all_news(&next, &wakes), [LabNews::Found(1), LabNews::Over]);
    }
}
