//! A random order, reproducible by its seed.

use super::{MoveOrdering, OrderingInfo, OrderingRule};
use crate::Tree;
use minnow_engine::{Branch, Random};

pub(super) const INFO: OrderingInfo =
    OrderingInfo::new(MoveOrdering::Random, "random", "random order, see --seed");

/// Shuffles the moves before other rules rank them.
pub(super) struct Shuffle(Random);

impl Shuffle {
    pub(super) fn new(seed: u64) -> Shuffle {
        Shuffle(Random(seed))
    }
}

impl<T: Tree> OrderingRule<T> for Shuffle {
    fn prepare(&mut self, branches: &mut [Branch]) {
        self.0.shuffle(branches);
    }
}
