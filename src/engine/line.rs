//! The line of positions from the game's start to the node being searched.
//!
//! Keeps of each position its key, to see repetitions, and from the root on what the evaluation
//! adds up move by move.

use super::eval::Accumulator;
use crate::rules::Position;

pub(super) struct Line {
    /// Keys of the game's positions, then of the search's path; the last is the current one.
    keys: Vec<u64>,
    /// Index of the root's key.
    root: usize,
    /// The evaluation's sums from the root's on; the last belongs to the current position.
    accumulators: Vec<Accumulator>,
}

impl Line {
    /// The line at the root: `earlier` holds the keys before it, oldest first.
    pub fn new(earlier: &[u64], root: &Position, accumulator: Accumulator) -> Line {
        let mut keys = Vec::with_capacity(earlier.len() + super::MAX_PLY + 2);
        keys.extend_from_slice(earlier);
        keys.push(root.key());
        let mut accumulators = Vec::with_capacity(super::MAX_PLY + 2);
        accumulators.push(accumulator);
        Line { root: earlier.len(), keys, accumulators }
    }

    #[inline]
    pub fn push(&mut self, position: &Position, accumulator: Accumulator) {
        self.keys.push(position.key());
        self.accumulators.push(accumulator);
    }

    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
        self.accumulators.pop();
    }

    /// The accumulator of the current position.
    #[inline]
    pub fn accumulator(&self) -> &Accumulator {
        &self.accumulators[self.accumulators.len() - 1]
    }

    /// Whether the current position counts as a draw by repetition. Inside the search one earlier
    /// occurrence is enough, as what can be repeated once can be repeated again; occurrences
    /// before the root count as the variant's rule has it.
    pub fn is_repetition(&self, position: &Position) -> bool {
        let Some(limit) = position.variant().repetition else { return false };
        let current = self.keys.len() - 1;
        let oldest = current.saturating_sub(usize::from(position.halfmove_clock()));
        let mut seen = 1;
        let mut at = current;
        while at >= oldest + 2 {
            at -= 2;
            if self.keys[at] == position.key() {
                seen += 1;
                if at > self.root || seen >= limit {
                    return true;
                }
            }
        }
        false
    }
}
