//! Iterative deepening: one thread's iterations over the root, each a ply deeper than the last.
//!
//! An iteration searches each reported line with an aspiration window. After an iteration the
//! leading thread decides whether another one starts.

use std::time::Duration;

use super::{
    probe::extend_line,
    root::{RootMove, RootSearch},
    shared::{SharedSearch, Stopped},
    state::SearchState,
};
use crate::{
    Bound, MAX_PLY, Observer, Score, SearchInfo, SearchLimits, SearchResult, Window, params,
    time::Pace,
};
use minnow_rules::Position;

/// A timed search of a forced move ends at this depth in plies: it suffices for a score.
const FORCED_MOVE_DEPTH: u32 = 6;

/// The deepest iteration in plies.
const MAX_DEPTH: u32 = MAX_PLY as u32 - 1;

/// Bounds are reported after this time only; in shorter searches the exact score follows soon.
const BOUNDS_REPORTED_AFTER: Duration = Duration::from_secs(1);

/// One thread's iterations over a root that has moves.
pub(super) struct Deepening<'a, O: Observer> {
    root: RootSearch<'a, O>,
    shared: &'a SharedSearch<'a>,
    /// The number of best moves that get a score of their own.
    lines: usize,
}

impl<'a, O: Observer> Deepening<'a, O> {
    pub(super) fn new(
        state: SearchState<'a, O>,
        shared: &'a SharedSearch<'a>,
        position: &'a Position,
        moves: Vec<RootMove>,
        limits: &SearchLimits,
    ) -> Deepening<'a, O> {
        let lines = limits.lines.clamp(1, moves.len().max(1));
        Deepening { root: RootSearch { state, position, moves }, shared, lines }
    }

    /// The leading thread's work: iterations until a limit is reached, each reported.
    pub(super) fn lead(
        mut self,
        limits: &SearchLimits,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        let max_depth = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let is_timed = limits.clock.is_some() || limits.movetime_ms.is_some();
        let is_forced = is_timed && limits.moves.is_empty() && self.root.moves.len() == 1;
        let mut pace = Pace::default();
        let mut reported = None;
        for depth in 1..=max_depth {
            if self.iterate(depth, report).is_err() {
                break;
            }
            reported = Some(self.root.moves[0].mv);
            for rank in 0..self.lines {
                report(&self.info(rank));
            }
            if self.has_wanted_mate(limits)
                || !self.shared.plan.allows_iteration(self.time_scale(&mut pace))
                || is_forced && depth >= FORCED_MOVE_DEPTH
            {
                break;
            }
        }
        let best = self.root.moves[0].mv;
        let info = self.info(0);
        // A stopped iteration may have found a better move than the one reported last.
        if info.depth > 0 && reported != Some(best) {
            report(&info);
        }
        SearchResult { best: Some(best), info }
    }

    /// True if the search has found the mate that the limits ask for.
    fn has_wanted_mate(&self, limits: &SearchLimits) -> bool {
        let found = self.root.moves[0].score.mate_in().filter(|moves| *moves > 0);
        limits.mate.zip(found).is_some_and(|(wanted, found)| found as u32 <= wanted)
    }

    /// The factor on the soft time limit after an iteration.
    fn time_scale(&self, pace: &mut Pace) -> f64 {
        let best = &self.root.moves[0];
        let node_share = best.nodes as f64 / self.root.state.nodes.max(1) as f64;
        pace.scale(best.mv, best.score, node_share)
    }

    /// A helper's work: iterations until it is stopped. Helpers with an odd `number` start a ply
    /// deeper, so that the threads do not all search the same depth.
    pub(super) fn help(mut self, number: usize) -> SearchInfo {
        for depth in 1 + number as u32 % 2..=MAX_DEPTH {
            if self.iterate(depth, &mut |_| {}).is_err() {
                break;
            }
        }
        self.info(0)
    }

    /// Searches the reported lines to this depth, the best first. Each line is searched among the
    /// moves that do not begin a better line.
    fn iterate(&mut self, depth: u32, report: &mut dyn FnMut(&SearchInfo)) -> Result<(), Stopped> {
        self.root.state.seldepth = 0;
        self.root.state.root_depth = depth;
        for rank in 0..self.lines {
            self.aspirate(depth, rank, report)?;
            // A later line may score higher than an earlier one; equal lines keep their order.
            self.root.moves[..=rank].sort_by_key(|root_move| -root_move.score);
        }
        Ok(())
    }

    /// Searches with a window around the last score, and with a wider one whenever the score falls
    /// outside (aspiration windows).
    fn aspirate(
        &mut self,
        depth: u32,
        rank: usize,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> Result<(), Stopped> {
        let last = self.root.moves[rank].score;
        let mut width = params::aspiration_width();
        let mut window = Window::FULL;
        if depth as i32 >= params::aspiration_depth() && !last.is_decided() {
            window = Window::new(last.offset(-width), last.offset(width));
        }
        loop {
            let score = self.root.search(depth, rank, window)?;
            width *= 4;
            let bound = if score <= window.alpha && window.alpha > Window::FULL.alpha {
                window.alpha = widened(score, -width, Window::FULL.alpha);
                Bound::Upper
            } else if score >= window.beta && window.beta < Window::FULL.beta {
                window.beta = widened(score, width, Window::FULL.beta);
                Bound::Lower
            } else {
                return Ok(());
            };
            let info = self.info(rank);
            if info.elapsed >= BOUNDS_REPORTED_AFTER {
                report(&SearchInfo { depth, score, bound, ..info });
            }
        }
    }

    /// The results for the line at this rank, from 0.
    fn info(&mut self, rank: usize) -> SearchInfo {
        let (state, root_move) = (&mut self.root.state, &self.root.moves[rank]);
        let mut pv = root_move.pv.clone();
        if let Some(tables) = self.shared.tables.filter(|_| root_move.decided.is_none()) {
            extend_line(tables, self.root.position, &mut pv);
        }
        SearchInfo {
            multipv: rank + 1,
            depth: root_move.depth,
            seldepth: state.seldepth as u32,
            score: root_move.score,
            bound: root_move.bound,
            nodes: state.limits.count(state.nodes),
            elapsed: self.shared.searching_time(),
            permille_full: self.shared.tt.permille_full(),
            pv,
        }
    }
}

/// A bound moved by `width`, or the full window's bound once the window has grown wide.
fn widened(score: Score, width: i32, limit: Score) -> Score {
    if width.abs() > 1000 || score.is_decided() { limit } else { score.offset(width) }
}
