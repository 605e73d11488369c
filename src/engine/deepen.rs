//! Iterative deepening: one thread's iterations over the root, each deeper than the last.
//!
//! Decides after every iteration whether another is wanted. What an iteration does is in
//! `root.rs`.

use super::{
    MAX_PLY, Observer, SearchInfo, SearchLimits, SearchResult, root::RootMove, search::Search,
    time::Pace,
};
use crate::rules::Position;

/// Deep enough to say what a forced move is worth; more would only waste its time.
const FORCED_MOVE_DEPTH: u32 = 6;

/// The deepest iteration.
const DEEPEST: u32 = MAX_PLY as u32 - 1;

/// One thread's search of a root that has moves.
pub(super) struct Deepening<'a, O: Observer> {
    pub search: Search<'a, O>,
    pub position: &'a Position,
    /// The best first, as far as is known.
    pub moves: Vec<RootMove>,
    /// How many of the best moves get a score of their own.
    pub lines: usize,
}

impl<'a, O: Observer> Deepening<'a, O> {
    pub fn new(
        search: Search<'a, O>,
        position: &'a Position,
        moves: Vec<RootMove>,
        limits: &SearchLimits,
    ) -> Deepening<'a, O> {
        let lines = limits.lines.clamp(1, moves.len().max(1));
        Deepening { search, position, moves, lines }
    }

    /// The leading thread's work: iterations until a limit is reached, each reported.
    pub fn lead(
        mut self,
        limits: &SearchLimits,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        let deepest = limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let timed = limits.clock.is_some() || limits.movetime_ms.is_some();
        let forced = timed && limits.moves.is_empty() && self.moves.len() == 1;
        let mut pace = Pace::default();
        let mut told = None;
        for depth in 1..=deepest {
            if self.iteration(depth, report).is_err() {
                break;
            }
            told = Some(self.moves[0].played);
            for rank in 0..self.lines {
                report(&self.info(rank));
            }
            let best = &self.moves[0];
            let found = best.score.mate_in().filter(|moves| *moves > 0);
            let mate = limits.mate.zip(found).is_some_and(|(most, found)| found as u32 <= most);
            let share = best.nodes as f64 / self.search.nodes.max(1) as f64;
            let scale = pace.scale(best.played, best.score, share);
            if mate
                || !self.search.watch.shared.plan.allows_iteration(scale)
                || forced && depth >= FORCED_MOVE_DEPTH
            {
                break;
            }
        }
        let best = self.moves[0].played;
        let info = self.info(0);
        // An iteration that was stopped may have found something better than the last report.
        if info.depth > 0 && told != Some(best) {
            report(&info);
        }
        SearchResult { best: Some(best), info }
    }

    /// A helper's work: iterations until it is stopped. Every other helper starts a ply deeper, so
    /// that not all look at the same thing.
    pub fn help(mut self, number: usize) -> SearchInfo {
        for depth in 1 + number as u32 % 2..=DEEPEST {
            if self.iteration(depth, &mut |_| {}).is_err() {
                break;
            }
        }
        self.info(0)
    }

    /// What is known of the line at this rank, from 0.
    pub fn info(&mut self, rank: usize) -> SearchInfo {
        let (search, root_move) = (&mut self.search, &self.moves[rank]);
        let nodes = search.watch.count(search.nodes);
        let shared = search.watch.shared;
        SearchInfo {
            multipv: rank + 1,
            depth: root_move.depth,
            seldepth: search.deepest as u32,
            score: root_move.score,
            bound: root_move.bound,
            nodes,
            elapsed: shared.plan.elapsed(),
            permille_full: shared.table.permille_full(),
            pv: root_move.pv.clone(),
        }
    }
}
