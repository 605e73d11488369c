//! The search of a `go` command as a job that prints its reports and its best move itself.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

use super::{UciOutput, go::DEFAULT_MOVETIME_MS, report};
use minnow_base::sync::StopFlag;
use minnow_engine::{SearchInfo, SearchJob, SearchLimits, SearchResult, SharedSearcher};
use minnow_jobs::{JobContext, catch_panic};
use minnow_rules::{Move, Position};

/// A search that is ready to start.
#[derive(Clone)]
pub(super) struct PreparedSearch {
    pub request: SearchJob,
    /// True if the best move may only be printed after `stop`, as the protocol demands for
    /// `go infinite` and `go ponder`.
    pub waits_for_stop: bool,
    /// True if the reply that the engine expects is named, too: a program may ponder on it.
    pub names_reply: bool,
    /// Set before a stop after which another search gives the best move.
    pub is_replaced: Arc<AtomicBool>,
    pub searcher: SharedSearcher,
    pub output: UciOutput,
}

impl PreparedSearch {
    /// Searches and prints the best move.
    pub(crate) fn run(self, job: &JobContext<()>) {
        let answer = self.search(job.stop_flag());
        if self.waits_for_stop {
            job.wait_for_stop();
        }
        if !self.is_replaced.load(Relaxed) {
            self.output.write_line(&answer);
        }
        self.restore_searcher();
    }

    /// This search before `ponderhit`: the clock does not run, and the best move waits for `stop`.
    pub(crate) fn pondering(&self) -> PreparedSearch {
        let mut pondering = PreparedSearch { waits_for_stop: true, ..self.clone() };
        pondering.request.limits.clock = None;
        pondering.request.limits.movetime_ms = None;
        pondering
    }

    /// Searches on the thread that reads the commands, for at most one second because no `stop` is
    /// read meanwhile. Returns the line with the best move.
    pub(crate) fn run_without_thread(mut self) -> String {
        let movetime_ms = Some(DEFAULT_MOVETIME_MS);
        let second = SearchLimits { movetime_ms, ..SearchLimits::default() };
        self.request.limits = self.request.limits.tightened(&second);
        let answer = self.search(&StopFlag::new());
        self.restore_searcher();
        answer
    }

    /// Searches and prints the reports. Returns the line with the best move; after a panic it
    /// prints the reason and returns a fallback move.
    fn search(&self, stop: &StopFlag) -> String {
        let position = &self.request.root.position;
        let mut report =
            |info: &SearchInfo| self.output.write_line(&report::info_line(position, info));
        let result = catch_panic(|| {
            self.searcher.with(position.variant(), |searcher| {
                self.request.search(searcher, stop, &mut report)
            })
        });
        match result {
            Ok(result) => {
                let best = result.best.or_else(|| self.move_of_drawn_game());
                let reply = expected_reply(&result).filter(|_| self.names_reply);
                report::best_move(position, best, reply)
            }
            Err(error) => {
                self.output.write_line(&format!("info string the search failed: {error}"));
                let best = fallback_move(position, &self.request.limits.moves);
                report::best_move(position, best, None)
            }
        }
    }

    /// A move for a position that the rules declare drawn: the other program may play on.
    fn move_of_drawn_game(&self) -> Option<Move> {
        let position = &self.request.root.position;
        position.outcome(1).filter(|outcome| outcome.winner.is_none())?;
        let mv = fallback_move(position, &self.request.limits.moves)?;
        self.output.write_line("info string the game is drawn by its rules");
        Some(mv)
    }

    /// Makes a new searcher after a panic, before the next clock runs.
    fn restore_searcher(&self) {
        self.searcher.with(self.request.root.position.variant(), |_| ());
    }
}

/// The second move of the best line; `None` if the line ends before it.
fn expected_reply(result: &SearchResult) -> Option<Move> {
    let (first, rest) = result.info.pv.split_first()?;
    rest.first().copied().filter(|_| result.best == Some(*first))
}

/// The move to play after a failed search: one that captures the king, else one that keeps the own
/// king safe, else any legal move. Only `wanted` moves count, if there are any.
pub(super) fn fallback_move(position: &Position, wanted: &[Move]) -> Option<Move> {
    let safe = position.safe_moves();
    let legal = position.legal_moves().into_iter();
    let candidates = legal.filter(|mv| wanted.is_empty() || wanted.contains(mv));
    candidates.min_by_key(|mv| (!position.takes_king(*mv), !safe.contains(*mv)))
}
