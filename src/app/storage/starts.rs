//! Counts the starts in a row that resumed a game and ended before the window showed it, so that a
//! game that the window cannot show does not prevent every later start.
//!
//! Each such start leaves an empty file beside the journals. The first frame removes them all.

use std::path::PathBuf;

use minnow_base::files::system as fs;

/// After this many unfinished starts in a row the next one does not resume the game.
pub(super) const MAX_UNFINISHED_STARTS: usize = 2;

/// The marks of the unfinished starts in a folder.
#[derive(Clone, Debug)]
pub(super) struct UnfinishedStarts {
    folder: PathBuf,
}

impl UnfinishedStarts {
    /// The marks in this folder, which need not exist.
    pub(super) fn new(folder: PathBuf) -> UnfinishedStarts {
        UnfinishedStarts { folder }
    }

    /// The number of unfinished starts in a row, at most [`MAX_UNFINISHED_STARTS`].
    pub(super) fn count(&self) -> usize {
        (1..=MAX_UNFINISHED_STARTS).take_while(|number| fs::exists(&self.path(*number))).count()
    }

    /// Marks this start as unfinished. Without a folder that can be written there is no mark.
    pub(super) fn add(&self) {
        let next = self.count() + 1;
        if next <= MAX_UNFINISHED_STARTS {
            let _ = fs::create_empty(&self.path(next));
        }
    }

    /// Removes all marks.
    pub(super) fn clear(&self) {
        for number in 1..=MAX_UNFINISHED_STARTS {
            let _ = fs::remove_file(self.path(number));
        }
    }

    fn path(&self, number: usize) -> PathBuf {
        self.folder.join(format!("unfinished-start-{number}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfinished_starts_are_counted_until_cleared() {
        let folder = tempfile::tempdir().unwrap();
        let starts = UnfinishedStarts::new(folder.path().to_owned());
        for expected in [0, 1, 2, 2] {
            assert_eq!(starts.count(), expected);
            starts.add();
        }
        starts.clear();
        assert_eq!(starts.count(), 0);
        let nowhere = UnfinishedStarts::new(folder.path().join("nowhere"));
        nowhere.add();
        nowhere.clear();
        assert_eq!(nowhere.count(), 0);
    }
}
