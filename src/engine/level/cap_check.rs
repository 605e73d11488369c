//! The positions in which a cap on material would be the mistake.
//!
//! The caps judge by the exchange on one square. A recapture that loses more elsewhere, or a queen
//! that is left because a counterattack wins more, is found by a short search without the level's
//! errors. It sees no deeper than the level, so a weak level follows the exchange. A search with all
//! nodes of the move must agree, since a short one errs at times.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{Misjudgement, caps::CappedMoves};
use crate::{
    engine::{
        NoObserver, Root, SearchLimits, SearchResult,
        eval::Evaluator,
        search::Histories,
        searcher::{SearchTools, run},
        table::TranspositionTable,
    },
    rules::{Move, Variant},
};

/// The least advantage of a move over those that the caps leave, in centipawns.
const LEAST_ADVANTAGE: i32 = 100;
/// Scores beyond this, in centipawns, count as equal: the game is decided.
const DECIDED: i32 = 1_000;
/// The short searches have this part of the move's nodes and time each.
const SHORT_PART: u64 = 10;

/// The engine that compares the moves which the caps exclude with the others.
pub(super) struct CapCheck {
    evaluator: Evaluator,
    tt: TranspositionTable,
}

impl CapCheck {
    pub fn new(variant: &'static Variant) -> CapCheck {
        CapCheck {
            evaluator: Evaluator::new(variant, &Misjudgement::NONE),
            tt: TranspositionTable::new(1),
        }
    }

    /// The excluded move that is better than all others by the least advantage, by a short search
    /// and by one with all nodes of a move with these limits; `None` if there is none, or if a search
    /// was stopped.
    pub fn better_move(
        &mut self,
        root: &Root,
        moves: &CappedMoves,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> Option<Move> {
        if moves.excluded.is_empty() {
            return None;
        }
        let whole = SearchLimits {
            nodes: limits.nodes,
            movetime_ms: limits.movetime_ms,
            threads: Some(1),
            ..SearchLimits::default()
        };
        let short = SearchLimits {
            depth: limits.depth,
            nodes: limits.nodes.map(|nodes| nodes / SHORT_PART),
            movetime_ms: limits.movetime_ms.map(|ms| ms / SHORT_PART),
            ..whole.clone()
        };
        let found = self.better_by(root, moves, &short, stop)?;
        let confirmed = self.better_by(root, moves, &whole, stop)?;
        (found == confirmed).then_some(found)
    }

    /// As [`better_move`](Self::better_move), by a search with these limits.
    fn better_by(
        &mut self,
        root: &Root,
        moves: &CappedMoves,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> Option<Move> {
        self.tt.clear();
        let all = moves.kept.iter().chain(&moves.excluded).copied().collect();
        let best = self.search(root, all, limits, stop);
        let mv = best.best.filter(|mv| moves.excluded.contains(mv))?;
        let kept = self.search(root, moves.kept.clone(), limits, stop);
        let [best, kept] =
            [best, kept].map(|result| result.info.score.value().clamp(-DECIDED, DECIDED));
        (best - kept >= LEAST_ADVANTAGE && !stop.load(Relaxed)).then_some(mv)
    }

    fn search(
        &self,
        root: &Root,
        moves: Vec<Move>,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> SearchResult {
        let tools = SearchTools {
            tt: &self.tt,
            evaluator: &self.evaluator,
            sight: None,
            tables: None,
            histories: &mut Histories::new(),
            helpers: &mut [],
        };
        let limits = SearchLimits { moves, ..limits.clone() };
        run(tools, root, &limits, stop, NoObserver, &mut |_| {})
    }
}
