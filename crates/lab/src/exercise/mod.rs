//! Exercises for a class: a tree from a seed, questions about alpha-beta on it, and their marks.
//!
//! Each seed makes a different tree, so that students cannot copy, and the same seed always makes the
//! same tree, so that the teacher has the key. All leaves differ, and the tree has at least three
//! cutoffs, or as many as a tree of its size can have. A set may have trees of its own in place of
//! random ones. A student fills in an [`ExerciseSheet`]; [`ExerciseKey::mark`] compares it with the
//! lab's own search.
//!
//! ```
//! use minnow_lab::exercise::{ExerciseKey, ExerciseSet};
//!
//! let seed = 7;
//! let key = ExerciseKey::new(&ExerciseSet::default(), seed)?;
//! assert_eq!(key.mark(&key.sheet("Ada").answers).points(), 0);
//! let marks = key.mark(&key.solved().answers);
//! assert_eq!(marks.points(), marks.most());
//! # Ok::<(), minnow_lab::exercise::ExerciseError>(())
//! ```

mod class;
#[cfg(test)]
mod class_tests;
mod feedback;
mod feedback_page;
mod graded;
mod hints;
mod key;
mod own_trees;
mod reading;
mod roster;
mod sheet;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::{
    MAX_LEAF,
    printed::{PRINTED_FUNCTIONS, PrintedFunction},
};
use minnow_rules::excerpt_of_error;

pub use class::{Class, ClassMarks, ClassMember, HandIn, StudentMarks, TASK_POINTS};
pub use feedback::AnswerFeedback;
pub use feedback_page::feedback_page;
pub use graded::{ClassSecret, GradedSheet};
pub use key::{ExerciseKey, ExerciseMarks, TaskMark, node_name, node_phrase};
pub use own_trees::OwnTreeError;
pub use reading::ReadAnswers;
pub use roster::{RosterError, Student, read_roster};
pub use sheet::{BoundAnswer, ExerciseAnswers, ExerciseSheet, KindAnswer, WindowAnswer};

/// The depths of trees, in plies.
const PLIES: RangeInclusive<u32> = 2..=5;

/// A question of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ExerciseTask {
    /// The highest nodes that alpha-beta does not visit.
    Pruned,
    /// Alpha and beta on entry to the inner nodes below the root.
    Windows,
    /// The values of the leaves in the order of visit.
    LeafOrder,
    /// The kinds of the visited inner nodes.
    Kinds,
    /// The tree with its moves in an order that has the fewest leaves.
    BestOrder,
    /// The wrong line of a printed function.
    Slip,
}

/// All tasks, in the order of the marks.
pub const EXERCISE_TASKS: [ExerciseTask; 6] = [
    ExerciseTask::Pruned,
    ExerciseTask::Windows,
    ExerciseTask::LeafOrder,
    ExerciseTask::Kinds,
    ExerciseTask::BestOrder,
    ExerciseTask::Slip,
];

impl ExerciseTask {
    /// Its name, as the field of the answers.
    pub fn name(self) -> &'static str {
        match self {
            ExerciseTask::Pruned => "pruned",
            ExerciseTask::Windows => "windows",
            ExerciseTask::LeafOrder => "leaf_order",
            ExerciseTask::Kinds => "kinds",
            ExerciseTask::BestOrder => "best_order",
            ExerciseTask::Slip => "slip",
        }
    }

    /// The field's name in words.
    pub fn words(self) -> String {
        self.name().replace('_', " ")
    }

    /// The task, for students.
    pub fn question(self) -> &'static str {
        match self {
            ExerciseTask::Pruned => {
                "List the nodes that alpha-beta prunes: not their children, only the highest, such \
                 as \"2.3\" for the third child of the second."
            }
            ExerciseTask::Windows => {
                "Fill in alpha and beta on entry to each node that is visited, from MAX's view: \
                 Infinite, or At(5) for 5. Values are fail-soft."
            }
            ExerciseTask::LeafOrder => "List the values of the leaves in the order of visit.",
            ExerciseTask::Kinds => {
                "Fill in the kind of each node that is visited: cut if its value reached the \
                 opponent's bound, all if no move improved the player's own bound, pv between the \
                 two."
            }
            ExerciseTask::BestOrder => {
                "Reorder the moves at any nodes so that alpha-beta evaluates the fewest leaves, and \
                 write the tree."
            }
            ExerciseTask::Slip => {
                "Which line of the listing is wrong? Write its number, or 0 if you do not know. If \
                 several lines are wrong, one is enough."
            }
        }
    }
}

/// A set of exercises: the same questions for all students, a tree for each seed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ExerciseSet {
    /// The heading of the sheet.
    pub title: String,
    /// Plies, 2 to 5.
    pub depth: u32,
    /// Moves at every node, 2 to 4.
    pub branching: usize,
    /// The greatest value of a leaf; the least is 0.
    pub highest: i32,
    /// The questions in the order of the sheet, each at most once.
    pub tasks: Vec<ExerciseTask>,
    /// Trees as text, with MAX at the root, which take the place of random ones: the seed 1 has the
    /// first. Depth, branching factor and highest value do not apply to them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trees: Vec<String>,
    /// The points of a task that each hint on it costs; 0 for a set without hints.
    #[serde(skip_serializing_if = "is_default")]
    pub hint_cost: usize,
    /// When a student sees the right answers of a sheet of practice.
    #[serde(skip_serializing_if = "is_default")]
    pub feedback: FeedbackTime,
}

/// When a student sees the right answers. Those of a graded sheet come from the teacher.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FeedbackTime {
    /// After the check of each task.
    #[default]
    AtOnce,
    /// Once the sheet is handed in.
    AfterHandIn,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Default for ExerciseSet {
    fn default() -> ExerciseSet {
        ExerciseSet {
            title: "Alpha-beta".to_owned(),
            depth: 3,
            branching: 3,
            highest: 99,
            tasks: EXERCISE_TASKS.to_vec(),
            trees: Vec::new(),
            hint_cost: 0,
            feedback: FeedbackTime::AtOnce,
        }
    }
}

/// The reason why no exercise can be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExerciseError {
    /// The text is not RON, or has other fields or values. RON's description of the fault has line
    /// and column.
    #[error("{}", excerpt_of_error(.0))]
    Unreadable(#[from] Box<ron::error::SpannedError>),
    /// The depth, in plies, is out of range.
    #[error("the depth {0} is not from 2 to 5 plies")]
    Depth(u32),
    /// The branching factor is out of range.
    #[error("the branching factor {0} is not from 2 to 4")]
    Branching(usize),
    /// There are fewer values than leaves, or the highest value is above [`MAX_LEAF`].
    #[error("the highest value {highest} leaves no different values for {leaves} leaves")]
    Values {
        /// The highest value of a leaf.
        highest: i32,
        /// The leaves of a tree.
        leaves: usize,
    },
    /// The list of tasks is empty.
    #[error("there is no task")]
    NoTasks,
    /// A task, by its name, is in the list more than once.
    #[error("the task \"{0}\" is there twice")]
    TaskTwice(&'static str),
    /// A tree of the set does not fit it.
    #[error("tree {number}: {error}")]
    Tree {
        /// Its place in the list, from 1.
        number: usize,
        /// The problem with it.
        #[source]
        error: OwnTreeError,
    },
    /// The trees of the set are too large.
    #[error("the trees have {leaves} leaves together; the most are {most}")]
    TooManyLeaves {
        /// The leaves of all trees.
        leaves: usize,
        /// The most leaves.
        most: usize,
    },
    /// The tree of a graded sheet is unreadable or has another shape than those of its set.
    #[error("the tree \"{0}\" is not one of its set")]
    GradedTree(String),
    /// A graded set has trees of its own.
    #[error("a graded set has no trees of its own, since each sheet holds the whole set")]
    OwnTrees,
    /// The secret of a class does not have 64 hexadecimal digits.
    #[error("the secret is not of 64 hexadecimal digits")]
    Secret,
    /// No random tree of this seed has enough cutoffs for an exercise.
    #[error("no tree for the seed {0} has enough cutoffs")]
    NoTree(u64),
}

impl ExerciseSet {
    /// Reads a set from RON. Fields that are missing have the values of the default.
    ///
    /// # Errors
    ///
    /// An [`ExerciseError`] for invalid RON, with its line and column, or for values outside their
    /// ranges.
    pub fn parse(text: &str) -> Result<ExerciseSet, ExerciseError> {
        let set: ExerciseSet = ron::from_str(text).map_err(Box::new)?;
        set.check()?;
        Ok(set)
    }

    fn check(&self) -> Result<(), ExerciseError> {
        if !PLIES.contains(&self.depth) {
            return Err(ExerciseError::Depth(self.depth));
        }
        if !(2..=4).contains(&self.branching) {
            return Err(ExerciseError::Branching(self.branching));
        }
        let leaves = self.leaves();
        let highest = self.highest;
        if highest > MAX_LEAF || usize::try_from(highest).map_or(true, |most| most + 1 < leaves) {
            return Err(ExerciseError::Values { highest, leaves });
        }
        let mut earlier = Vec::new();
        for task in &self.tasks {
            if earlier.contains(&task) {
                return Err(ExerciseError::TaskTwice(task.name()));
            }
            earlier.push(task);
        }
        if self.tasks.is_empty() {
            return Err(ExerciseError::NoTasks);
        }
        self.check_trees()
    }

    /// The fewest cutoffs of a random tree: three, or as many as a smaller tree can have.
    fn min_cutoffs(&self) -> u64 {
        match (self.depth, self.branching) {
            (2, 2) => 1,
            (2, 3) | (3, 2) => 2,
            _ => 3,
        }
    }

    /// The number of leaves of a random tree.
    fn leaves(&self) -> usize {
        self.branching.pow(self.depth)
    }

    /// The printed function of a seed.
    fn function(seed: u64) -> &'static PrintedFunction {
        &PRINTED_FUNCTIONS[(seed % PRINTED_FUNCTIONS.len() as u64) as usize]
    }
}
