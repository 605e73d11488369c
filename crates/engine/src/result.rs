//! The reports of a search: the results for one line, and the answer.

use std::time::Duration;

use super::{Bound, Score};
use minnow_rules::Move;

/// The results of an iteration for one line.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchInfo {
    /// The line's rank among the lines asked for, from 1.
    pub multipv: usize,
    /// The iteration's depth in plies.
    pub depth: u32,
    /// The deepest ply reached, quiescence search included.
    pub seldepth: u32,
    /// From the side to move.
    pub score: Score,
    /// The relation of the score to the true score. A bound comes from an aspiration window that
    /// was too narrow; the search is then repeated with a wider one.
    pub bound: Bound,
    /// Moves made so far by all threads, quiescence search included.
    pub nodes: u64,
    /// Since the search began, without the time for which it was paused.
    pub elapsed: Duration,
    /// The share of the transposition table that this search has filled, in permille.
    pub permille_full: usize,
    /// The principal variation.
    pub pv: Vec<Move>,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The best move; `None` only if the game is over.
    pub best: Option<Move>,
    /// The iteration that `best` comes from, which may be unfinished. Its depth is 0 if no
    /// iteration found a score.
    pub info: SearchInfo,
}
