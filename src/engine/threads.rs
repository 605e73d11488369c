//! Lazy SMP: several threads search the same root and meet only in the transposition table.
//!
//! What they share is read-only or atomic: the table, the flags, one count of nodes. Each owns
//! its history and its search. The leading thread decides when the work is done; the helpers then
//! stop at their next node. The search itself is in `deepen.rs` and below.

use std::{
    panic::resume_unwind,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread::{self, ScopedJoinHandle},
};

use super::{
    Handicap, NoObserver, Observer, SearchInfo, SearchLimits, SearchResult,
    deepen::Deepening,
    eval::Evaluation,
    history::History,
    line::Line,
    root::RootMove,
    search::{Search, Stopped},
    searcher::Root,
    table::{Bound, Table},
    time::TimePlan,
};

/// A thread looks at the clock and adds to the common count every so many nodes of its own: less
/// than a millisecond's work.
const NODES_PER_LOOK: u64 = 256;

/// A count that all threads write, in a cache line of its own so that readers of the flags beside
/// it are not disturbed.
#[repr(align(64))]
struct Count(AtomicU64);

/// What the threads of one search have in common.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    pub evaluation: &'a Evaluation,
    pub handicap: Handicap,
    pub plan: TimePlan,
    /// Set by the caller.
    stop: &'a AtomicBool,
    /// Set once the leading thread is done.
    halt: AtomicBool,
    nodes: Count,
    node_limit: u64,
}

impl<'a> Shared<'a> {
    pub fn new(
        table: &'a Table,
        evaluation: &'a Evaluation,
        handicap: Handicap,
        plan: TimePlan,
        stop: &'a AtomicBool,
        node_limit: u64,
    ) -> Shared<'a> {
        let (halt, nodes) = (AtomicBool::new(false), Count(AtomicU64::new(0)));
        Shared { table, evaluation, handicap, plan, stop, halt, nodes, node_limit }
    }
}

/// One thread's look at the limits, and its contribution to the common count.
pub(super) struct Watch<'a> {
    pub shared: &'a Shared<'a>,
    /// Own nodes that are in the common count already.
    counted: u64,
    /// Own nodes at which to look again.
    next_look: u64,
}

impl<'a> Watch<'a> {
    pub fn new(shared: &'a Shared<'a>) -> Watch<'a> {
        Watch { shared, counted: 0, next_look: 0 }
    }

    /// Whether the search must end, the thread having searched `nodes` of its own. One thread
    /// never exceeds a node limit; several may by what each does between two looks.
    #[inline]
    pub fn check(&mut self, nodes: u64) -> Result<(), Stopped> {
        if self.shared.stop.load(Relaxed) || self.shared.halt.load(Relaxed) {
            return Err(Stopped);
        }
        if nodes >= self.next_look { self.look(nodes) } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self, nodes: u64) -> Result<(), Stopped> {
        let left = self.shared.node_limit.saturating_sub(self.count(nodes));
        if left == 0 || self.shared.plan.is_over() {
            return Err(Stopped);
        }
        self.next_look = nodes + left.min(NODES_PER_LOOK);
        Ok(())
    }

    /// The nodes of all threads: this one's to the last, the others' as of their last look.
    pub fn count(&mut self, nodes: u64) -> u64 {
        let new = nodes - self.counted;
        self.counted = nodes;
        self.shared.nodes.0.fetch_add(new, Relaxed) + new
    }
}

/// Ends the helpers' work when the leading thread leaves, even by a panic: the scope waits for
/// them.
struct HaltOnDrop<'a>(&'a AtomicBool);

impl Drop for HaltOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Searches with this thread leading and a helper for each of the other histories; reports from
/// this one, and only this one is observed.
pub(super) fn search<O: Observer>(
    shared: &Shared,
    (own, others): (&mut History, Vec<&mut History>),
    root: &Root,
    moves: &[RootMove],
    limits: &SearchLimits,
    observer: O,
    report: &mut dyn FnMut(&SearchInfo),
) -> SearchResult {
    let (mut result, helped) = thread::scope(|scope| {
        let halt = HaltOnDrop(&shared.halt);
        let mut helpers = Vec::with_capacity(others.len());
        for (index, history) in others.into_iter().enumerate() {
            let helper = deepening(shared, history, root, moves, limits, NoObserver);
            let help = move || helper.help(index + 1);
            // A thread that the system refuses is done without.
            helpers.extend(thread::Builder::new().spawn_scoped(scope, help));
        }
        let result = deepening(shared, own, root, moves, limits, observer).lead(limits, report);
        drop(halt);
        // A helper's panic is the search's.
        let join = |helper: ScopedJoinHandle<_>| helper.join().unwrap_or_else(|p| resume_unwind(p));
        let helped: Vec<SearchInfo> = helpers.into_iter().map(join).collect();
        (result, helped)
    });
    if limits.depth.is_none() && limits.lines <= 1 {
        elect(&mut result, helped, report);
    }
    result.info.nodes = shared.nodes.0.load(Relaxed);
    result.info.elapsed = shared.plan.elapsed();
    result
}

/// One thread's work.
fn deepening<'a, O: Observer>(
    shared: &'a Shared,
    history: &'a mut History,
    root: &'a Root,
    moves: &[RootMove],
    limits: &SearchLimits,
    observer: O,
) -> Deepening<'a, O> {
    let accumulator = shared.evaluation.accumulator(&root.position);
    let line = Line::new(&root.earlier, &root.position, accumulator);
    let search = Search::new(Watch::new(shared), history, line, observer);
    Deepening::new(search, &root.position, moves.to_vec(), limits)
}

/// A helper that got deeper and found nothing worse is believed more than the leading thread.
fn elect(result: &mut SearchResult, helped: Vec<SearchInfo>, report: &mut dyn FnMut(&SearchInfo)) {
    let deepest = helped.into_iter().max_by_key(|info| (info.depth, info.score));
    if let Some(info) = deepest
        && info.bound == Bound::Exact
        && info.depth > result.info.depth
        && info.score >= result.info.score
    {
        report(&info);
        *result = SearchResult { best: info.pv.first().copied(), info };
    }
}
