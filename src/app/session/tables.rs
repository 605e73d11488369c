//! The end-game tables of the window: the set that its searches probe and its cards show, and the jobs
//! that load and build it. A set is used only if it is complete.

use std::sync::{Arc, Mutex};

use super::Background;
use minnow_base::sync::lock_briefly;
use minnow_jobs::{JobEvent, JobHandle, JobProgress};
use minnow_rules::{Position, Variant};
use minnow_tables::{
    RuleSet, TableClass, TableSet,
    cache::{LoadedTables, STANDARD_MEN, TableBuildEvent, TableCache, start_build},
    has_few_men,
};

/// The set that was loaded last. Clones share it.
#[derive(Clone, Default)]
pub struct SharedTables(Arc<Mutex<LoadedTables>>);

impl SharedTables {
    /// Sets the folder of the tables. Without one there are none.
    fn set_cache(&self, cache: TableCache) {
        lock_briefly(&self.0).cache = Some(cache);
    }

    /// The complete set of a variant; reads its files if need be.
    pub fn load(&self, variant: &'static Variant) -> Option<Arc<TableSet>> {
        lock_briefly(&self.0).of(variant)
    }

    /// The complete set of a variant if it is loaded. Never waits for files: while another thread
    /// reads them, there is none.
    pub fn loaded(&self, variant: &Variant) -> Option<Arc<TableSet>> {
        self.0.try_lock().ok()?.known(variant)
    }

    /// Uses a set that was built.
    pub(super) fn add(&self, set: TableSet) {
        lock_briefly(&self.0).add(set);
    }
}

/// The state of the tables of a variant.
#[derive(Clone)]
pub enum TableStatus {
    /// There is no folder for tables.
    NoFolder,
    /// The files are being read.
    Loading,
    /// They have to be built: this many entries.
    Missing {
        entries: u64,
    },
    /// They are being built; no progress is known at first.
    Building(Option<JobProgress>),
    Ready(Arc<TableSet>),
}

/// Loads and builds tables on threads of their own.
#[derive(Default)]
pub struct TableClient {
    shared: SharedTables,
    /// `None` where there is no folder for tables.
    cache: Option<TableCache>,
    background: Background,
    work: Option<TableWork>,
    /// The rules whose files were looked for last, with the entries of the whole set.
    known: Option<KnownRules>,
}

/// A job under way.
struct TableWork {
    rules: RuleSet,
    job: JobHandle<TableBuildEvent>,
    builds: bool,
    progress: Option<JobProgress>,
}

struct KnownRules {
    rules: RuleSet,
    entries: u64,
}

impl TableClient {
    /// Tables in this folder, if there is one.
    pub fn new(
        shared: SharedTables,
        cache: Option<TableCache>,
        background: Background,
    ) -> TableClient {
        if let Some(cache) = &cache {
            shared.set_cache(cache.clone());
        }
        TableClient { shared, cache, background, work: None, known: None }
    }

    /// The state of the tables of a variant.
    pub fn status(&self, variant: &Variant) -> TableStatus {
        if let Some(set) = self.shared.loaded(variant) {
            return TableStatus::Ready(set);
        }
        let rules = RuleSet::of(variant);
        if let Some(work) = self.work.as_ref().filter(|work| work.rules == rules && work.builds) {
            return TableStatus::Building(work.progress);
        }
        match self.known.as_ref().filter(|known| known.rules == rules) {
            Some(known) if self.work.is_none() => TableStatus::Missing { entries: known.entries },
            None if self.cache.is_none() => TableStatus::NoFolder,
            _ => TableStatus::Loading,
        }
    }

    /// The state of the tables that have a position, or would have it once they are built; `None` if
    /// there is no table for it.
    pub fn status_for(&self, position: &Position) -> Option<TableStatus> {
        // The status takes longer than a look at the board.
        if position.board().occupied().count() as usize > TableClass::MAX_MEN {
            return None;
        }
        let status = self.status(position.variant());
        let has_position = match &status {
            TableStatus::NoFolder => false,
            TableStatus::Ready(set) => set.game_value(position, &[]).is_some(),
            _ => has_few_men(position, STANDARD_MEN),
        };
        has_position.then_some(status)
    }

    /// The progress of the build under way, once it is known.
    pub fn build_progress(&self) -> Option<JobProgress> {
        self.work.as_ref().filter(|work| work.builds)?.progress
    }

    /// Looks for the files of a variant's tables, once, unless a job is under way.
    pub fn look_for(&mut self, variant: &'static Variant) {
        let rules = RuleSet::of(variant);
        let is_known = self.known.as_ref().is_some_and(|known| known.rules == rules);
        if is_known || self.work.is_some() || self.shared.loaded(variant).is_some() {
            return;
        }
        let Some(cache) = &self.cache else { return };
        let classes = cache.standard_classes(variant);
        let entries = classes.iter().map(|class| class.entries(variant) as u64).sum();
        self.known = Some(KnownRules { rules: rules.clone(), entries });
        let shared = self.shared.clone();
        let job = self.background.start("tables", move |_| drop(shared.load(variant)));
        self.work = Some(TableWork { rules, job, builds: false, progress: None });
    }

    /// Builds the tables of a variant in place of others.
    pub fn build(&mut self, variant: &'static Variant) {
        let Some(cache) = self.cache.clone() else { return };
        let background = &self.background;
        let job = start_build(cache, variant, &background.spawner, background.wake());
        let rules = RuleSet::of(variant);
        self.work = Some(TableWork { rules, job, builds: true, progress: None });
    }

    /// Stops the build under way. Finished classes are kept.
    pub fn stop(&mut self) {
        self.work.take_if(|work| work.builds);
    }

    /// Takes in what the jobs have reported; returns sentences for the user.
    pub fn collect(&mut self) -> Vec<String> {
        let mut problems = Vec::new();
        let Some(work) = &mut self.work else { return problems };
        for event in work.job.events() {
            match event {
                JobEvent::Progress(progress) => work.progress = Some(progress),
                JobEvent::Output(TableBuildEvent::Problem(text)) => problems.push(text),
                JobEvent::Output(TableBuildEvent::Complete(set)) => self.shared.add(set),
                JobEvent::Failed(error) => {
                    problems.push(format!("The end-game tables cannot be built: {error}."));
                }
                JobEvent::Finished => {}
            }
        }
        self.work.take_if(|work| work.job.is_over());
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_engine::{Root, SearchJob, SearchLimits, SearchUpdate, SharedSearcher};

    #[test]
    fn searches_probe_a_set_once_it_is_complete() {
        let variant = Variant::by_id("silverman4x4").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let cache = TableCache::at(folder.path()).with_men(3);
        let (tables, searcher) = (SharedTables::default(), SharedSearcher::new(1));
        let start = Position::from_fen(variant, "k3/4/3R/3K w - - 0 1").unwrap();
        let job =
            SearchJob { root: Root::new(start), limits: SearchLimits::depth(1), opponent: None };
        let is_won = || {
            searcher.set_tables(tables.load(variant));
            let mut won = false;
            job.run(&searcher, &Default::default(), &mut |update| {
                if let SearchUpdate::Done(result) = update {
                    won = result.info.score.is_decided();
                }
            });
            won
        };
        assert!(!is_won(), "there is no folder");
        tables.set_cache(cache.clone());
        assert!(!is_won(), "there are no files");
        let mut built = cache.load_all(variant);
        cache.build_missing(&mut built, &Default::default(), &mut |_| {}).unwrap();
        assert!(is_won());
        std::fs::remove_dir_all(folder.path()).unwrap();
        assert!(is_won(), "a loaded set stays");
        searcher.set_tables(tables.load(Variant::by_id("gardner").unwrap()));
        assert!(is_won(), "and is found again after another game");
    }
}
