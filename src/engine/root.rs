//! The root of a search: its moves, and one iteration over them.
//!
//! The root differs from other nodes: its moves keep their order, scores and variations from one
//! iteration to the next, several of the best can each get a score of their own, and what was
//! found before a stop is kept.

use std::time::Duration;

use super::{
    Observer, Score, ScoreSource, SearchEvent, SearchInfo, Window,
    deepen::Deepening,
    order::{is_capture, root_order},
    params,
    search::Stopped,
    table::Bound,
    told::Coming,
};
use crate::rules::{Move, MoveList, Position};

/// Bounds are reported only by searches that take longer than this; before, the exact score comes
/// soon enough.
const BOUNDS_REPORTED_AFTER: Duration = Duration::from_secs(1);

/// A move at the root, with what was last found out about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub played: Move,
    pub score: Score,
    pub bound: Bound,
    /// The iteration the score comes from, 0 before the first.
    pub depth: u32,
    /// The principal variation, `played` first.
    pub pv: Vec<Move>,
    /// Nodes spent below it in the whole search.
    pub nodes: u64,
}

impl RootMove {
    fn new(played: Move) -> RootMove {
        let pv = vec![played];
        RootMove { played, score: Score::DRAW, bound: Bound::Exact, depth: 0, pv, nodes: 0 }
    }
}

/// The moves worth considering at the root, likely good ones first: the capture of the king alone
/// if there is one; else those that keep the own king; else, as something must be played, all
/// that are allowed. Only `wanted` moves count, if any of them is allowed.
pub(super) fn root_moves(position: &Position, wanted: &[Move]) -> Vec<RootMove> {
    let legal = position.legal_moves();
    if let Some(capture) = legal.iter().find(|played| position.takes_king(*played)) {
        return vec![RootMove::new(capture)];
    }
    let safe = position.safe_moves();
    let has_wanted = |moves: &&MoveList| moves.iter().any(|played| wanted.contains(&played));
    let restricted = [&safe, &legal].into_iter().find(has_wanted);
    let moves = restricted.unwrap_or(if safe.is_empty() { &legal } else { &safe });
    // Putting moves in order takes a history of its own, and is done once.
    let mut chosen = root_order(position, moves);
    chosen.retain(|played| restricted.is_none() || wanted.contains(played));
    chosen.into_iter().map(RootMove::new).collect()
}

impl<O: Observer> Deepening<'_, O> {
    /// Searches the best lines to this depth, the best first: each among the moves that do not
    /// lead a better one.
    pub(super) fn iteration(
        &mut self,
        depth: u32,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> Result<(), Stopped> {
        self.search.deepest = 0;
        self.search.iteration = depth;
        for rank in 0..self.lines {
            self.aspiration(depth, rank, report)?;
            // A later line may turn out better after all; equal ones keep their order.
            self.moves[..=rank].sort_by_key(|root_move| -root_move.score);
        }
        Ok(())
    }

    /// Searches with a window around the last score, and again with a wider one when the score
    /// falls outside.
    fn aspiration(
        &mut self,
        depth: u32,
        rank: usize,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> Result<(), Stopped> {
        let last = self.moves[rank].score;
        let mut width = params::ASPIRATION_WIDTH;
        let mut window = Window::FULL;
        if depth >= params::ASPIRATION_DEPTH && !last.is_decided() {
            window = Window::new(last.offset(-width), last.offset(width));
        }
        loop {
            let score = self.search_moves(depth, rank, window)?;
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

    /// One search of the moves from `rank` on. A move that beats alpha comes to `rank` and stays
    /// there even if the search is stopped: it was searched to the end, and so was the first one.
    fn search_moves(
        &mut self,
        depth: u32,
        rank: usize,
        mut window: Window,
    ) -> Result<Score, Stopped> {
        let search = &mut self.search;
        search.visit(0)?;
        search.observer.observe(SearchEvent::Start { depth, window });
        search.coming = Coming::SAME;
        let entered = search.enter(depth as i32, 0, window);
        search.judge_root(self.position);
        let (mut best_score, mut best) = (-Score::INFINITE, None);
        for number in rank..self.moves.len() {
            let root_move = &mut self.moves[number];
            let before = search.nodes;
            let next = search.play(self.position, root_move.played);
            let place = (number - rank + 1) as i32;
            let quiet = !is_capture(self.position, root_move.played);
            let score =
                search.root_child((&next, root_move.played), window, depth as i32, place, quiet)?;
            search.take_back();
            root_move.nodes += search.nodes - before;
            best_score = best_score.max(score);
            if score > window.alpha {
                window.alpha = score;
                best = Some(root_move.played);
                search.tell_narrow(0, root_move.played, window);
                search.variations.extend(0, root_move.played);
                root_move.pv = search.variations.at(0).to_vec();
                root_move.score = score;
                root_move.bound = if score >= window.beta { Bound::Lower } else { Bound::Exact };
                root_move.depth = depth;
                self.moves[rank..=number].rotate_right(1);
            }
            if score >= window.beta {
                search.tell_cut_off(place, self.moves.len() - rank);
                break;
            }
        }
        Ok(search.leave(entered, best_score, best, ScoreSource::Search))
    }
}

/// A bound moved by `width`, or given up altogether once it is far out.
fn widened(score: Score, width: i32, limit: Score) -> Score {
    if width.abs() > 1000 || score.is_decided() { limit } else { score.offset(width) }
}
