//! The lists of the user's own data, each in a file of its own. A new list is a field, a name and its
//! words here; storage reads and writes them all alike.

use std::path::Path;

use minnow_game::{
    kept_list::{KeptEntry, KeptList, KeptListError, SetAsideList},
    results::ResultList,
    training::TrainingList,
};
use minnow_study::puzzles::{OwnPuzzlesList, PuzzleTryList};

use super::UserRecords;

/// The lists.
#[derive(Clone, Debug, Default)]
pub struct KeptLists {
    /// The results that count for the user's rating.
    pub results: ResultList,
    /// The tries in the ending trainer.
    pub training: TrainingList,
    /// The tries at puzzles.
    pub puzzles: PuzzleTryList,
    /// The puzzles of the user's games.
    pub own_puzzles: OwnPuzzlesList,
    /// Recent files, lessons that are done, and exercises.
    pub records: UserRecords,
}

/// The name of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptListName {
    Results,
    Training,
    Puzzles,
    OwnPuzzles,
    Records,
}

/// The words for a list in messages.
struct KeptListWords {
    /// The name of its file.
    file: &'static str,
    /// The sentence that the reason why it is not written follows.
    not_kept: &'static str,
    /// The sentence that goes on with `is not readable`.
    anew: &'static str,
    /// The sentence that the reason why it was not read follows.
    unknown: &'static str,
}

impl KeptListName {
    pub const ALL: [KeptListName; 5] = [
        KeptListName::Results,
        KeptListName::Training,
        KeptListName::Puzzles,
        KeptListName::OwnPuzzles,
        KeptListName::Records,
    ];

    fn words(self) -> KeptListWords {
        match self {
            KeptListName::Results => KeptListWords {
                file: "results.ron",
                not_kept: "The results for your rating are not kept",
                anew: "Your rating begins anew: the file of results",
                unknown: "Your rating is not known",
            },
            KeptListName::Training => KeptListWords {
                file: "training.ron",
                not_kept: "The record of the ending trainer is not kept",
                anew: "Your record in the endings begins anew: its file",
                unknown: "Your record in the endings is not known",
            },
            KeptListName::Puzzles => KeptListWords {
                file: "puzzles.ron",
                not_kept: "The record of the puzzles is not kept",
                anew: "Your record of puzzles begins anew: its file",
                unknown: "Your record of puzzles is not known",
            },
            KeptListName::OwnPuzzles => KeptListWords {
                file: "own-puzzles.ron",
                not_kept: "The puzzles of your games are not kept",
                anew: "The puzzles of your games are looked for anew: their file",
                unknown: "The puzzles of your games are not known",
            },
            KeptListName::Records => KeptListWords {
                file: "records.ron",
                not_kept: "Recent files, lessons done and exercises are not kept",
                anew: "Recent files, lessons done and exercises begin anew: their file",
                unknown: "Recent files, lessons done and exercises are not known",
            },
        }
    }

    /// The name of its file in the data folder.
    pub fn file(self) -> &'static str {
        self.words().file
    }

    /// The sentence about a list that is not written, without its reason.
    pub fn not_kept(self) -> &'static str {
        self.words().not_kept
    }
}

impl KeptLists {
    /// A copy of one list, without the others.
    pub fn only(&self, name: KeptListName) -> KeptLists {
        let mut copy = KeptLists::default();
        match name {
            KeptListName::Results => copy.results = self.results.clone(),
            KeptListName::Training => copy.training = self.training.clone(),
            KeptListName::Puzzles => copy.puzzles = self.puzzles.clone(),
            KeptListName::OwnPuzzles => copy.own_puzzles = self.own_puzzles.clone(),
            KeptListName::Records => copy.records = self.records.clone(),
        }
        copy
    }

    /// Reads a list from its file in this folder. Returns a sentence about a damaged file, which is
    /// set aside, or about one that cannot be read.
    pub fn read(&mut self, name: KeptListName, folder: &Path) -> Option<String> {
        let path = folder.join(name.file());
        let done = match name {
            KeptListName::Results => read_into(&mut self.results, &path),
            KeptListName::Training => read_into(&mut self.training, &path),
            KeptListName::Puzzles => read_into(&mut self.puzzles, &path),
            KeptListName::OwnPuzzles => read_into(&mut self.own_puzzles, &path),
            KeptListName::Records => read_into(&mut self.records, &path),
        };
        let KeptListWords { anew, unknown, .. } = name.words();
        match done {
            Ok(None) => None,
            Ok(Some(SetAsideList { path, problem })) => Some(format!(
                "{anew} is not readable ({problem}). It is kept as {}.",
                path.display()
            )),
            Err(error) => Some(format!("{unknown}: {error}.")),
        }
    }

    /// Writes a list into its file in this folder, joined with what the file has.
    ///
    /// # Errors
    ///
    /// Returns a [`KeptListError`] if the file cannot be read or written.
    pub fn merge_into(&self, name: KeptListName, folder: &Path) -> Result<(), KeptListError> {
        let path = folder.join(name.file());
        match name {
            KeptListName::Results => self.results.merge_into(&path),
            KeptListName::Training => self.training.merge_into(&path),
            KeptListName::Puzzles => self.puzzles.merge_into(&path),
            KeptListName::OwnPuzzles => self.own_puzzles.merge_into(&path),
            KeptListName::Records => self.records.merge_into(&path),
        }
    }
}

fn read_into<E: KeptEntry>(
    list: &mut KeptList<E>,
    path: &Path,
) -> Result<Option<SetAsideList>, KeptListError> {
    let read = KeptList::read(path)?;
    *list = read.list;
    Ok(read.set_aside)
}
