//! The engine's facade: the state kept from move to move, and one call that searches.
//!
//! Positions that need no search are answered here; all others by the search.

use std::sync::Arc;

use super::{
    Bound, NoObserver, Observer, Root, Score, SearchInfo, SearchLimits, SearchResult,
    eval::Evaluator,
    level::{HandicappedEngine, Misjudgement, Sight},
    search::{
        Histories, RootMove, SearchTask, SharedSearch, has_room_for_helper, order_drawn_moves,
        root_moves, search,
    },
    table::{TableSize, TranspositionTable},
    time::TimePlan,
};
use minnow_base::sync::StopFlag;
use minnow_rules::{Move, Variant};
use minnow_tables::TableSet;

/// The engine. It keeps its transposition table and histories from one move to the next.
///
/// ```
/// use minnow_base::sync::StopFlag;
/// use minnow_engine::{Root, SearchLimits, Searcher};
/// use minnow_rules::{Position, Variant};
///
/// let variant = Variant::default_variant();
/// let root = Root::new(Position::start(variant));
/// let mut searcher = Searcher::new(variant, 1);
/// let stop = StopFlag::new();
/// let mut depths = Vec::new();
/// let result = searcher.search(
///     &root,
///     &SearchLimits::depth(3),
///     &stop,
///     &mut |info| depths.push(info.depth),
/// );
/// assert_eq!(depths, [1, 2, 3]);
/// assert!(result.best.is_some_and(|best| root.position.legal_moves().contains(best)));
/// ```
pub struct Searcher {
    tt: TranspositionTable,
    /// The size that the table should have.
    hash_mb: usize,
    /// Of the leading thread.
    histories: Histories,
    /// One for each helper thread.
    helper_histories: Vec<Histories>,
    evaluator: Evaluator,
    threads: usize,
    variant: &'static Variant,
    /// The end-game tables that a search at full strength probes.
    tables: Option<Arc<TableSet>>,
    /// True until a search uses the table and the histories.
    is_new: bool,
    /// The engine of the opponent with a handicap that played last.
    pub(super) handicapped: Option<Box<HandicappedEngine>>,
}

/// The parts of an engine that a search uses.
pub(super) struct SearchTools<'a> {
    pub tt: &'a TranspositionTable,
    pub evaluator: &'a Evaluator,
    /// The view of a weak opponent; `None` for full strength.
    pub sight: Option<&'a Sight>,
    /// The end-game tables of the root's variant.
    pub tables: Option<&'a TableSet>,
    /// Of the leading thread.
    pub histories: &'a mut Histories,
    /// One for each helper thread.
    pub helpers: &'a mut [Histories],
}

impl Searcher {
    /// An engine with one thread and a transposition table of `hash_mb` MB, at least 1, or a
    /// smaller one, see [`Searcher::table_size`].
    pub fn new(variant: &'static Variant, hash_mb: usize) -> Searcher {
        Searcher {
            tt: TranspositionTable::new(hash_mb),
            hash_mb,
            histories: Histories::new(),
            helper_histories: Vec::new(),
            evaluator: Evaluator::new(variant, &Misjudgement::NONE),
            threads: 1,
            variant,
            tables: None,
            is_new: true,
            handicapped: None,
        }
    }

    /// Replaces the transposition table by an empty one of `hash_mb` MB, at least 1, or a smaller
    /// one, see [`Searcher::table_size`].
    pub fn resize_table(&mut self, hash_mb: usize) {
        if self.is_new && self.tt.megabytes() == hash_mb.max(1) {
            self.hash_mb = hash_mb;
            return;
        }
        // The old table is freed first: the machine may not have memory for both.
        self.tt = TranspositionTable::new(1);
        self.tt = TranspositionTable::new(hash_mb);
        self.hash_mb = hash_mb;
    }

    /// The size of the transposition table, which is smaller than wanted if the system refused the
    /// memory.
    pub fn table_size(&self) -> TableSize {
        TableSize { wanted_mb: self.hash_mb.max(1), in_use_mb: self.tt.megabytes() }
    }

    /// Sets the number of threads from the next search on, at least 1. More threads than cores
    /// gain little. With several threads no search can be repeated exactly. If the system refuses
    /// the memory for some of them, there are fewer, see [`Searcher::threads`].
    pub fn set_threads(&mut self, threads: usize) {
        let helpers = threads.max(1) - 1;
        self.helper_histories.truncate(helpers);
        while self.helper_histories.len() < helpers && has_room_for_helper() {
            self.helper_histories.push(Histories::new());
        }
        self.threads = self.helper_histories.len() + 1;
    }

    /// The number of threads that search.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Sets the end-game tables that searches at full strength probe, none at first. They are used
    /// for variants with their rules. A change clears the table and the histories, so that results
    /// repeat: set tables that are complete when the game or search begins.
    pub fn set_tables(&mut self, tables: Option<Arc<TableSet>>) {
        let is_same = match (&self.tables, &tables) {
            (Some(old), Some(new)) => Arc::ptr_eq(old, new),
            (old, new) => old.is_none() && new.is_none(),
        };
        if !is_same {
            self.tables = tables;
            self.new_game();
        }
    }

    /// Clears the table and the histories, so that the next search equals that of a new engine.
    pub fn new_game(&mut self) {
        if self.is_new {
            return;
        }
        self.tt.clear();
        self.histories = Histories::new();
        self.helper_histories.fill_with(Histories::new);
        self.is_new = true;
    }

    /// Prepares for a variant, so that the next search starts at once. Returns `true` if it cleared
    /// the table and the histories: they are valid for one variant only.
    pub fn get_ready(&mut self, variant: &'static Variant) -> bool {
        let is_ready = self.variant == variant;
        if !is_ready {
            self.evaluator = Evaluator::new(variant, &Misjudgement::NONE);
            self.variant = variant;
            self.new_game();
        }
        !is_ready
    }

    fn prepare(&mut self, variant: &'static Variant, threads: usize) {
        self.get_ready(variant);
        self.is_new = false;
        self.tt.start_search();
        self.histories.start_search();
        self.helper_histories.iter_mut().take(threads - 1).for_each(Histories::start_search);
    }

    /// Searches until a limit is reached or `stop` is set. It returns a move whenever there is
    /// one, however small the limits are.
    ///
    /// `report` is called on this thread after every iteration, once for each line, the best
    /// first. A search of more than a second also reports bounds, see [`SearchInfo::bound`].
    ///
    /// With one thread and no limit of time the result depends only on the searches since the last
    /// new game.
    pub fn search(
        &mut self,
        root: &Root,
        limits: &SearchLimits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        self.search_observed(root, limits, stop, NoObserver, report)
    }

    /// Searches like [`Searcher::search`] and sends `observer` the events of the leading thread. A
    /// position that needs no search has no events.
    pub fn search_observed<O: Observer>(
        &mut self,
        root: &Root,
        limits: &SearchLimits,
        stop: &StopFlag,
        observer: O,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        let threads = self.threads.min(limits.threads.unwrap_or(usize::MAX)).max(1);
        self.prepare(root.position.variant(), threads);
        let is_of_variant = |tables: &&TableSet| tables.fits(root.position.variant());
        let tools = SearchTools {
            tt: &self.tt,
            evaluator: &self.evaluator,
            sight: None,
            tables: self.tables.as_deref().filter(is_of_variant),
            histories: &mut self.histories,
            helpers: &mut self.helper_histories[..threads - 1],
        };
        run(tools, root, limits, stop, observer, report)
    }
}

/// Answers a root that needs no search, and searches every other.
pub(super) fn run<O: Observer>(
    tools: SearchTools,
    root: &Root,
    limits: &SearchLimits,
    stop: &StopFlag,
    observer: O,
    report: &mut dyn FnMut(&SearchInfo),
) -> SearchResult {
    let plan = TimePlan::new(limits, &root.position);
    if let Some(outcome) = root.position.outcome(1) {
        let score = if outcome.winner.is_some() { Score::lost_at(0) } else { Score::DRAW };
        return SearchResult { best: None, info: unsearched_info(&plan, 0, score, None) };
    }
    let mut moves = root_moves(&root.position, &limits.moves, limits.lines);
    if let Some(result) = known_result(&moves, limits, &plan, report) {
        return result;
    }
    let SearchTools { tt, evaluator, sight, tables, histories, helpers } = tools;
    if let Some(tables) = tables {
        order_drawn_moves(tables, &root.position, &mut moves);
    }
    // Where a king can be taken there is an answer however small the limits are, with every line.
    let first = moves.iter().any(|root_move| root_move.decided.is_some()).then(|| {
        let (never, endless) = (StopFlag::new(), SearchLimits::default());
        let plan = TimePlan::new(&endless, &root.position);
        let shared = SharedSearch::new(tt, evaluator, sight, tables, plan, &never, u64::MAX);
        let limits = SearchLimits { lines: limits.lines, ..SearchLimits::depth(1) };
        let task = SearchTask { shared: &shared, root, moves: &moves, limits: &limits };
        search(task, histories, &mut [], NoObserver, report)
    });
    let mut report_later = |info: &SearchInfo| {
        if first.is_none() || info.depth > 1 {
            report(info);
        }
    };
    let node_limit = limits.nodes.unwrap_or(u64::MAX);
    let shared = SharedSearch::new(tt, evaluator, sight, tables, plan, stop, node_limit);
    let task = SearchTask { shared: &shared, root, moves: &moves, limits };
    let result = search(task, histories, helpers, observer, &mut report_later);
    first.filter(|_| result.info.depth == 0).unwrap_or(result)
}

/// Answers and reports a root none of whose moves needs a search: each takes the king, or leaves the
/// own one to be taken.
fn known_result(
    moves: &[RootMove],
    limits: &SearchLimits,
    plan: &TimePlan,
    report: &mut dyn FnMut(&SearchInfo),
) -> Option<SearchResult> {
    let scores: Vec<Score> = moves.iter().map_while(|root_move| root_move.decided).collect();
    if scores.len() < moves.len() {
        return None;
    }
    let lines = if limits.moves.is_empty() { 1 } else { limits.lines.max(1) };
    let mut infos =
        (1..=lines).zip(moves.iter().zip(scores)).map(|(multipv, (root_move, score))| {
            let depth = if score == Score::won_at(1) { 1 } else { 2 };
            SearchInfo { multipv, ..unsearched_info(plan, depth, score, Some(root_move.mv)) }
        });
    let best = infos.next()?;
    report(&best);
    infos.for_each(|info| report(&info));
    Some(SearchResult { best: best.pv.first().copied(), info: best })
}

/// The report about a root that is not searched.
pub(super) fn unsearched_info(
    plan: &TimePlan,
    depth: u32,
    score: Score,
    best: Option<Move>,
) -> SearchInfo {
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
    use crate::{Opponent, table::TtEntry};
    use minnow_rules::Position;

    #[test]
    fn only_another_variant_clears_the_table() {
        let minichess = Variant::default_variant();
        let gardner = Variant::by_id("gardner").unwrap();
        let (score, bound) = (Score::DRAW, Bound::Exact);
        let entry = TtEntry { mv: None, score, depth: 3, bound, static_eval: None };
        let mut searcher = Searcher::new(minichess, 1);
        for variant in [gardner, minichess] {
            searcher.prepare(searcher.variant, 1);
            searcher.tt.store(5, 0, entry);
            assert!(searcher.get_ready(variant));
            assert_eq!(searcher.tt.probe(5, 0), None);
            searcher.prepare(variant, 1);
            searcher.tt.store(5, 0, entry);
            assert!(!searcher.get_ready(variant));
            assert_eq!(searcher.tt.probe(5, 0), Some(entry));
        }
        let root = Root::new(Position::start(minichess));
        let stop = StopFlag::new();
        searcher.play(
            &root,
            &Opponent::of_level(3, 1),
            &SearchLimits::default(),
            &stop,
            &mut |_| {},
        );
        assert_eq!(searcher.tt.probe(5, 0), Some(entry), "a weak level has a table of its own");
    }
}
