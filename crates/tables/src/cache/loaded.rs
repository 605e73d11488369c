//! The set of tables that a program read last, so that its next search need not read it again.

use std::sync::Arc;

use super::TableCache;
use crate::{RuleSet, TableSet};
use minnow_rules::Variant;

/// The set that was read or built last.
#[derive(Default)]
pub struct LoadedTables {
    /// The folder of the tables. Without one there are none.
    pub cache: Option<TableCache>,
    set: Option<Arc<TableSet>>,
    /// Rules whose files cannot be used; they are not read again.
    refused: Option<RuleSet>,
}

impl LoadedTables {
    /// Tables in this folder, if there is one.
    pub fn new(cache: Option<TableCache>) -> LoadedTables {
        LoadedTables { cache, ..LoadedTables::default() }
    }

    /// The complete set of a variant; reads its files if need be, which takes less than a second.
    pub fn of(&mut self, variant: &'static Variant) -> Option<Arc<TableSet>> {
        if let Some(set) = self.known(variant) {
            return Some(set);
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

    /// The complete set of a variant if it is the one that was read last.
    pub fn known(&self, variant: &Variant) -> Option<Arc<TableSet>> {
        self.set.clone().filter(|set| set.fits(variant))
    }

    /// Uses a set that was built.
    pub fn add(&mut self, set: TableSet) {
        self.refused = None;
        self.set = Some(Arc::new(set));
    }
}
