//! The window's side of the worker: which search runs, for what, and whether its answer still counts.

use std::collections::VecDeque;

use super::state::Place;
use crate::{
    analysis::ReviewLimits,
    engine::{SearchInfo, SearchResult},
    game::Game,
    worker::{Event, JobId, LabDesk, LabTask, SearchJob, Worker},
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
    pub info: Option<SearchInfo>,
    /// What has arrived of an analysis since it was last asked, all its lines.
    pub news: Vec<SearchInfo>,
}

/// An answer that belongs to the search under way.
#[derive(Debug)]
pub enum Answered {
    Done { running: Running, result: SearchResult },
    Failed { running: Running, message: String },
}

/// Owns the worker and knows the one search whose answer counts, and the review beside it.
pub struct EngineDesk {
    worker: Worker,
    running: Option<Running>,
    review: Option<JobId>,
    /// What the worker has sent and nobody has looked at.
    arrived: VecDeque<Event>,
    /// What has arrived of the review since it was last asked.
    review_news: Vec<Event>,
}

impl EngineDesk {
    /// Starts the worker; `wake` is called from its thread when there is something to collect.
    pub fn new(wake: impl Fn() + Send + 'static) -> EngineDesk {
        EngineDesk {
            worker: Worker::start(HASH_MB, wake),
            running: None,
            review: None,
            arrived: VecDeque::new(),
            review_news: Vec::new(),
        }
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
    pub fn take_news(&mut self) -> Vec<SearchInfo> {
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

    /// Starts a review of the game in place of another. Searches pause it, and it then goes on.
    pub fn start_review(&mut self, game: &Game, limits: ReviewLimits) {
        self.review_news.clear();
        self.review = Some(self.worker.review(game, limits));
    }

    /// Ends the review, of which nothing more will be heard.
    pub fn cancel_review(&mut self) {
        self.review_news.clear();
        if let Some(job) = self.review.take() {
            self.worker.cancel_review(job);
        }
    }

    /// What has been collected of the review since the last call, in its order.
    pub fn take_review_news(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.review_news)
    }

    /// Starts a job of the lab in place of the search under way. A search that is started later
    /// stops it.
    pub fn lab<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&LabDesk<'_, T>) + Send + 'static,
    ) -> LabTask<T> {
        self.cancel();
        self.worker.lab(work)
    }

    /// Forgets what was learned in the game before, and ends its review.
    pub fn new_game(&mut self) {
        self.cancel();
        self.cancel_review();
        self.worker.new_game();
    }

    /// Takes in what has arrived and returns the answer of the search under way, if it is there;
    /// what came after that answer is left to the next call. Whatever belongs to an earlier search or
    /// review is dropped.
    pub fn collect(&mut self) -> Option<Answered> {
        self.arrived.extend(self.worker.events());
        while let Some(event) = self.arrived.pop_front() {
            if self.review == Some(event.job()) {
                self.review_news.push(event);
                continue;
            }
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
                // Only a review, which has a job of its own, tells of these.
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
