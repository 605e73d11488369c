//! The lists of the user's own data, each in a file of its own. A new list is an entry of `kept_lists!`;
//! storage reads and writes them all alike.

use std::path::Path;

use minnow_base::files::SetAsideFile;
use minnow_game::{
    coordinates::CoordinatesList,
    kept_list::{KeptList, KeptListError, ReadList},
    results::ResultList,
    training::TrainingList,
};
use minnow_study::puzzles::{OwnPuzzlesList, PuzzleRunList, PuzzleTryList};

use super::{ProgramList, UserRecords};

/// The words for a list in messages.
struct KeptListWords {
    /// The name of its file.
    file: &'static str,
    /// Its file in a sentence.
    file_of: &'static str,
    /// The sentence that the reason why it is not written follows.
    not_kept: &'static str,
    /// The sentence that goes on with `is not readable`.
    anew: &'static str,
    /// The sentence that the reason why it was not read follows.
    unknown: &'static str,
}

/// Declares the lists: the field of each, its type and its name, and then its words in their order.
macro_rules! kept_lists {
    ($(
        $(#[$meta:meta])* $field:ident: $List:ty = $Name:ident,
        $file:literal, $file_of:literal, $not_kept:literal, $anew:literal, $unknown:literal;
    )+) => {
        /// The lists.
        #[derive(Clone, Debug, Default)]
        pub struct KeptLists {
            $($(#[$meta])* pub $field: $List,)+
        }

        /// The name of a list.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum KeptListName {
            $($Name,)+
        }

        impl KeptListName {
            pub const ALL: &[KeptListName] = &[$(KeptListName::$Name,)+];

            fn words(self) -> KeptListWords {
                let (file, file_of, not_kept, anew, unknown) = match self {
                    $(KeptListName::$Name => ($file, $file_of, $not_kept, $anew, $unknown),)+
                };
                KeptListWords { file, file_of, not_kept, anew, unknown }
            }
        }

        impl KeptLists {
            /// A copy of one list, without the others.
            pub fn only(&self, name: KeptListName) -> KeptLists {
                let mut copy = KeptLists::default();
                match name {
                    $(KeptListName::$Name => copy.$field = self.$field.clone(),)+
                }
                copy
            }

            /// Returns a damaged file, and true if entries cannot be read.
            fn read_file(
                &mut self,
                name: KeptListName,
                path: &Path,
            ) -> Result<(Option<SetAsideFile>, bool), KeptListError> {
                match name {
                    $(KeptListName::$Name => {
                        let ReadList { list, set_aside, skipped } = KeptList::read(path)?;
                        self.$field = list;
                        Ok((set_aside, skipped.is_some()))
                    })+
                }
            }

            /// Writes a list into its file in this folder, joined with the entries of the file. Returns
            /// the copy of a file that was not wholly readable; `None` if it was.
            ///
            /// # Errors
            ///
            /// Returns a [`KeptListError`] if the file cannot be read or written.
            pub fn merge_into(
                &self,
                name: KeptListName,
                folder: &Path,
            ) -> Result<Option<SetAsideFile>, KeptListError> {
                let path = folder.join(name.words().file);
                match name {
                    $(KeptListName::$Name => self.$field.merge_into(&path),)+
                }
            }
        }
    };
}

kept_lists! {
    /// The results that count for the user's rating.
    results: ResultList = Results,
        "results.ron",
        "The file of the results for your rating",
        "The results for your rating are not kept",
        "Your rating begins anew: the file of results",
        "Your rating is not known";
    /// The tries in the ending trainer.
    training: TrainingList = Training,
        "training.ron",
        "The file of your record in the endings",
        "The record of the ending trainer is not kept",
        "Your record in the endings begins anew: its file",
        "Your record in the endings is not known";
    /// The tries at puzzles.
    puzzles: PuzzleTryList = Puzzles,
        "puzzles.ron",
        "The file of your record of puzzles",
        "The record of the puzzles is not kept",
        "Your record of puzzles begins anew: its file",
        "Your record of puzzles is not known";
    /// The timed runs with puzzles.
    puzzle_runs: PuzzleRunList = PuzzleRuns,
        "puzzle-runs.ron",
        "The file of your record of timed runs",
        "The record of the timed runs is not kept",
        "Your record of timed runs begins anew: its file",
        "Your record of timed runs is not known";
    /// The puzzles of the user's games.
    own_puzzles: OwnPuzzlesList = OwnPuzzles,
        "own-puzzles.ron",
        "The file of the puzzles of your games",
        "The puzzles of your games are not kept",
        "The puzzles of your games are looked for anew: their file",
        "The puzzles of your games are not known";
    /// The best runs in the coordinates trainer.
    coordinates: CoordinatesList = Coordinates,
        "coordinates.ron",
        "The file of your record of the squares",
        "The record of the squares is not kept",
        "Your record of the squares begins anew: its file",
        "Your record of the squares is not known";
    /// The moments of the user's games that were tried again, named by their positions.
    learned: PuzzleTryList = Learned,
        "learned.ron",
        "The file of your record of learning from mistakes",
        "The record of learning from mistakes is not kept",
        "Your record of learning from mistakes begins anew: its file",
        "Your record of learning from mistakes is not known";
    /// Recent files, lessons that are done, and exercises.
    records: UserRecords = Records,
        "records.ron",
        "The file of recent files, lessons done and exercises",
        "Recent files, lessons done and exercises are not kept",
        "Recent files, lessons done and exercises begin anew: their file",
        "Recent files, lessons done and exercises are not known";
    /// Other people's programs.
    programs: ProgramList = Programs,
        "programs.ron",
        "The file of the list of your programs",
        "The list of your programs is not kept",
        "The list of your programs begins anew: its file",
        "The list of your programs is not known";
}

impl KeptListName {
    /// The file of a list, as the subject of a sentence.
    pub fn file_of(self) -> &'static str {
        self.words().file_of
    }

    /// The sentence about a list that is not written, without its reason.
    pub fn not_kept(self) -> &'static str {
        self.words().not_kept
    }
}

impl KeptLists {
    /// Reads a list from its file in this folder. Returns true if entries cannot be read: writing the
    /// list then keeps the file under another name.
    ///
    /// # Errors
    ///
    /// Returns a sentence about a damaged file, which is set aside, or about one that cannot be read.
    pub fn read(&mut self, name: KeptListName, folder: &Path) -> Result<bool, String> {
        let KeptListWords { file, anew, unknown, .. } = name.words();
        match self.read_file(name, &folder.join(file)) {
            Ok((None, has_skipped)) => Ok(has_skipped),
            Ok((Some(file), _)) => Err(format!("{}.", file.describe(anew))),
            Err(error) => Err(format!("{unknown}: {error}.")),
        }
    }
}
