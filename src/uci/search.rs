//! The search of a `go` command as a job that prints its reports and its best move itself.

use super::{UciOutput, report};
use crate::{
    engine::{Handicap, Root, SearchInfo, SearchLimits, SharedSearcher},
    jobs::{JobContext, catch_panic},
    rules::{Move, Position},
};

/// A search that is ready to start.
pub(super) struct PreparedSearch {
    pub root: Root,
    pub limits: SearchLimits,
    pub handicap: Handicap,
    /// Whether the best move may only be printed after `stop`, as the protocol demands for
    /// `go infinite`.
    pub waits_for_stop: bool,
    pub searcher: SharedSearcher,
    pub output: UciOutput,
}

impl PreparedSearch {
    /// Searches and prints the best move. After a panic it prints the reason and some good move,
    /// and makes a new searcher before the next clock runs.
    pub fn run(self, job: &JobContext<()>) {
        let position = &self.root.position;
        let mut report =
            |info: &SearchInfo| self.output.write_line(&report::info_line(position, info));
        let result = catch_panic(|| {
            self.searcher.with(position.variant(), |searcher| {
                let stop = job.stop_flag();
                searcher.search(&self.root, &self.limits, self.handicap, stop, &mut report)
            })
        });
        if self.waits_for_stop {
            job.wait_for_stop();
        }
        let best_move = match result {
            Ok(result) => result.best,
            Err(error) => {
                self.output.write_line(&format!("info string the search failed: {error}"));
                fallback_move(position)
            }
        };
        self.output.write_line(&report::best_move(position, best_move));
        self.searcher.with(position.variant(), |_| ());
    }
}

/// The move to play after a failed search: one that takes the king, else one that keeps the own
/// king safe, else any legal move.
pub(super) fn fallback_move(position: &Position) -> Option<Move> {
    let (legal, safe) = (position.legal_moves(), position.safe_moves());
    let king_capture = legal.iter().find(|mv| position.takes_king(*mv));
    king_capture.or_else(|| safe.iter().next()).or_else(|| legal.iter().next())
}
