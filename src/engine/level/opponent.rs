//! The computer as an opponent: one call that gives its move.
//!
//! The move depends on the position, the game before it, the strength and the seed only: an
//! opponent with a handicap has a transposition table of its own, and begins each move with an
//! empty one.

use std::sync::atomic::AtomicBool;

use super::{Handicap, Strength};
use crate::{
    engine::{
        NoObserver, Root, SearchInfo, SearchLimits, SearchResult, Searcher,
        eval::Evaluator,
        search::Histories,
        searcher::{SearchMemory, run},
        table::TranspositionTable,
    },
    rules::Variant,
};

/// The nodes for each MB of the table of an opponent with a handicap. A search with another size
/// gives other moves, so the size follows from the strength; a small table is cleared fast.
const NODES_PER_MB: u64 = 50_000;

/// An opponent: its strength, and the seed of the game, from which its mistakes follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opponent {
    pub strength: Strength,
    /// Changes from game to game.
    pub seed: u64,
}

impl Opponent {
    /// The level with this number as an opponent.
    pub fn of_level(number: u8, seed: u64) -> Opponent {
        Opponent { strength: Strength::of_level(number), seed }
    }

    /// The mistakes of the opponent in its game.
    pub(in crate::engine) fn handicap(&self) -> Handicap {
        self.strength.handicap(self.seed)
    }

    /// The depth and the nodes of its next move.
    fn limits(&self, root: &Root) -> SearchLimits {
        SearchLimits {
            depth: Some(self.strength.depth_in(&root.position, self.seed)),
            movetime_ms: None,
            ..self.strength.limits()
        }
    }
}

/// The engine of an opponent with a handicap.
pub(in crate::engine) struct HandicappedEngine {
    handicap: Handicap,
    variant: &'static Variant,
    evaluator: Evaluator,
    tt: TranspositionTable,
}

impl HandicappedEngine {
    fn new(
        variant: &'static Variant,
        opponent: &Opponent,
        handicap: Handicap,
    ) -> HandicappedEngine {
        let nodes = opponent.strength.limits().nodes.unwrap_or(0);
        HandicappedEngine {
            handicap,
            variant,
            evaluator: Evaluator::new(variant, &handicap),
            tt: TranspositionTable::new((nodes / NODES_PER_MB).max(1) as usize),
        }
    }

    /// True if this engine serves an opponent with this handicap.
    fn serves(&self, variant: &'static Variant, handicap: Handicap) -> bool {
        self.variant == variant && self.handicap == handicap
    }
}

impl Searcher {
    /// The opponent's move. Its own depth and nodes apply besides these limits; a ceiling of time is
    /// the caller's (see [`Strength::limits`]).
    ///
    /// Below full strength the result depends on root, opponent and limits alone. `report` is called
    /// as by [`Searcher::search`].
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use minnow::engine::{Opponent, Root, SearchLimits, Searcher};
    /// use minnow::rules::{Position, Variant};
    ///
    /// let variant = Variant::default_variant();
    /// let root = Root::new(Position::start(variant));
    /// let mut searcher = Searcher::new(variant, 1);
    /// let mut play = || {
    ///     let opponent = Opponent::of_level(3, 7);
    ///     let stop = AtomicBool::new(false);
    ///     searcher.play(&root, &opponent, &SearchLimits::default(), &stop, &mut |_| {}).best
    /// };
    /// assert!(play().is_some());
    /// assert_eq!(play(), play());
    /// ```
    pub fn play(
        &mut self,
        root: &Root,
        opponent: &Opponent,
        limits: &SearchLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        let limits = limits.clone().tightened(&opponent.limits(root));
        let handicap = opponent.handicap();
        if handicap == Handicap::NONE {
            return self.search(root, &limits, stop, report);
        }
        let variant = root.position.variant();
        let engine = match self.handicapped.take() {
            Some(engine) if engine.serves(variant, handicap) => engine,
            _ => Box::new(HandicappedEngine::new(variant, opponent, handicap)),
        };
        let engine = self.handicapped.insert(engine);
        engine.tt.clear();
        let memory = SearchMemory {
            tt: &engine.tt,
            evaluator: &engine.evaluator,
            handicap,
            histories: &mut Histories::new(),
            helpers: &mut [],
        };
        run(memory, root, &limits, stop, NoObserver, report)
    }
}
