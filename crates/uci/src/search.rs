//! The search of a `go` command as a job that prints its reports and its best move itself.

use super::{UciOutput, go::DEFAULT_MOVETIME_MS, report};
use minnow_base::sync::StopFlag;
use minnow_engine::{SearchInfo, SearchJob, SearchLimits, SharedSearcher};
use minnow_jobs::{JobContext, catch_panic};
use minnow_rules::{Move, Position};

/// A search that is ready to start.
#[derive(Clone)]
pub(super) struct PreparedSearch {
    pub request: SearchJob,
    /// True if the best move may only be printed after `stop`, as the protocol demands for
    /// `go infinite`.
    pub waits_for_stop: bool,
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
        self.output.write_line(&answer);
        self.restore_searcher();
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
        let best_move = match result {
            Ok(result) => result.best.or_else(|| self.move_of_drawn_game()),
            Err(error) => {
                self.output.write_line(&format!("info string the search failed: {error}"));
                fallback_move(position)
            }
        };
        report::best_move(position, best_move)
    }

    /// A move for a position that the rules declare drawn: the other program may play on.
    fn move_of_drawn_game(&self) -> Option<Move> {
        let position = &self.request.root.position;
        position.outcome(1).filter(|outcome| outcome.winner.is_none())?;
        let wanted = self.request.limits.moves.first().copied();
        let mv = wanted.or_else(|| fallback_move(position))?;
        self.output.write_line("info string the game is drawn by its rules");
        Some(mv)
    }

    /// Makes a new searcher after a panic, before the next clock runs.
    fn restore_searcher(&self) {
        self.searcher.with(self.request.root.position.variant(), |_| ());
    }
}

/// The move to play after a failed search: one that captures the king, else one that keeps the own
/// king safe, else any legal move.
pub(super) fn fallback_move(position: &Position) -> Option<Move> {
    let (legal, safe) = (position.legal_moves(), position.safe_moves());
    let king_capture = legal.iter().find(|mv| position.takes_king(*mv));
    king_capture.or_else(|| safe.iter().next()).or_else(|| legal.iter().next())
}
