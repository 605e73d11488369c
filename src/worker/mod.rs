//! One thread that runs searches for the window: jobs in, events out.
//!
//! The [`Worker`] is a stub that never waits. The newest job wins: submitting
//! one stops the job before it. Every event carries its job's number, so that
//! the owner can drop what is no longer current. A panic in a job becomes an
//! event, and the worker goes on. Dropping the stub ends the thread.
//!
//! A review of a whole game stands apart: it is not stopped by newer jobs but only paused, see
//! `review.rs`. What the lab measures is a closure that talks to its owner directly, see `lab.rs`.

mod lab;
mod review;

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Receiver, Sender, TryRecvError, channel},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use crate::{
    analysis::{MoveFinding, PositionEval, Review, ReviewLimits, Reviewer},
    engine::{Bound, Handicap, Root, SearchInfo, SearchLimits, SearchResult, Searcher},
    game::Game,
    rules::Variant,
};
use review::{Flags, Running};

pub use lab::{LabDesk, LabNews, LabTask};

/// Reports of one search are at least this far apart, so that the window is not kept busy by them.
const REPORT_EVERY: Duration = Duration::from_millis(80);

/// Numbers jobs in the order of their submission, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct JobId(u64);

/// A search to be done.
#[derive(Clone, Debug)]
pub struct SearchJob {
    pub root: Root,
    pub limits: SearchLimits,
    pub handicap: Handicap,
}

/// What the worker tells its owner.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An iteration is finished.
    Progress { job: JobId, info: SearchInfo },
    /// The job is done; a stopped one answers with the best it has.
    Done { job: JobId, result: SearchResult },
    /// A review has done one more position, so many of all.
    Reviewing {
        job: JobId,
        done: usize,
        total: usize,
        /// The position, and what it is worth.
        position: PositionEval,
        /// What the move was that followed it; none after the last position.
        finding: Option<Box<MoveFinding>>,
    },
    /// A review is complete.
    Reviewed { job: JobId, review: Box<Review> },
    /// The job panicked; the message is for the user.
    Failed { job: JobId, message: String },
}

impl Event {
    pub fn job(&self) -> JobId {
        match self {
            Event::Progress { job, .. }
            | Event::Done { job, .. }
            | Event::Reviewing { job, .. }
            | Event::Reviewed { job, .. }
            | Event::Failed { job, .. } => *job,
        }
    }
}

/// A job on its way to the thread.
struct Order {
    id: JobId,
    task: Task,
    stop: Arc<AtomicBool>,
}

enum Task {
    Search(Box<SearchJob>),
    /// Forget what was learned: the next game must not depend on the last.
    NewGame,
    /// Threads and table of the searches that follow.
    Configure {
        threads: usize,
        hash_mb: usize,
    },
    Review(Box<Reviewer>, Arc<Flags>),
    Lab(lab::Work),
    #[cfg(test)]
    Panic,
}

/// The owner's end.
pub struct Worker {
    orders: Option<Sender<Order>>,
    events: Receiver<Event>,
    thread: Option<JoinHandle<()>>,
    /// The stop flag of the newest job.
    current: Option<(JobId, Arc<AtomicBool>)>,
    /// The newest review, which may be over.
    review: Option<(JobId, Arc<Flags>)>,
    last_id: u64,
}

impl Worker {
    /// Starts the thread. `wake` is called from it after every event.
    pub fn start(hash_mb: usize, wake: impl Fn() + Send + 'static) -> Worker {
        let (orders, inbox) = channel();
        let (outbox, events) = channel();
        let thread = std::thread::Builder::new()
            .name("minnow worker".to_owned())
            .spawn(move || run(&inbox, &Outbox { events: outbox, wake: Box::new(wake) }, hash_mb))
            .ok();
        Worker { orders: Some(orders), events, thread, current: None, review: None, last_id: 0 }
    }

    /// Submits a search and stops the one before it.
    pub fn search(&mut self, job: SearchJob) -> JobId {
        self.submit(Task::Search(Box::new(job)))
    }

    /// Stops what is running and forgets what was learned.
    pub fn new_game(&mut self) {
        self.submit(Task::NewGame);
    }

    /// Stops what is running and gives the searches that follow so many threads, where their limits
    /// allow, and a table of this size; another size than before empties it.
    pub fn configure(&mut self, threads: usize, hash_mb: usize) {
        self.submit(Task::Configure { threads, hash_mb });
    }

    /// Begins the review of a game as it is now, in place of an earlier review. It works whenever
    /// nothing else is to be done: other jobs pause it, and it then goes on.
    pub fn review(&mut self, game: &Game, limits: ReviewLimits) -> JobId {
        if let Some((_, flags)) = self.review.take() {
            flags.cancel();
        }
        let flags = Arc::new(Flags::default());
        let reviewer = Box::new(Reviewer::new(game, limits));
        self.last_id += 1;
        let id = JobId(self.last_id);
        self.send(id, Task::Review(reviewer, flags.clone()), Arc::default());
        self.review = Some((id, flags));
        id
    }

    /// Ends a review; nothing if it is not the newest. An event of it may still be on the way.
    pub fn cancel_review(&mut self, job: JobId) {
        if let Some((_, flags)) = self.review.take_if(|(review, _)| *review == job) {
            flags.cancel();
        }
    }

    /// Makes the job end at once with the best it has; nothing if it is not the newest.
    pub fn stop(&self, job: JobId) {
        if let Some((current, stop)) = &self.current
            && *current == job
        {
            stop.store(true, Relaxed);
        }
    }

    /// Events that have arrived, oldest first; never waits.
    pub fn events(&self) -> Vec<Event> {
        self.events.try_iter().collect()
    }

    /// Waits for the next event, at most this long.
    #[cfg(test)]
    fn wait_event(&self, most: Duration) -> Option<Event> {
        self.events.recv_timeout(most).ok()
    }

    fn submit(&mut self, task: Task) -> JobId {
        if let Some((_, stop)) = &self.current {
            stop.store(true, Relaxed);
        }
        self.last_id += 1;
        let id = JobId(self.last_id);
        let stop = Arc::new(AtomicBool::new(false));
        self.current = Some((id, stop.clone()));
        self.send(id, task, stop);
        id
    }

    fn send(&self, id: JobId, task: Task, stop: Arc<AtomicBool>) {
        if let Some(orders) = &self.orders {
            // A send fails only if the thread could not be started; the job then never answers.
            let _ = orders.send(Order { id, task, stop });
        }
        if let Some((_, flags)) = &self.review {
            flags.pause();
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some((_, stop)) = &self.current {
            stop.store(true, Relaxed);
        }
        self.orders = None;
        if let Some((_, flags)) = &self.review {
            flags.cancel();
        }
        if let Some(thread) = self.thread.take() {
            // The thread catches panics of its jobs; there is nothing left to tell anybody.
            let _ = thread.join();
        }
    }
}

/// The thread's end.
struct Outbox {
    events: Sender<Event>,
    wake: Box<dyn Fn() + Send>,
}

impl Outbox {
    fn send(&self, event: Event) {
        // Without a receiver the stub is being dropped, and the thread ends next.
        let _ = self.events.send(event);
        (self.wake)();
    }
}

/// The engine, made when it is first needed, and what it is to be made with.
struct Engine {
    searcher: Option<Searcher>,
    threads: usize,
    hash_mb: usize,
}

impl Engine {
    fn configure(&mut self, threads: usize, hash_mb: usize) {
        if let Some(searcher) = &mut self.searcher {
            if hash_mb != self.hash_mb {
                searcher.resize_table(hash_mb);
            }
            searcher.set_threads(threads);
        }
        (self.threads, self.hash_mb) = (threads, hash_mb);
    }

    fn searcher(&mut self, variant: &'static Variant) -> &mut Searcher {
        self.searcher.get_or_insert_with(|| {
            let mut searcher = Searcher::new(variant, self.hash_mb);
            searcher.set_threads(self.threads);
            searcher
        })
    }
}

fn run(inbox: &Receiver<Order>, outbox: &Outbox, hash_mb: usize) {
    let mut engine = Engine { searcher: None, threads: 1, hash_mb };
    let mut review: Option<Running> = None;
    while let Ok(order) = next_order(inbox, &mut review) {
        let Some(order) = order else {
            work_on(&mut review, outbox);
            continue;
        };
        if let Task::Review(reviewer, flags) = order.task {
            review = Some(Running::new(order.id, reviewer, flags));
            continue;
        }
        let job = order.id;
        let done = catch_unwind(AssertUnwindSafe(|| obey(order, &mut engine, outbox)));
        if let Err(panic) = done {
            // What the panic left behind is not to be trusted.
            engine.searcher = None;
            let message = panic_text(panic.as_ref());
            outbox.send(Event::Failed { job, message });
        }
    }
}

/// The next order; none if there is a review to be worked on meanwhile. An error if the stub has
/// gone.
fn next_order(
    inbox: &Receiver<Order>,
    review: &mut Option<Running>,
) -> Result<Option<Order>, TryRecvError> {
    if review.as_ref().is_some_and(|running| !running.resume()) {
        *review = None;
    }
    if review.is_none() {
        return inbox.recv().map(Some).map_err(|_| TryRecvError::Disconnected);
    }
    match inbox.try_recv() {
        Err(TryRecvError::Empty) => Ok(None),
        order => order.map(Some),
    }
}

/// One position of the review, which is over with the last one or a panic.
fn work_on(review: &mut Option<Running>, outbox: &Outbox) {
    let Some(running) = review else { return };
    let (job, step) = (running.job, AssertUnwindSafe(|| running.step(outbox)));
    match catch_unwind(step) {
        Ok(true) => {}
        Ok(false) => *review = None,
        Err(panic) => {
            *review = None;
            outbox.send(Event::Failed { job, message: panic_text(panic.as_ref()) });
        }
    }
}

fn obey(order: Order, engine: &mut Engine, outbox: &Outbox) {
    match order.task {
        Task::NewGame => {
            if let Some(searcher) = &mut engine.searcher {
                searcher.new_game();
            }
        }
        Task::Configure { threads, hash_mb } => engine.configure(threads, hash_mb),
        // Kept by the thread itself.
        Task::Review(..) => {}
        Task::Lab(work) => work(&order.stop, &*outbox.wake),
        Task::Search(job) => {
            let searcher = engine.searcher(job.root.position.variant());
            let mut reports = Reports { job: order.id, outbox, last: None, held: None };
            let mut report = |info: &SearchInfo| reports.take(info);
            let result =
                searcher.search(&job.root, &job.limits, job.handicap, &order.stop, &mut report);
            reports.finish();
            outbox.send(Event::Done { job: order.id, result });
        }
        #[cfg(test)]
        Task::Panic => panic!("a planted fault"),
    }
}

/// Passes a search's reports on, not too often; the lines of one iteration go together.
struct Reports<'a> {
    job: JobId,
    outbox: &'a Outbox,
    /// When an iteration was last passed on.
    last: Option<Instant>,
    /// The lines of the last iteration, if it came too early to be passed on.
    held: Option<Vec<SearchInfo>>,
}

impl Reports<'_> {
    fn take(&mut self, info: &SearchInfo) {
        if info.bound != Bound::Exact {
            return;
        }
        if info.multipv == 1 {
            let now = Instant::now();
            let due = self.last.is_none_or(|last| now - last >= REPORT_EVERY);
            self.held = if due { None } else { Some(Vec::new()) };
            self.last = if due { Some(now) } else { self.last };
        }
        match &mut self.held {
            Some(held) => held.push(info.clone()),
            None => self.send(info.clone()),
        }
    }

    /// Nothing is held back at the end.
    fn finish(&mut self) {
        for info in self.held.take().unwrap_or_default() {
            self.send(info);
        }
    }

    fn send(&self, info: SearchInfo) {
        self.outbox.send(Event::Progress { job: self.job, info });
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    format!("the engine failed: {}", text.unwrap_or("no reason was given"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;

    const LONG: Duration = Duration::from_secs(60);

    fn job(limits: SearchLimits) -> SearchJob {
        let root = Root::new(Position::start(Variant::default_variant()));
        SearchJob { root, limits, handicap: Handicap::NONE }
    }

    fn wait_done(worker: &Worker, wanted: JobId) -> SearchResult {
        loop {
            match worker.wait_event(LONG).expect("the worker answers") {
                Event::Done { job, result } if job == wanted => return result,
                Event::Failed { message, .. } => panic!("{message}"),
                _ => {}
            }
        }
    }

    #[test]
    fn a_job_is_answered_with_its_own_number() {
        let mut worker = Worker::start(1, || {});
        let first = worker.search(job(SearchLimits::depth(3)));
        assert!(wait_done(&worker, first).best.is_some());
        let second = worker.search(job(SearchLimits::depth(2)));
        assert_ne!(first, second);
        assert_eq!(wait_done(&worker, second).info.depth, 2);
    }

    #[test]
    fn the_newest_job_ends_an_endless_one() {
        let mut worker = Worker::start(1, || {});
        let endless = worker.search(job(SearchLimits::default()));
        let short = worker.search(job(SearchLimits::depth(1)));
        let mut seen = Vec::new();
        loop {
            let event = worker.wait_event(LONG).expect("the worker answers");
            if let Event::Done { job, .. } = event {
                seen.push(job);
                if job == short {
                    break;
                }
            }
        }
        assert_eq!(seen, [endless, short]);
    }

    #[test]
    fn stop_ends_a_search_with_a_move() {
        let mut worker = Worker::start(1, || {});
        let endless = worker.search(job(SearchLimits::default()));
        worker.stop(endless);
        assert!(wait_done(&worker, endless).best.is_some());
    }

    #[test]
    fn the_last_iteration_of_every_line_is_told() {
        let mut worker = Worker::start(1, || {});
        worker.configure(2, 2);
        let wanted = worker.search(job(SearchLimits { lines: 3, ..SearchLimits::depth(7) }));
        let mut deepest = [0; 3];
        loop {
            match worker.wait_event(LONG).expect("the worker answers") {
                Event::Progress { info, .. } => deepest[info.multipv - 1] = info.depth,
                Event::Done { job, .. } if job == wanted => break,
                event => panic!("{event:?}"),
            }
        }
        assert_eq!(deepest, [7; 3]);
    }

    #[test]
    fn a_panic_is_told_and_survived() {
        let mut worker = Worker::start(1, || {});
        let faulty = worker.submit(Task::Panic);
        let event = worker.wait_event(LONG).expect("the worker answers");
        let Event::Failed { job: failed, message } = event else { panic!("{event:?}") };
        assert_eq!(failed, faulty);
        assert!(message.contains("a planted fault"), "{message}");
        let next = worker.search(job(SearchLimits::depth(2)));
        assert!(wait_done(&worker, next).best.is_some());
    }

    #[test]
    fn dropping_the_stub_ends_a_running_search() {
        let mut worker = Worker::start(1, || {});
        worker.search(job(SearchLimits::default()));
        drop(worker);
    }
}
