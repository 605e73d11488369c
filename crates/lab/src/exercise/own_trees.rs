//! The trees that a teacher has written for a set, in place of random ones.

use std::collections::BTreeSet;

use super::{ExerciseError, ExerciseSet, ExerciseTask, PLIES};
use crate::{TextTree, TextTreeError};

/// The most leaves of all trees of a set. Each sheet holds the whole set.
const MAX_OWN_LEAVES: usize = 2_048;

/// The reason why a tree does not fit its set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OwnTreeError {
    /// The text is not a tree.
    #[error(transparent)]
    Unreadable(#[from] TextTreeError),
    /// The height, in plies, is out of range.
    #[error("its depth of {0} is not from 2 to 5 plies")]
    Depth(u32),
    /// A leaf `?` begins in this column.
    #[error("column {0}: an exercise needs a number in place of ?")]
    NoValue(usize),
    /// Two leaves have this value, so that the order of the leaves does not name them.
    #[error("the task \"leaf_order\" needs leaves that all differ, and {0} is there twice")]
    LeafTwice(String),
    /// Best moves first need not give the fewest leaves where subtrees differ in size.
    #[error("the task \"best_order\" needs the same number of moves at every node")]
    NotUniform,
}

impl ExerciseSet {
    /// The teacher's tree for a seed: the seed 1 has the first one, and the first follows the last.
    /// `None` for a set of random trees.
    pub(super) fn own_tree(&self, seed: u64) -> Option<TextTree> {
        let at = seed.wrapping_sub(1).checked_rem(self.trees.len() as u64)?;
        TextTree::parse(self.trees.get(at as usize)?, true).ok()
    }

    /// Checks that the trees fit the tasks and are not too large.
    pub(super) fn check_trees(&self) -> Result<(), ExerciseError> {
        let mut leaves = 0;
        for (number, text) in (1..).zip(&self.trees) {
            leaves +=
                self.own_leaves(text).map_err(|error| ExerciseError::Tree { number, error })?;
        }
        if leaves > MAX_OWN_LEAVES {
            return Err(ExerciseError::TooManyLeaves { leaves, most: MAX_OWN_LEAVES });
        }
        Ok(())
    }

    /// The number of leaves of a tree that fits the tasks.
    fn own_leaves(&self, text: &str) -> Result<usize, OwnTreeError> {
        let tree = TextTree::parse(text, true)?;
        if !PLIES.contains(&tree.height()) {
            return Err(OwnTreeError::Depth(tree.height()));
        }
        let needs = |task| self.tasks.contains(&task);
        let leaves: Vec<usize> = tree.leaves().collect();
        let mut values = BTreeSet::new();
        for leaf in &leaves {
            let value = tree.text_of(*leaf);
            if value == "?" {
                return Err(OwnTreeError::NoValue(tree.column(*leaf).unwrap_or_default()));
            }
            if needs(ExerciseTask::LeafOrder) && !values.insert(value.clone()) {
                return Err(OwnTreeError::LeafTwice(value));
            }
        }
        if needs(ExerciseTask::BestOrder) && tree.uniform().is_none() {
            return Err(OwnTreeError::NotUniform);
        }
        Ok(leaves.len())
    }
}
