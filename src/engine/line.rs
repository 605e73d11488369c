//! The line of positions from the game's start to the node being searched.
//!
//! Keeps of each position its key, to see repetitions, and from the root on what the evaluation
//! adds up move by move.

use super::eval::{Accumulator, Evaluation};
use crate::rules::{Move, Position};

pub(super) struct Line {
    /// Keys of the game's positions, then of the search's path; the last is the current one.
    keys: Vec<u64>,
    /// Index of the root's key.
    root: usize,
    /// What the evaluation keeps, from the root's on: room for the deepest line.
    accumulators: Vec<Accumulator>,
}

impl Line {
    /// The line at the root: `earlier` holds the keys before it, oldest first.
    pub fn new(earlier: &[u64], root: &Position, accumulator: Accumulator) -> Line {
        let mut keys = Vec::with_capacity(earlier.len() + super::MAX_PLY + 2);
        keys.extend_from_slice(earlier);
        keys.push(root.key());
        let mut accumulators = vec![Accumulator::default(); super::MAX_PLY + 3];
        accumulators[0] = accumulator;
        Line { root: earlier.len(), keys, accumulators }
    }

    /// Goes to the position after a move of the current one.
    #[inline]
    pub fn push(&mut self, evaluation: &Evaluation, from: &Position, played: Move, to: &Position) {
        let (known, open) = self.accumulators.split_at_mut(self.keys.len() - self.root);
        if let (Some(before), Some(next)) = (known.last(), open.first_mut()) {
            evaluation.update(before, next, from, played);
        }
        self.keys.push(to.key());
    }

    /// Goes to the position after a pass, in which the pieces stand as before.
    pub fn push_pass(&mut self, to: &Position) {
        let at = self.keys.len() - self.root;
        self.accumulators.copy_within(at - 1..at, at);
        self.keys.push(to.key());
    }

    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// The accumulator of the current position.
    #[inline]
    pub fn accumulator(&self) -> &Accumulator {
        &self.accumulators[self.keys.len() - self.root - 1]
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
