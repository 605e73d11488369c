//! The review as a job in the background: it works whenever no other order waits.
//!
//! An order pauses it at once, within a position if need be; that position is done again
//! afterwards. Only being cancelled, a newer review or a panic ends it early. It has an engine of
//! its own, since orders may change the other one's game, table and judgement.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::SeqCst},
};

use super::{Event, JobId, Outbox};
use crate::analysis::{ReviewProgress, Reviewer};
use crate::engine::Searcher;

/// The review's transposition table, in MB.
const HASH_MB: usize = 32;

/// How the owner's end and the thread agree on a running review.
#[derive(Debug, Default)]
pub(super) struct Flags {
    /// Ends the search of the current position; the thread takes it back before it looks for orders.
    pause: AtomicBool,
    cancelled: AtomicBool,
}

impl Flags {
    /// To be called after an order has been sent, so that the thread finds it when it looks.
    pub fn pause(&self) {
        self.pause.store(true, SeqCst);
    }

    pub fn cancel(&self) {
        self.cancelled.store(true, SeqCst);
        self.pause();
    }
}

/// A review on the thread.
pub(super) struct Running {
    pub job: JobId,
    reviewer: Box<Reviewer>,
    flags: Arc<Flags>,
    searcher: Option<Searcher>,
}

impl Running {
    pub fn new(job: JobId, reviewer: Box<Reviewer>, flags: Arc<Flags>) -> Running {
        Running { job, reviewer, flags, searcher: None }
    }

    /// Lets the review go on after a pause; `false` if it has been cancelled.
    pub fn resume(&self) -> bool {
        self.flags.pause.store(false, SeqCst);
        !self.flags.cancelled.load(SeqCst)
    }

    /// Works on one position and tells of it; `false` once there is no more to do.
    pub fn step(&mut self, outbox: &Outbox) -> bool {
        let variant = self.reviewer.variant();
        let searcher = self.searcher.get_or_insert_with(|| Searcher::new(variant, HASH_MB));
        if !self.reviewer.step(searcher, &self.flags.pause) {
            return true;
        }
        let ReviewProgress { done, total } = self.reviewer.progress();
        if let Some(position) = self.reviewer.position() {
            let finding = self.reviewer.latest().cloned().map(Box::new);
            outbox.send(Event::Reviewing { job: self.job, done, total, position, finding });
        }
        if self.reviewer.is_finished() {
            let review = Box::new(self.reviewer.review());
            outbox.send(Event::Reviewed { job: self.job, review });
        }
        !self.reviewer.is_finished()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{SearchJob, Worker};
    use super::*;
    use crate::analysis::{Review, ReviewLimits};
    use crate::engine::{Handicap, Root, SearchLimits};
    use crate::game::Game;
    use crate::rules::Variant;
    use std::time::Duration;

    const LONG: Duration = Duration::from_secs(120);
    const SHORT: ReviewLimits = ReviewLimits { depth: Some(4), nodes: None, movetime_ms: None };
    const ENDLESS: ReviewLimits = ReviewLimits { depth: None, nodes: None, movetime_ms: None };

    fn game() -> Game {
        let mut game = Game::new(Variant::default_variant());
        for text in ["c2c3", "a5a4", "b2b3", "d5d4"] {
            let played = game.position().parse_move(text).unwrap();
            game.play(played).unwrap();
        }
        game
    }

    fn search(worker: &mut Worker) -> JobId {
        let (root, limits) = (Root::new(*game().position()), SearchLimits::depth(3));
        worker.search(SearchJob { root, limits, handicap: Handicap::NONE })
    }

    fn next(worker: &Worker) -> Event {
        worker.wait_event(LONG).expect("the worker answers")
    }

    fn wait_done(worker: &Worker, wanted: JobId) {
        while !matches!(next(worker), Event::Done { job, .. } if job == wanted) {}
    }

    /// Waits for the end of a review; the positions done must have come one by one.
    fn wait_review(worker: &Worker, wanted: JobId, mut steps: usize) -> Review {
        loop {
            match next(worker) {
                Event::Reviewing { job, done, total, .. } if job == wanted => {
                    steps += 1;
                    assert_eq!((done, total), (steps, 5));
                }
                Event::Reviewed { job, review } if job == wanted => return *review,
                Event::Failed { message, .. } => panic!("{message}"),
                _ => {}
            }
        }
    }

    #[test]
    fn a_review_tells_of_every_position() {
        let mut worker = Worker::start(1, || {});
        let job = worker.review(&game(), SHORT);
        let review = wait_review(&worker, job, 0);
        assert!(review.complete);
        assert_eq!(review.findings.len(), 4);
    }

    #[test]
    fn a_search_is_answered_in_the_middle_of_a_position() {
        let mut worker = Worker::start(1, || {});
        let endless = worker.review(&game(), ENDLESS);
        let first = search(&mut worker);
        wait_done(&worker, first);
        let second = search(&mut worker);
        wait_done(&worker, second);
        worker.cancel_review(endless);
        // Nothing is heard of it any more, and others get their turn.
        let next_review = worker.review(&game(), SHORT);
        assert!(wait_review(&worker, next_review, 0).complete);
    }

    #[test]
    fn searches_and_new_games_do_not_end_a_review() {
        let mut worker = Worker::start(1, || {});
        let job = worker.review(&game(), SHORT);
        assert!(matches!(next(&worker), Event::Reviewing { done: 1, .. }));
        search(&mut worker);
        worker.new_game();
        assert!(wait_review(&worker, job, 1).complete);
    }

    #[test]
    fn a_panic_in_a_review_is_told_and_survived() {
        let fault = AtomicBool::new(true);
        let mut worker =
            Worker::start(1, move || assert!(!fault.swap(false, SeqCst), "a planted fault"));
        let faulty = worker.review(&game(), SHORT);
        // The event whose telling failed, then the failure.
        assert_eq!(next(&worker).job(), faulty);
        let event = next(&worker);
        let Event::Failed { job, message } = event else { panic!("{event:?}") };
        assert_eq!(job, faulty);
        assert!(message.contains("a planted fault"), "{message}");
        let again = worker.review(&game(), SHORT);
        assert!(wait_review(&worker, again, 0).complete);
    }

    #[test]
    fn dropping_the_stub_ends_a_running_review() {
        let mut worker = Worker::start(1, || {});
        worker.review(&game(), ENDLESS);
        drop(worker);
    }
}
