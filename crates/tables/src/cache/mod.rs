//! The end-game tables in the user's cache folder: a folder for each set of rules and version of
//! the format, a file for each class.
//!
//! - **Every file is checked** when it is loaded. A damaged, foreign or half-written one, or one of
//!   another version, counts as missing, with a [`UnusableTable`] that names it, and the next build
//!   replaces it.
//! - **Programs that run at once share the folder.** A file is written to a temporary one that takes
//!   its name when it is complete. Two programs that build the same table write the same bytes, so
//!   the order does not matter. Before a class is built, the folder is searched for it again.
//! - **What is built stays.** A build that is stopped or killed continues with the next class.
//!
//! Whoever probes loads a set when the game or search begins, and uses a complete set only, so that
//! the results do not depend on a build under way.
//!
//! ```
//! use minnow_base::sync::StopFlag;
//! use minnow_rules::Variant;
//! use minnow_tables::cache::TableCache;
//!
//! let folder = tempfile::tempdir()?;
//! let cache = TableCache::at(folder.path()).with_men(3);
//! let variant = Variant::by_id("silverman4x4").expect("a built-in variant");
//! let mut tables = cache.load_all(variant);
//! assert!(!tables.is_complete());
//! let not_kept = cache.build_missing(&mut tables, &StopFlag::new(), &mut |_| {})?;
//! assert!(not_kept.is_none());
//! assert!(cache.load_all(variant).is_complete());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod job;
mod loaded;

use std::{
    io,
    path::{Path, PathBuf},
};
use web_time::SystemTime;

use crate::{BuildStopped, FORMAT_VERSION, RuleSet, Table, TableClass, TableSet};
use minnow_base::files::{self, FileAccessError, system as fs};
use minnow_base::sync::StopFlag;
use minnow_rules::Variant;

pub use job::{TableBuildEvent, start_build};
pub use loaded::LoadedTables;

/// The tables of a variant have all classes of at most this many men. Tables of more men are built
/// when the user asks for them.
pub const STANDARD_MEN: usize = 4;

/// A compressed table is at most this much larger than its entries.
const MAX_FILE_OVERHEAD: usize = 1 << 16;

/// The folder of the tables.
#[derive(Clone, Debug)]
pub struct TableCache {
    folder: PathBuf,
    /// The men of a complete set.
    men: usize,
}

/// A file that is not used, and that the next build replaces.
#[derive(Debug, thiserror::Error)]
#[error("the table file \"{}\" has to be built anew: {reason}", path.display())]
pub struct UnusableTable {
    /// The file in the cache folder.
    pub path: PathBuf,
    /// A half sentence: `it is damaged`.
    pub reason: String,
}

/// The tables that the folder had, and what it lacked.
pub struct CachedTables {
    /// The tables that were loaded or, by [`TableCache::build_missing`], built.
    pub set: TableSet,
    /// The wanted classes without a usable file, each after those that it needs.
    pub missing: Vec<TableClass>,
    /// The files that were found but cannot be used; their classes are missing, too.
    pub unusable: Vec<UnusableTable>,
}

/// The progress of a build over all its classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheProgress {
    /// The class that is built now.
    pub class: TableClass,
    /// Entries of the tables, finished and all.
    pub done: u64,
    /// The entries of all classes that were missing at the beginning.
    pub total: u64,
}

impl TableCache {
    /// The user's cache folder, `$XDG_CACHE_HOME/minnow/tables` on Linux; `None` where there is no
    /// home folder.
    pub fn of_user() -> Option<TableCache> {
        let folders = directories::ProjectDirs::from("", "", "minnow")?;
        Some(TableCache::at(folders.cache_dir().join("tables")))
    }

    /// A cache in this folder, which is made when the first table is written.
    pub fn at(folder: impl Into<PathBuf>) -> TableCache {
        TableCache { folder: folder.into(), men: STANDARD_MEN }
    }

    /// A cache whose complete sets have all classes of at most this many men, for tests.
    #[must_use]
    pub fn with_men(self, men: usize) -> TableCache {
        TableCache { men, ..self }
    }

    /// The folder with the tables of all variants.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The classes of a complete set, each after those that it needs.
    pub fn standard_classes(&self, variant: &Variant) -> Vec<TableClass> {
        TableClass::up_to(variant, self.men)
    }

    /// The file of a class.
    pub fn path(&self, variant: &Variant, class: &TableClass) -> PathBuf {
        self.folder_of(variant).join(format!("{class}.table"))
    }

    fn folder_of(&self, variant: &Variant) -> PathBuf {
        self.folder.join(format!("{}.v{FORMAT_VERSION}", RuleSet::of(variant).name()))
    }

    /// True if there is a file for every class of a complete set, whatever it holds.
    pub fn has_files(&self, variant: &Variant) -> bool {
        self.standard_classes(variant).iter().all(|class| fs::exists(&self.path(variant, class)))
    }

    /// Loads the tables of these classes, each of which must come after those that it needs.
    pub fn load(&self, variant: &'static Variant, classes: &[TableClass]) -> CachedTables {
        let mut tables =
            CachedTables { set: TableSet::new(variant), missing: Vec::new(), unusable: Vec::new() };
        for class in classes {
            match self.read(variant, class) {
                Ok(Some(table)) => tables.set.add(table.into()),
                Ok(None) => tables.missing.push(class.clone()),
                Err(unusable) => {
                    tables.missing.push(class.clone());
                    tables.unusable.push(unusable);
                }
            }
        }
        tables
    }

    /// Loads the set of a variant, with the tables of more men that the user has built.
    pub fn load_all(&self, variant: &'static Variant) -> CachedTables {
        let mut classes = self.standard_classes(variant);
        classes.extend(self.further_classes(variant));
        let mut tables = self.load(variant, &classes);
        // Tables of more men are built on demand alone.
        tables.missing.retain(|class| class.men() <= self.men);
        tables
    }

    /// The classes of more men than a complete set has for which there is a file.
    fn further_classes(&self, variant: &'static Variant) -> Vec<TableClass> {
        let Ok(entries) = fs::read_dir(self.folder_of(variant)) else { return Vec::new() };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let class = |name: String| {
            let class = TableClass::parse(name.strip_suffix(".table")?, variant).ok()?;
            (class.men() > self.men && format!("{class}.table") == name).then_some(class)
        };
        let mut classes: Vec<TableClass> = names.filter_map(class).collect();
        classes.sort();
        classes
    }

    fn read(
        &self,
        variant: &'static Variant,
        class: &TableClass,
    ) -> Result<Option<Table>, UnusableTable> {
        let path = self.path(variant, class);
        let unusable = |reason| UnusableTable { path: path.clone(), reason };
        let bytes = match files::load_bytes(&path, class.entries(variant) + MAX_FILE_OVERHEAD) {
            Ok(stamped) => stamped.bytes,
            Err(error) if error.is_missing() => return Ok(None),
            Err(FileAccessError::Read { error, .. }) => {
                return Err(unusable(files::plain_reason(&error)));
            }
            Err(error) => return Err(unusable(error.to_string())),
        };
        let table = Table::from_bytes(&bytes, class, variant);
        table.map(Some).map_err(|error| unusable(error.to_string()))
    }

    /// Builds what is missing, keeps it in the folder and adds it to the set. Returns the first reason
    /// why tables could not be kept, if there is one; the set is complete nevertheless.
    ///
    /// # Errors
    ///
    /// [`BuildStopped`] as for [`TableSet::build`]. Finished tables stay, and `missing` names the others.
    pub fn build_missing(
        &self,
        tables: &mut CachedTables,
        stop: &StopFlag,
        report: &mut dyn FnMut(CacheProgress),
    ) -> Result<Option<FileAccessError>, BuildStopped> {
        let variant = tables.set.variant();
        let total = tables.missing_entries();
        let mut not_kept = self.prepare_folder(variant).err();
        let mut done = 0;
        while let Some(class) = tables.missing.first().cloned() {
            let entries = class.entries(variant) as u64;
            match self.read(variant, &class) {
                // Another program has built it meanwhile.
                Ok(Some(table)) => tables.set.add(table.into()),
                Ok(None) | Err(_) => {
                    let table = tables.set.build(&class, stop, &mut |_, progress| {
                        let of_class = (progress.done.min(1.0) * entries as f32) as u64;
                        report(CacheProgress {
                            class: class.clone(),
                            done: done + of_class,
                            total,
                        });
                    })?;
                    if not_kept.is_none() {
                        let bytes = table.to_bytes(tables.set.rules());
                        not_kept = files::write_atomic(&self.path(variant, &class), &bytes).err();
                    }
                }
            }
            done += entries;
            tables.missing.remove(0);
        }
        Ok(not_kept)
    }

    /// Makes the folder of a variant, and removes the temporary files of killed programs.
    fn prepare_folder(&self, variant: &Variant) -> Result<(), FileAccessError> {
        let folder = self.folder_of(variant);
        let failed = |error: io::Error| FileAccessError::write(&folder, error);
        fs::create_dir_all(&folder).map_err(failed)?;
        files::remove_leftovers(&folder, SystemTime::now());
        Ok(())
    }
}

impl CachedTables {
    /// True if every wanted table is there.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty()
    }

    /// The number of entries that are still to be built.
    pub fn missing_entries(&self) -> u64 {
        let variant = self.set.variant();
        self.missing.iter().map(|class| class.entries(variant) as u64).sum()
    }
}

#[cfg(test)]
mod tests;
