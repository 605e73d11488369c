//! The computer as an opponent: one call that gives its move.
//!
//! The move depends on the position, the game before it, the strength and the seed only: an
//! opponent with a handicap has a transposition table of its own, and begins each move with an
//! empty one.

use web_time::Instant;

use super::{
    Oversight, Strength,
    cap_check::CapCheck,
    choice::{LINES, NearlyEqual},
};
use crate::{
    NoObserver, Root, Score, SearchInfo, SearchLimits, SearchResult, Searcher,
    book::Book,
    eval::Evaluator,
    search::Histories,
    searcher::{SearchTools, run, unsearched_info},
    table::TranspositionTable,
    time::TimePlan,
};
use minnow_base::sync::StopFlag;
use minnow_rules::{Move, Position, Variant};

/// The nodes for each MB of the table of an opponent with a handicap. A search with another size
/// gives other moves, so the size follows from the strength; a small table is cleared fast.
const NODES_PER_MB: u64 = 50_000;

/// An opponent: its strength, and the seed of the game, from which its mistakes follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// How well it plays: a level, or a strength between two levels.
    pub strength: Strength,
    /// Changes from game to game.
    pub seed: u64,
}

impl Opponent {
    /// The level with this number as an opponent.
    pub fn of_level(number: u8, seed: u64) -> Opponent {
        Opponent { strength: Strength::of_level(number), seed }
    }

    /// The first move of a line from `root` that this opponent overlooks; `None` if it sees them all.
    /// Its own next move, the line's first, counts as well.
    pub fn overlooked(&self, root: &Position, line: &[Move]) -> Option<OverlookedMove> {
        let sight = self.strength.sight(root, self.seed);
        let mut position = *root;
        for (mv, ply) in line.iter().zip(0..) {
            if let Some(kind) = sight.oversight(&position, *mv, ply) {
                return Some(OverlookedMove { ply, kind });
            }
            position = position.play(*mv);
        }
        None
    }

    /// The book's move, if it is among the wanted ones.
    fn book_move(&self, root: &Root, wanted: &[Move]) -> Option<Move> {
        let book = Book::of(root.position.variant())?;
        let mv = book.choose(&root.position, self.seed, self.strength.book_power())?;
        (wanted.is_empty() || wanted.contains(&mv)).then_some(mv)
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

/// A move that an opponent overlooks in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverlookedMove {
    /// Its distance from the root in plies.
    pub ply: usize,
    /// Why it overlooks the move.
    pub kind: Oversight,
}

/// The engine of an opponent with a handicap.
pub(crate) struct HandicappedEngine {
    opponent: Opponent,
    variant: &'static Variant,
    evaluator: Evaluator,
    tt: TranspositionTable,
    cap_check: CapCheck,
}

impl HandicappedEngine {
    fn new(variant: &'static Variant, opponent: Opponent) -> HandicappedEngine {
        let Opponent { strength, seed } = opponent;
        let nodes = strength.limits().nodes.unwrap_or(0);
        HandicappedEngine {
            opponent,
            variant,
            evaluator: Evaluator::new(variant, &strength.misjudgement(seed)),
            tt: TranspositionTable::new((nodes / NODES_PER_MB).max(1) as usize),
            cap_check: CapCheck::new(variant),
        }
    }

    /// Searches with an empty table, and chooses among moves that are nearly equal.
    fn play(
        &mut self,
        root: &Root,
        mut limits: SearchLimits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        let Opponent { strength, seed } = self.opponent;
        let sight = strength.sight(&root.position, seed);
        let moves = strength.caps().root_moves(root, &sight, &limits.moves);
        let begun = Instant::now();
        let better = self.cap_check.better_move(root, &moves, &limits, stop);
        limits = limits.after(begun.elapsed());
        limits.moves = moves.kept;
        limits.moves.extend(better);
        let (wanted_lines, margin) = (limits.lines.max(1), strength.margin());
        limits.lines = if margin > 0 { wanted_lines.max(LINES) } else { wanted_lines };
        self.tt.clear();
        let tools = SearchTools {
            tt: &self.tt,
            evaluator: &self.evaluator,
            sight: Some(&sight),
            tables: None,
            histories: &mut Histories::new(),
            helpers: &mut [],
        };
        let mut lines = NearlyEqual::default();
        let result = run(tools, root, &limits, stop, NoObserver, &mut |info| {
            lines.note(info);
            if info.multipv <= wanted_lines {
                report(info);
            }
        });
        lines.choose(&root.position, seed, margin, result)
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
    /// use minnow_base::sync::StopFlag;
    /// use minnow_engine::{Opponent, Root, SearchLimits, Searcher};
    /// use minnow_rules::{Position, Variant};
    ///
    /// let variant = Variant::default_variant();
    /// let root = Root::new(Position::start(variant));
    /// let mut searcher = Searcher::new(variant, 1);
    /// let mut play = || {
    ///     let opponent = Opponent::of_level(3, 7);
    ///     let stop = StopFlag::new();
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
        stop: &StopFlag,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        let limits = limits.clone().tightened(&opponent.limits(root));
        let variant = root.position.variant();
        if let Some(best) = opponent.book_move(root, &limits.moves) {
            let plan = TimePlan::new(&limits, &root.position);
            let info = unsearched_info(&plan, 0, Score::DRAW, Some(best));
            return SearchResult { best: Some(best), info };
        }
        if opponent.strength.is_full() {
            return self.search(root, &limits, stop, report);
        }
        let engine = match self.handicapped.take() {
            Some(engine) if engine.variant == variant && engine.opponent == *opponent => engine,
            _ => Box::new(HandicappedEngine::new(variant, *opponent)),
        };
        self.handicapped.insert(engine).play(root, limits, stop, report)
    }
}
