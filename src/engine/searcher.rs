//! The engine as its callers see it: what is kept from move to move, and one call that searches.
//!
//! Roots where nothing is left to search are answered here; all others in `threads.rs`.

use std::{sync::atomic::AtomicBool, time::Duration};

use super::{
    Handicap, NoObserver, Observer, Score, SearchLimits,
    eval::Evaluation,
    history::History,
    root::{RootMove, root_moves},
    table::{Bound, Table},
    threads::{self, Shared},
    time::TimePlan,
};
use crate::rules::{Move, Position, Variant};

/// A position to search, with the keys of the game's earlier positions for repetitions.
#[derive(Clone, Debug)]
pub struct Root {
    pub position: Position,
    /// Keys of the positions before it, oldest first.
    pub earlier: Vec<u64>,
}

impl Root {
    /// A position without a past.
    pub fn new(position: Position) -> Root {
        Root { position, earlier: Vec::new() }
    }

    /// The root after one more move of the game.
    pub fn play(&mut self, played: Move) {
        self.earlier.push(self.position.key());
        self.position = self.position.play(played);
    }
}

/// What an iteration found out about one line.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchInfo {
    /// The line's rank among those asked for, from 1.
    pub multipv: usize,
    /// The iteration's depth in plies.
    pub depth: u32,
    /// The deepest ply reached, quiescence included.
    pub seldepth: u32,
    /// From the side to move.
    pub score: Score,
    /// Exact, or what a search with too narrow a window says of the score while it is repeated.
    pub bound: Bound,
    /// Moves played so far by all threads, in quiescence too.
    pub nodes: u64,
    pub elapsed: Duration,
    /// How full the table is with this search, in permille.
    pub permille_full: usize,
    /// The principal variation.
    pub pv: Vec<Move>,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// `None` only where the game is over.
    pub best: Option<Move>,
    /// The iteration that `best` comes from, perhaps not finished; without one, its depth is 0.
    pub info: SearchInfo,
}

/// The engine. Keeps its table and history from one move to the next.
pub struct Searcher {
    table: Table,
    history: History,
    /// Those of the threads besides the first.
    helper_histories: Vec<History>,
    evaluation: Evaluation,
    threads: usize,
    variant: &'static Variant,
    handicap: Handicap,
}

impl Searcher {
    /// An engine with one thread and a table of `hash_mb` MB.
    pub fn new(variant: &'static Variant, hash_mb: usize) -> Searcher {
        Searcher {
            table: Table::new(hash_mb),
            history: History::new(),
            helper_histories: Vec::new(),
            evaluation: Evaluation::new(variant, &Handicap::NONE),
            threads: 1,
            variant,
            handicap: Handicap::NONE,
        }
    }

    /// Replaces the table by one of this size.
    pub fn resize_table(&mut self, hash_mb: usize) {
        // The old one goes first: both at once may be more than the machine has.
        self.table = Table::new(1);
        self.table = Table::new(hash_mb);
    }

    /// From the next search on, how many threads to use, from 1; more than there are cores do no
    /// harm but little good. With several, no search can be repeated exactly.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
        self.helper_histories.resize_with(self.threads - 1, History::new);
    }

    /// Forgets everything learned, so that the next search is the same as the first one's.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.history = History::new();
        self.helper_histories.fill_with(History::new);
    }

    /// Gets ready for this variant and handicap, which saves the next search the time: what was
    /// learned of another variant, or with another judgement, is wrong for these. Says whether it
    /// had to be forgotten.
    pub fn get_ready(&mut self, variant: &'static Variant, handicap: Handicap) -> bool {
        let is_ready = self.variant == variant && self.handicap == handicap;
        if !is_ready {
            self.evaluation = Evaluation::new(variant, &handicap);
            self.variant = variant;
            self.handicap = handicap;
            self.new_game();
        }
        !is_ready
    }

    fn prepare(&mut self, variant: &'static Variant, handicap: Handicap, threads: usize) {
        self.get_ready(variant, handicap);
        self.table.start_search();
        self.history.start_search();
        self.helper_histories.iter_mut().take(threads - 1).for_each(History::start_search);
    }

    /// Searches until a limit is reached or `stop` is set, and always names a move if there is
    /// one. `report` is called on this thread after every iteration, for each line asked for from
    /// the best one on; in long searches also with bounds, see [`SearchInfo::bound`].
    ///
    /// With one thread and no limit of time the result depends on nothing but the searches since
    /// the last new game.
    pub fn search(
        &mut self,
        root: &Root,
        limits: &SearchLimits,
        handicap: Handicap,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        self.search_observed(root, limits, handicap, stop, NoObserver, report)
    }

    /// The same, `observer` being told of all that the leading thread does. Where nothing has to be
    /// searched it is told nothing.
    pub fn search_observed<O: Observer>(
        &mut self,
        root: &Root,
        limits: &SearchLimits,
        handicap: Handicap,
        stop: &AtomicBool,
        observer: O,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        let plan = TimePlan::new(limits, &root.position);
        // A handicap is to be the same mistakes every time.
        let most = if handicap == Handicap::NONE { limits.threads } else { Some(1) };
        let threads = self.threads.min(most.unwrap_or(usize::MAX)).max(1);
        self.prepare(root.position.variant(), handicap, threads);
        if let Some(outcome) = root.position.outcome(1) {
            let score = if outcome.winner.is_some() { Score::lost_at(0) } else { Score::DRAW };
            return SearchResult { best: None, info: settled(&plan, 0, score, None) };
        }
        let moves = root_moves(&root.position, &limits.moves);
        if let Some((depth, score)) = known_score(&root.position, &moves) {
            let best = moves.first().map(|root_move| root_move.played);
            let info = settled(&plan, depth, score, best);
            report(&info);
            return SearchResult { best, info };
        }
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        let shared = Shared::new(&self.table, &self.evaluation, handicap, plan, stop, node_limit);
        let helpers = self.helper_histories.iter_mut().take(threads - 1).collect();
        let histories = (&mut self.history, helpers);
        threads::search(&shared, histories, root, &moves, limits, observer, report)
    }
}

/// The score of a root where nothing has to be searched, and the depth of that knowledge: the
/// other king can be taken, or whatever is played the own one falls.
fn known_score(position: &Position, moves: &[RootMove]) -> Option<(u32, Score)> {
    let safe = position.safe_moves();
    if moves.iter().any(|root_move| position.takes_king(root_move.played)) {
        Some((1, Score::won_at(1)))
    } else if moves.iter().all(|root_move| !safe.contains(root_move.played)) {
        // Unless the game is drawn before that.
        let falls = position.king_left_falls_in_time();
        Some((2, if falls { Score::lost_at(2) } else { Score::DRAW }))
    } else {
        None
    }
}

/// What there is to say without a search.
fn settled(plan: &TimePlan, depth: u32, score: Score, best: Option<Move>) -> SearchInfo {
    SearchInfo {
        multipv: 1,
        depth,
        seldepth: depth,
        score,
        bound: Bound::Exact,
        nodes: 0,
        elapsed: plan.elapsed(),
        permille_full: 0,
        pv: best.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Level, table::Entry};

    #[test]
    fn what_was_learned_is_forgotten_only_for_another_variant_or_handicap() {
        let minichess = Variant::default_variant();
        let gardner = Variant::by_id("gardner").unwrap();
        let weak = Level::get(3).handicap(1);
        let (score, bound) = (Score::DRAW, Bound::Exact);
        let learned = Entry { played: None, score, depth: 3, bound, static_score: None };
        let mut searcher = Searcher::new(minichess, 1);
        for (variant, handicap) in
            [(minichess, weak), (minichess, Level::get(3).handicap(2)), (gardner, Handicap::NONE)]
        {
            assert!(searcher.get_ready(variant, handicap));
            assert_eq!(searcher.table.probe(5, 0), None);
            searcher.table.store(5, 0, learned);
            assert!(!searcher.get_ready(variant, handicap));
            searcher.prepare(variant, handicap, 1);
            assert_eq!(searcher.table.probe(5, 0), Some(learned));
        }
    }
}
