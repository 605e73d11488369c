//! The state that the threads of a search share, and each thread's check of the limits.
//!
//! Everything shared is read-only or atomic: the transposition table, the flags, the node count.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::Duration,
};
use web_time::Instant;

use crate::{eval::Evaluator, level::Sight, table::TranspositionTable, time::TimePlan};
use minnow_base::sync::StopFlag;
use minnow_tables::TableSet;

/// A thread checks the clock and adds to the shared node count after this many nodes of its own:
/// less than a millisecond of work.
const NODES_PER_CHECK: u64 = 256;

/// The search was stopped or reached a limit; unfinished work is discarded.
pub(super) struct Stopped;

/// A node count that all threads write, in a cache line of its own, so that the writes do not slow
/// readers of the flags beside it.
#[repr(align(64))]
struct SharedNodes(AtomicU64);

/// The state that the threads of a search share.
pub(crate) struct SharedSearch<'a> {
    pub tt: &'a TranspositionTable,
    pub evaluator: &'a Evaluator,
    /// The view of a weak opponent; `None` for full strength.
    pub sight: Option<&'a Sight>,
    pub tables: Option<&'a TableSet>,
    pub plan: TimePlan,
    /// The caller's: all threads pause and stop by it.
    stop: &'a StopFlag,
    /// The time for which the caller had paused its work before this search.
    paused_before: Duration,
    /// Set once the leading thread has finished.
    halt: AtomicBool,
    nodes: SharedNodes,
    node_limit: u64,
}

impl<'a> SharedSearch<'a> {
    pub(crate) fn new(
        tt: &'a TranspositionTable,
        evaluator: &'a Evaluator,
        sight: Option<&'a Sight>,
        tables: Option<&'a TableSet>,
        plan: TimePlan,
        stop: &'a StopFlag,
        node_limit: u64,
    ) -> SharedSearch<'a> {
        let (halt, nodes) = (AtomicBool::new(false), SharedNodes(AtomicU64::new(0)));
        let paused_before = stop.paused_until(Instant::now());
        SharedSearch {
            tt,
            evaluator,
            sight,
            tables,
            plan,
            stop,
            paused_before,
            halt,
            nodes,
            node_limit,
        }
    }

    /// The time since the start of the search, without its pauses. The limits of time count these,
    /// as the clock of a game does.
    pub(super) fn searching_time(&self) -> Duration {
        let now = Instant::now();
        let paused = self.stop.paused_until(now).saturating_sub(self.paused_before);
        self.plan.elapsed_at(now).saturating_sub(paused)
    }

    /// Nodes of all threads as of their last check.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.0.load(Relaxed)
    }

    /// A guard that stops the helper threads when it is dropped.
    pub(super) fn halt_on_drop(&self) -> HaltOnDrop<'_> {
        HaltOnDrop(&self.halt)
    }
}

/// Stops the helpers when the leading thread leaves, even by a panic: the thread scope waits for
/// them.
pub(super) struct HaltOnDrop<'a>(&'a AtomicBool);

impl Drop for HaltOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// One thread's check of the limits, and its share of the common node count.
pub(super) struct LimitCheck<'a> {
    pub shared: &'a SharedSearch<'a>,
    /// Own nodes already added to the common count.
    counted: u64,
    /// Own node count at which the limits are checked again.
    next_check: u64,
}

impl<'a> LimitCheck<'a> {
    pub(super) fn new(shared: &'a SharedSearch<'a>) -> LimitCheck<'a> {
        LimitCheck { shared, counted: 0, next_check: 0 }
    }

    /// Stops the search if a flag is set or a limit is reached; `nodes` is this thread's count. Each
    /// thread waits here while the caller's flag says pause. One thread never exceeds a node limit.
    /// Several may, by the nodes between two checks of each.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the search must end.
    #[inline]
    pub(super) fn check(&mut self, nodes: u64) -> Result<(), Stopped> {
        if self.shared.halt.load(Relaxed) || self.shared.stop.is_set() {
            return Err(Stopped);
        }
        if nodes >= self.next_check { self.check_limits(nodes) } else { Ok(()) }
    }

    #[cold]
    fn check_limits(&mut self, nodes: u64) -> Result<(), Stopped> {
        let left = self.shared.node_limit.saturating_sub(self.count(nodes));
        if left == 0 || self.shared.plan.is_over() {
            return Err(Stopped);
        }
        self.next_check = nodes + left.min(NODES_PER_CHECK);
        Ok(())
    }

    /// Nodes of all threads: this thread's up to now, the others' as of their last check.
    pub(super) fn count(&mut self, nodes: u64) -> u64 {
        let new = nodes - self.counted;
        self.counted = nodes;
        self.shared.nodes.0.fetch_add(new, Relaxed) + new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SearchLimits, level::Misjudgement};
    use minnow_rules::{Position, Variant};

    #[test]
    fn searching_time_excludes_pauses() {
        let variant = Variant::default_variant();
        let plan = TimePlan::new(&SearchLimits::default(), &Position::start(variant));
        let tt = TranspositionTable::new(1);
        let evaluator = Evaluator::new(variant, &Misjudgement::NONE);
        let stop = StopFlag::new();
        let shared = SharedSearch::new(&tt, &evaluator, None, None, plan, &stop, u64::MAX);
        stop.pause();
        let (paused, before) = (Instant::now(), shared.searching_time());
        while Instant::now() == paused {}
        assert_eq!(shared.searching_time(), before);
        stop.resume();
        let resumed = Instant::now();
        while Instant::now() == resumed {}
        assert!(shared.searching_time() > before);
    }
}
