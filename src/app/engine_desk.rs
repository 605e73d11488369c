//! The window's side of the worker: which search runs, for what, and whether its answer still counts.

use super::state::Place;
use crate::{
    engine::{Info, SearchResult},
    worker::{Event, JobId, SearchJob, Worker},
};

/// The default size of the window engine's table in MB.
const HASH_MB: usize = 64;

/// Why a search was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The computer's own move.
    Reply,
    Hint,
    /// Whether the computer should accept a draw.
    DrawOffer,
    /// Analysis of the position that is looked at.
    Live,
    /// Whether an answer to a problem is good enough.
    Learn,
}

/// A search under way.
#[derive(Clone, Debug)]
pub struct Running {
    job: JobId,
    pub purpose: Purpose,
    /// Where in which game it was asked for.
    pub place: Place,
    pub started_ms: u64,
    /// The user wants the answer at once.
    pub hurried: bool,
    /// The last finished iteration.
    pub info: Option<Info>,
    /// What has arrived of an analysis since it was last asked, all its lines.
    pub news: Vec<Info>,
}

/// An answer that belongs to the search under way.
#[derive(Debug)]
pub enum Answered {
    Done { running: Running, result: SearchResult },
    Failed { running: Running, message: String },
}

/// Owns the worker and knows the one search whose answer counts.
pub struct EngineDesk {
    worker: Worker,
    running: Option<Running>,
}

impl EngineDesk {
    /// Starts the worker; `wake` is called from its thread when there is something to collect.
    pub fn new(wake: impl Fn() + Send + 'static) -> EngineDesk {
        EngineDesk { worker: Worker::start(HASH_MB, wake), running: None }
    }

    pub fn running(&self) -> Option<&Running> {
        self.running.as_ref()
    }

    /// Starts a search in place of the one under way.
    pub fn start(&mut self, purpose: Purpose, place: Place, job: SearchJob, now_ms: u64) {
        let job = self.worker.search(job);
        self.running = Some(Running {
            job,
            purpose,
            place,
            started_ms: now_ms,
            hurried: false,
            info: None,
            news: Vec::new(),
        });
    }

    /// Gives the searches that follow these threads and a table of this size.
    pub fn configure(&mut self, threads: usize, hash_mb: usize) {
        self.cancel();
        self.worker.configure(threads, hash_mb);
    }

    /// What has arrived of the analysis under way since the last call.
    pub fn take_news(&mut self) -> Vec<Info> {
        self.running.as_mut().map_or(Vec::new(), |running| std::mem::take(&mut running.news))
    }

    /// Lets the search under way answer at once with what it has.
    pub fn hurry(&mut self) {
        if let Some(running) = &mut self.running {
            running.hurried = true;
            self.worker.stop(running.job);
        }
    }

    /// Ends the search under way; its answer will not be collected.
    pub fn cancel(&mut self) {
        self.hurry();
        self.running = None;
    }

    /// Forgets what was learned in the game before.
    pub fn new_game(&mut self) {
        self.cancel();
        self.worker.new_game();
    }

    /// Takes in what has arrived and returns the answer of the search under way, if it is there.
    /// Whatever belongs to an earlier search is dropped.
    pub fn collect(&mut self) -> Option<Answered> {
        for event in self.worker.events() {
            let Some(running) = self.running.as_mut().filter(|r| r.job == event.job()) else {
                continue;
            };
            match event {
                Event::Progress { info, .. } if running.purpose == Purpose::Live => {
                    running.news.push(info);
                }
                Event::Progress { info, .. } => running.info = Some(info),
                Event::Done { result, .. } => {
                    return self.running.take().map(|running| Answered::Done { running, result });
                }
                // A review has a job of its own.
                Event::Reviewing { .. } | Event::Reviewed { .. } => {}
                Event::Failed { message, .. } => {
                    return self
                        .running
                        .take()
                        .map(|running| Answered::Failed { running, message });
                }
            }
        }
        None
    }
}
