//! A search as a job: a request, a searcher that several jobs share, and updates on the way.
//!
//! Nothing here starts a thread: the caller chooses the thread of [`SearchJob::run`], gives it a
//! stop flag and receives its updates.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use web_time::Instant;

use super::{Bound, Opponent, Root, SearchInfo, SearchLimits, SearchResult, Searcher, TableSize};
use minnow_base::sync::{StopFlag, lock_briefly};
use minnow_rules::Variant;
use minnow_tables::TableSet;

/// Shortest time between two reported iterations of one search, so that reports do not slow the
/// window.
const REPORT_INTERVAL: Duration = Duration::from_millis(80);

/// The request of a search.
#[derive(Clone, Debug)]
pub struct SearchJob {
    /// The position to search, with its game's earlier positions.
    pub root: Root,
    /// They apply together with those of the opponent, if there is one.
    pub limits: SearchLimits,
    /// The opponent whose move is searched; `None` for a search at full strength.
    pub opponent: Option<Opponent>,
}

/// An update that a search sends.
#[derive(Clone, Debug, PartialEq)]
pub enum SearchUpdate {
    /// A finished iteration of one line.
    Iteration(SearchInfo),
    /// The end of the search; a stopped search has the best move found so far.
    Done(SearchResult),
}

impl SearchJob {
    /// Searches until a limit is reached or `stop` is set. Of iterations that follow each other too
    /// closely only the last is sent, and the lines of one iteration are sent together.
    pub fn run(
        &self,
        searcher: &SharedSearcher,
        stop: &StopFlag,
        emit: &mut dyn FnMut(SearchUpdate),
    ) {
        let mut reports = Reports { emit: &mut *emit, last: None, held: None };
        let result = searcher.with(self.root.position.variant(), |searcher| {
            let mut report = |info: &SearchInfo| reports.take(info);
            self.search(searcher, stop, &mut report)
        });
        reports.finish();
        emit(SearchUpdate::Done(result));
    }

    /// Searches with this engine as [`Searcher::search`] does, or plays as [`Searcher::play`] does.
    pub fn search(
        &self,
        searcher: &mut Searcher,
        stop: &StopFlag,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        match &self.opponent {
            Some(opponent) => searcher.play(&self.root, opponent, &self.limits, stop, report),
            None => searcher.search(&self.root, &self.limits, stop, report),
        }
    }
}

/// A searcher that jobs use one after the other, and that a paused search keeps. It is created when
/// it is first needed. After a panic in a search a new one is created, because its table and
/// histories may be half written.
#[derive(Clone)]
pub struct SharedSearcher {
    slot: Arc<Mutex<SearcherSlot>>,
    /// The size of the searcher's table, which can be read during a search.
    table_size: Arc<Mutex<Option<TableSize>>>,
}

struct SearcherSlot {
    searcher: Option<Searcher>,
    threads: usize,
    hash_mb: usize,
    tables: Option<Arc<TableSet>>,
}

impl SharedSearcher {
    /// A searcher with one thread and a transposition table of this size.
    pub fn new(hash_mb: usize) -> SharedSearcher {
        let slot = SearcherSlot { searcher: None, threads: 1, hash_mb, tables: None };
        SharedSearcher { slot: Arc::new(Mutex::new(slot)), table_size: Arc::default() }
    }

    /// The size of the transposition table, `None` before the searcher is created. Never waits for
    /// a search.
    pub fn table_size(&self) -> Option<TableSize> {
        *lock_briefly(&self.table_size)
    }

    fn note_table_size(&self, searcher: &Searcher) {
        *lock_briefly(&self.table_size) = Some(searcher.table_size());
    }

    /// Waits until no other job uses the searcher, and calls `work` with it. The variant is used only
    /// if the searcher is created now.
    pub fn with<R>(&self, variant: &'static Variant, work: impl FnOnce(&mut Searcher) -> R) -> R {
        let mut slot = self.lock();
        let SearcherSlot { searcher, threads, hash_mb, tables } = &mut *slot;
        work(searcher.get_or_insert_with(|| {
            let mut searcher = Searcher::new(variant, *hash_mb);
            searcher.set_threads(*threads);
            searcher.set_tables(tables.clone());
            self.note_table_size(&searcher);
            searcher
        }))
    }

    /// Sets the threads of the next searches, where their limits allow, and the size of the
    /// transposition table in MB. A changed size empties the table.
    pub fn configure(&self, threads: usize, hash_mb: usize) {
        self.set_threads(threads);
        if self.lock().hash_mb != hash_mb {
            self.resize_table(hash_mb);
        }
    }

    /// Sets the threads of the next searches, where their limits allow.
    pub fn set_threads(&self, threads: usize) {
        let mut slot = self.lock();
        slot.threads = threads;
        if let Some(searcher) = &mut slot.searcher {
            searcher.set_threads(threads);
        }
    }

    /// Sets the end-game tables of the next searches, see [`Searcher::set_tables`].
    pub fn set_tables(&self, tables: Option<Arc<TableSet>>) {
        let mut slot = self.lock();
        slot.tables.clone_from(&tables);
        if let Some(searcher) = &mut slot.searcher {
            searcher.set_tables(tables);
        }
    }

    /// Replaces the transposition table by an empty one of this size in MB.
    pub fn resize_table(&self, hash_mb: usize) {
        let mut slot = self.lock();
        slot.hash_mb = hash_mb;
        if let Some(searcher) = &mut slot.searcher {
            searcher.resize_table(hash_mb);
            self.note_table_size(searcher);
        }
    }

    /// Clears the table and the histories, so that the next game does not depend on the last.
    pub fn new_game(&self) {
        if let Some(searcher) = &mut self.lock().searcher {
            searcher.new_game();
        }
    }

    fn lock(&self) -> MutexGuard<'_, SearcherSlot> {
        self.slot.lock().unwrap_or_else(|poisoned: PoisonError<_>| {
            self.slot.clear_poison();
            let mut slot = poisoned.into_inner();
            slot.searcher = None;
            slot
        })
    }
}

/// Forwards the reports of a search, at most one iteration in each interval; the lines of one
/// iteration are sent together.
struct Reports<'a> {
    emit: &'a mut dyn FnMut(SearchUpdate),
    /// When an iteration was last sent.
    last: Option<Instant>,
    /// The lines of the last iteration, if it came too early to be sent.
    held: Option<Vec<SearchInfo>>,
}

impl Reports<'_> {
    fn take(&mut self, info: &SearchInfo) {
        if info.bound != Bound::Exact {
            return;
        }
        if info.multipv == 1 {
            let now = Instant::now();
            let is_due = self.last.is_none_or(|last| now - last >= REPORT_INTERVAL);
            self.held = if is_due { None } else { Some(Vec::new()) };
            self.last = if is_due { Some(now) } else { self.last };
        }
        match &mut self.held {
            Some(held) => held.push(info.clone()),
            None => (self.emit)(SearchUpdate::Iteration(info.clone())),
        }
    }

    /// Sends the iteration held back.
    fn finish(self) {
        for info in self.held.unwrap_or_default() {
            (self.emit)(SearchUpdate::Iteration(info));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use minnow_rules::Position;

    fn search_job(limits: SearchLimits) -> SearchJob {
        let root = Root::new(Position::start(Variant::default_variant()));
        SearchJob { root, limits, opponent: None }
    }

    fn updates(searcher: &SharedSearcher, limits: SearchLimits) -> Vec<SearchUpdate> {
        let mut updates = Vec::new();
        let stop = StopFlag::new();
        search_job(limits).run(searcher, &stop, &mut |update| updates.push(update));
        updates
    }

    #[test]
    fn the_last_iteration_of_every_line_is_sent() {
        let searcher = SharedSearcher::new(1);
        searcher.configure(2, 2);
        let mut deepest = [0; 3];
        let mut updates = updates(&searcher, SearchLimits { lines: 3, ..SearchLimits::depth(7) });
        assert!(matches!(updates.pop(), Some(SearchUpdate::Done(_))));
        for update in updates {
            let SearchUpdate::Iteration(info) = update else { panic!("{update:?}") };
            deepest[info.multipv - 1] = info.depth;
        }
        assert_eq!(deepest, [7; 3]);
    }

    #[test]
    fn the_table_size_is_readable_after_first_use() {
        let searcher = SharedSearcher::new(1);
        assert_eq!(searcher.table_size(), None);
        searcher.with(Variant::default_variant(), |_| {
            let size = TableSize { wanted_mb: 1, in_use_mb: 1 };
            assert_eq!(searcher.table_size(), Some(size), "read during a search");
        });
        searcher.configure(1, 3);
        assert_eq!(searcher.table_size(), Some(TableSize { wanted_mb: 3, in_use_mb: 3 }));
    }

    #[test]
    fn after_a_panic_a_new_searcher_keeps_settings() {
        let searcher = SharedSearcher::new(1);
        searcher.configure(3, 2);
        let first = updates(&searcher, SearchLimits { threads: Some(1), ..SearchLimits::depth(5) });
        let fault = catch_unwind(AssertUnwindSafe(|| {
            searcher.with(Variant::default_variant(), |_| panic!("a planted fault"));
        }));
        assert!(fault.is_err());
        let slot = searcher.lock();
        assert!(slot.searcher.is_none());
        assert_eq!([slot.threads, slot.hash_mb], [3, 2]);
        drop(slot);
        // Nothing learned is left, so the same nodes are searched again.
        let again = updates(&searcher, SearchLimits { threads: Some(1), ..SearchLimits::depth(5) });
        let nodes = |updates: &[SearchUpdate]| match updates.last() {
            Some(SearchUpdate::Done(result)) => result.info.nodes,
            other => panic!("{other:?}"),
        };
        assert_eq!(nodes(&first), nodes(&again));
    }
}
