//! The positions in which a cap on material would be the mistake.
//!
//! The caps judge by the exchange on one square. A recapture that loses more elsewhere, or a queen
//! that is left because a counterattack wins more, is found by a short search without the level's
//! errors. It sees no deeper than the level, so a weak level follows the exchange.

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
/// The searches have this part of the move's nodes and time each.
const NODES_PART: u64 = 10;

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

    /// The excluded move that is better than all others by the least advantage; `None` if there is
    /// none, or if the search was stopped.
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

/// The limits of the comparison for a move with these limits.
pub(super) fn limits_of_check(limits: &SearchLimits) -> SearchLimits {
    SearchLimits {
        depth: limits.depth,
        nodes: limits.nodes.map(|nodes| nodes / NODES_PART),
        movetime_ms: limits.movetime_ms.map(|ms| ms / NODES_PART),
        threads: Some(1),
        ..SearchLimits::default()
    }
}
