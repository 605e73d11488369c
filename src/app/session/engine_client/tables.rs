//! The end-game tables of the window's searches. A search probes a set only if the cache folder had it
//! completely when the search began.

use std::sync::{Arc, Mutex, PoisonError};

use crate::{
    engine::SharedSearcher,
    rules::Variant,
    table_cache::TableCache,
    tables::{RuleSet, TableSet},
};

/// The tables that were loaded last. Clones share them.
#[derive(Clone, Default)]
pub(super) struct SearchTables(Arc<Mutex<LoadedTables>>);

#[derive(Default)]
struct LoadedTables {
    cache: Option<TableCache>,
    set: Option<Arc<TableSet>>,
    /// Rules whose files cannot be used; they are not read again.
    refused: Option<RuleSet>,
}

impl SearchTables {
    pub fn set_cache(&self, cache: TableCache) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).cache = Some(cache);
    }

    /// Gives a searcher the tables of a variant, or none. Loading a set takes less than a second.
    pub fn prepare(&self, searcher: &SharedSearcher, variant: &'static Variant) {
        let mut loaded = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        searcher.set_tables(loaded.of(variant));
    }
}

impl LoadedTables {
    fn of(&mut self, variant: &'static Variant) -> Option<Arc<TableSet>> {
        if self.set.as_ref().is_some_and(|set| set.fits(variant)) {
            return self.set.clone();
        }
        let rules = RuleSet::of(variant);
        let cache = self.cache.as_ref().filter(|cache| cache.has_files(variant))?;
        if self.refused.as_ref() == Some(&rules) {
            return None;
        }
        let tables = cache.load_all(variant);
        if !tables.is_complete() {
            self.refused = Some(rules);
            return None;
        }
        self.set = Some(Arc::new(tables.set));
        self.set.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::{Root, SearchJob, SearchLimits, SearchUpdate},
        rules::Position,
    };

    #[test]
    fn searches_probe_a_set_once_it_is_complete() {
        let variant = Variant::by_id("silverman4x4").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let cache = TableCache::at(folder.path()).with_men(3);
        let (tables, searcher) = (SearchTables::default(), SharedSearcher::new(1));
        let start = Position::from_fen(variant, "k3/4/3R/3K w - - 0 1").unwrap();
        let job =
            SearchJob { root: Root::new(start), limits: SearchLimits::depth(1), opponent: None };
        let is_won = || {
            tables.prepare(&searcher, variant);
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
        tables.prepare(&searcher, Variant::by_id("gardner").unwrap());
        assert!(is_won(), "and is found again after another game");
    }
}
