//! A list of dated entries in a file of its own, such as the results for the user's rating.
//!
//! Entries are added, and a later version of an entry may replace it, so that two programs with the
//! same file lose nothing of each other: the file gets the union of both lists. The entries stand in
//! the order in which they were entered, since the user's clock may be wrong or set back. A file
//! with unreadable parts is kept beside the list before another is written.
//!
//! ```
//! use minnow_game::results::{RatingReset, ResultEntry, ResultList};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("results.ron");
//! // Two programs, each with an entry of its own.
//! for at in ["20261122-182205-417", "20261123-090000-000"] {
//!     let mut list = ResultList::default();
//!     let variant = "gardner".to_owned();
//!     list.add(ResultEntry::Reset(RatingReset { at: at.to_owned(), variant }));
//!     list.merge_into(&path)?;
//! }
//! assert_eq!(ResultList::read(&path)?.list.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
    path::{Path, PathBuf},
};

use ron::value::RawValue;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use minnow_base::files::{
    FileAccessError, OwnFile, SetAsideFile, load_own, lock_beside, replace_own, system as fs,
    write_atomic,
};
use minnow_rules::excerpt_of_error;

/// The number in the file. A file with a greater one was written by a newer version; it is not changed.
const FORMAT: u32 = 1;

/// The most short entries of a list.
pub(super) const MAX_ENTRIES: usize = 20_000;

/// The most bytes of a file.
pub const MAX_BYTES: usize = 8 << 20;

/// An entry of a list.
pub trait KeptEntry: Clone + PartialEq + Serialize + DeserializeOwned {
    /// The most entries; the oldest are dropped. A file with all of them must be below
    /// [`MAX_BYTES`].
    const MAX: usize = MAX_ENTRIES;

    /// The local time of the entry as digits, with its zone: `20261122-182205-417+0100`. Entries of
    /// older versions have no zone.
    fn time(&self) -> &str;

    /// Equal for two entries about the same thing.
    fn key(&self) -> impl Eq + Hash;

    /// True if this entry takes the place of one with the same key.
    fn replaces(&self, known: &Self) -> bool {
        let _ = known;
        false
    }

    /// Drops the oldest of too many entries.
    fn limit(entries: &mut Vec<Self>) {
        let surplus = entries.len().saturating_sub(Self::MAX);
        entries.drain(..surplus);
    }
}

/// A list of entries in the order in which they were entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptList<E> {
    pub(super) entries: Vec<E>,
}

impl<E> Default for KeptList<E> {
    fn default() -> KeptList<E> {
        KeptList { entries: Vec::new() }
    }
}

/// A file as it is written.
#[derive(Serialize, Deserialize)]
struct ListFile<E> {
    format: u32,
    entries: Vec<E>,
}

/// The format number alone.
#[derive(Deserialize)]
struct ListFormat {
    format: u32,
}

/// Why a list was not read or written.
#[derive(Debug, thiserror::Error)]
pub enum KeptListError {
    /// The file cannot be read, set aside or written.
    #[error(transparent)]
    Access(#[from] FileAccessError),
    /// The file was written by a newer version; it is not changed.
    #[error("\"{}\" was written by a newer Minnow (format {format})", path.display())]
    Newer {
        /// The file of the list.
        path: PathBuf,
        /// The number in the file.
        format: u32,
    },
    /// An entry has no text form.
    #[error("the list cannot be written as text: {0}")]
    Text(#[source] ron::Error),
}

/// A list that was read, and the damaged file that was set aside for it.
#[derive(Debug)]
pub struct ReadList<E> {
    /// The list; empty if there was no file or a damaged one.
    pub list: KeptList<E>,
    /// The damaged file; `None` if there was none.
    pub set_aside: Option<SetAsideFile>,
    /// The entries that cannot be read, such as those of a newer version: how many there are, and why
    /// the first is one. They stay in the file until the list is written.
    pub skipped: Option<String>,
}

impl<E: KeptEntry> KeptList<E> {
    /// Adds an entry after those before it. One with the same key stays, unless this one replaces it.
    pub fn add(&mut self, entry: E) {
        let known = self.entries.iter().position(|known| known.key() == entry.key());
        if let Some(place) = known {
            if !entry.replaces(&self.entries[place]) {
                return;
            }
            if entry.time() == self.entries[place].time() {
                self.entries[place] = entry;
                return;
            }
            self.entries.remove(place);
        }
        self.entries.push(entry);
        E::limit(&mut self.entries);
    }

    /// The entries of both lists. Those of each list keep their order; those that stand between the same
    /// two common entries are ordered by their times.
    fn union(&self, other: &KeptList<E>) -> KeptList<E> {
        let count = self.entries.len();
        let mut places = HashMap::new();
        // The entries of this list, without those that the other list has in a later version with
        // another time.
        let mut own: Vec<Option<&E>> = Vec::with_capacity(count);
        let mut is_common = vec![false; count];
        // The entries of the other list alone, by the number of own entries before them.
        let mut added: Vec<Vec<&E>> = vec![Vec::new(); count + 1];
        let mut before = 0;
        for (number, entry) in self.entries.iter().chain(&other.entries).enumerate() {
            let place = *places.entry(entry.key()).or_insert(number);
            if number < count {
                // A file that was edited by hand may have an entry twice.
                own.push((place == number).then_some(entry));
            } else if place == number {
                added[before].push(entry);
            } else if let Some(known) = own.get(place).copied().flatten() {
                let is_newer = entry.replaces(known);
                if entry.time() == known.time() {
                    own[place] = Some(if is_newer { entry } else { known });
                    is_common[place] = true;
                    before = before.max(place + 1);
                } else if is_newer {
                    own[place] = None;
                    added[before].push(entry);
                }
                // An older version says nothing of the order.
            }
        }
        KeptList::interleaved(&own, &is_common, added)
    }

    /// The entries of a list with what only another one has. Before a common entry comes all that the
    /// other list has before it.
    fn interleaved(own: &[Option<&E>], is_common: &[bool], added: Vec<Vec<&E>>) -> KeptList<E> {
        let mut entries: Vec<E> = Vec::new();
        let mut added = added.into_iter();
        let mut waiting: VecDeque<&E> = added.next().unwrap_or_default().into();
        for ((entry, is_common), next) in own.iter().zip(is_common).zip(added) {
            if let Some(entry) = entry {
                let is_before = |one: &&E| *is_common || one.time() < entry.time();
                while waiting.front().is_some_and(is_before) {
                    entries.extend(waiting.pop_front().cloned());
                }
                entries.push((*entry).clone());
            }
            waiting.extend(next);
        }
        entries.extend(waiting.into_iter().cloned());
        E::limit(&mut entries);
        KeptList { entries }
    }

    /// The entries in the order in which they were entered.
    pub fn entries(&self) -> &[E] {
        &self.entries
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if the list has no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Reads a file; a missing one is an empty list. A damaged one is set aside. An entry that cannot be
    /// read costs only itself.
    ///
    /// # Errors
    ///
    /// Returns a [`KeptListError`] if the file cannot be read or set aside, or was written by a newer
    /// version.
    pub fn read(path: &Path) -> Result<ReadList<E>, KeptListError> {
        let read = load_own(path, MAX_BYTES, |text| match ron::from_str(text) {
            Ok(ListFormat { format }) if format > FORMAT => Ok(Err(format)),
            _ => KeptList::parse(text).map(Ok),
        })?;
        let list = KeptList::default();
        match read {
            OwnFile::Missing => Ok(ReadList { list, set_aside: None, skipped: None }),
            OwnFile::Read(Ok(read)) => Ok(read),
            OwnFile::Read(Err(format)) => {
                Err(KeptListError::Newer { path: path.to_owned(), format })
            }
            OwnFile::SetAside(file) => Ok(ReadList { list, set_aside: Some(file), skipped: None }),
        }
    }

    fn parse(text: &str) -> Result<ReadList<E>, String> {
        let error = match ron::from_str::<ListFile<E>>(text) {
            Ok(ListFile { entries, .. }) => {
                let list = KeptList { entries };
                return Ok(ReadList { list, set_aside: None, skipped: None });
            }
            Err(error) => excerpt_of_error(&error),
        };
        let file: ListFile<Box<RawValue>> = ron::from_str(text).map_err(|_| error.clone())?;
        let entries: Vec<E> = file.entries.iter().filter_map(|one| one.into_rust().ok()).collect();
        let (count, all) = (file.entries.len() - entries.len(), file.entries.len());
        let skipped = format!("{count} of {all} entries, the first at {error}; the others stay");
        Ok(ReadList { list: KeptList { entries }, set_aside: None, skipped: Some(skipped) })
    }

    /// Writes the union of this list and the file's, so that the entries of another program stay.
    /// Returns the kept file if the old one had unreadable parts.
    ///
    /// # Errors
    ///
    /// Returns a [`KeptListError`] if the file cannot be read or written.
    pub fn merge_into(&self, path: &Path) -> Result<Option<SetAsideFile>, KeptListError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| FileAccessError::write(folder, error))?;
        }
        let _lock = lock_beside(path);
        let ReadList { list: in_file, mut set_aside, skipped } = KeptList::read(path)?;
        let union = in_file.union(self);
        if union != in_file || skipped.is_some() {
            let file = ListFile { format: FORMAT, entries: union.entries };
            let config = ron::ser::PrettyConfig::new().depth_limit(2);
            let text = ron::ser::to_string_pretty(&file, config).map_err(KeptListError::Text)?;
            if let Some(problem) = skipped {
                let path = replace_own(path, text.as_bytes())?;
                set_aside = Some(SetAsideFile { path, problem });
            } else {
                write_atomic(path, text.as_bytes())?;
            }
        }
        Ok(set_aside)
    }
}
