//! An exercise that a student works on, as the settings keep it.

use serde::{Deserialize, Serialize};

use minnow_lab::exercise::{ExerciseSheet, ExerciseTask};

/// The answers to an exercise so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExerciseWork {
    pub sheet: ExerciseSheet,
    /// The tasks whose answers were compared with the right ones and can no longer be changed.
    #[serde(default)]
    pub done: Vec<ExerciseTask>,
}

impl ExerciseWork {
    pub fn new(sheet: ExerciseSheet) -> ExerciseWork {
        ExerciseWork { sheet, done: Vec::new() }
    }

    pub fn is_done(&self, task: ExerciseTask) -> bool {
        self.done.contains(&task)
    }

    /// True for an exercise with the same tree and the same tasks.
    pub fn is_same_as(&self, other: &ExerciseSheet) -> bool {
        self.sheet.seed == other.seed && self.sheet.set == other.set
    }
}
