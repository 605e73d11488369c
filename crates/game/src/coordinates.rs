//! The best runs in the coordinates trainer, in a file of their own.

use std::hash::Hash;

use serde::{Deserialize, Serialize};

use super::kept_list::{KeptEntry, KeptList};

/// An exercise of the coordinates trainer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CoordinatesExercise {
    /// To name the square that is marked.
    Name,
    /// To find the square that is named.
    Find,
    /// To play the move that is named.
    Play,
}

impl CoordinatesExercise {
    /// All exercises, in the order on the screen.
    pub const ALL: [CoordinatesExercise; 3] =
        [CoordinatesExercise::Name, CoordinatesExercise::Find, CoordinatesExercise::Play];
}

/// The best run in an exercise on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoordinatesRun {
    /// The time of its end, see [`crate::EntryTime`].
    pub ended: String,
    /// The id of the variant.
    pub variant: String,
    /// The exercise.
    pub exercise: CoordinatesExercise,
    /// The right answers.
    pub right: u32,
    /// The wrong answers.
    pub errors: u32,
}

impl KeptEntry for CoordinatesRun {
    fn time(&self) -> &str {
        &self.ended
    }

    fn key(&self) -> impl Eq + Hash {
        (self.variant.as_str(), self.exercise)
    }

    /// More right answers are better, then fewer errors. Of equal runs the earlier one stays.
    fn replaces(&self, known: &CoordinatesRun) -> bool {
        (self.right, known.errors, &known.ended) > (known.right, self.errors, &self.ended)
    }
}

/// The best runs, one for each exercise on each board.
pub type CoordinatesList = KeptList<CoordinatesRun>;

impl KeptList<CoordinatesRun> {
    /// The best run in an exercise of a variant.
    pub fn best(&self, variant: &str, exercise: CoordinatesExercise) -> Option<&CoordinatesRun> {
        self.entries().iter().find(|run| run.variant == variant && run.exercise == exercise)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(second: u32, exercise: CoordinatesExercise, right: u32, errors: u32) -> CoordinatesRun {
        let ended = format!("20261122-1800{second:02}-000");
        CoordinatesRun { ended, variant: "gardner".to_owned(), exercise, right, errors }
    }

    fn list(runs: &[CoordinatesRun]) -> CoordinatesList {
        let mut list = CoordinatesList::default();
        runs.iter().for_each(|run| list.add(run.clone()));
        list
    }

    #[test]
    fn the_best_run_of_each_exercise_stays() {
        let name = CoordinatesExercise::Name;
        let best = run(2, name, 9, 1);
        let other = run(5, CoordinatesExercise::Find, 3, 0);
        let runs = [run(1, name, 9, 2), best.clone(), run(3, name, 8, 0), run(4, name, 9, 1)];
        let kept = list(&[&runs[..], &[other.clone()][..]].concat());
        assert_eq!(kept.best("gardner", name), Some(&best));
        assert_eq!(kept.best("gardner", CoordinatesExercise::Find), Some(&other));
        assert_eq!(kept.best("gardner", CoordinatesExercise::Play), None);
        assert_eq!(kept.best("minichess", name), None);
        assert_eq!(kept.len(), 2);
    }

    #[test]
    fn two_windows_keep_the_better_run() {
        let name = CoordinatesExercise::Name;
        let (good, better) = (run(2, name, 9, 1), run(1, name, 12, 4));
        let find = run(3, CoordinatesExercise::Find, 1, 0);
        let windows = [list(&[good]), list(&[better.clone(), find.clone()])];
        for order in [[0, 1], [1, 0]] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("coordinates.ron");
            for index in order {
                windows[index].merge_into(&path).unwrap();
            }
            let kept = CoordinatesList::read(&path).unwrap().list;
            assert_eq!(kept.entries(), [better.clone(), find.clone()]);
        }
    }
}
