//! The lab's transposition table: bounds of a node's value at one ply and depth.
//!
//! Ply and remaining depth are part of the key. So an entry applies only to a search of exactly its
//! depth, mate distances are correct, and values that depend on a move limit are kept apart. An
//! entry does not depend on earlier searches.

use std::collections::HashMap;

use minnow_engine::{Branch, Score, Window};

/// The most entries. Further nodes are not stored, which only costs time.
const MAX_ENTRIES: usize = 1 << 22;

/// The bounds of a node's value, from MAX's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoundEntry {
    pub lower: Score,
    pub upper: Score,
    pub best: Option<Branch>,
}

impl BoundEntry {
    const NOTHING: BoundEntry =
        BoundEntry { lower: Window::FULL.alpha, upper: Window::FULL.beta, best: None };

    /// The score if it settles a node with this window: an exact value, or a bound outside the
    /// window that causes a cutoff.
    pub(crate) fn cut(&self, window: Window) -> Option<Score> {
        if self.lower >= window.beta || self.lower == self.upper {
            Some(self.lower)
        } else {
            Some(self.upper).filter(|upper| *upper <= window.alpha)
        }
    }
}

#[derive(Default)]
pub(crate) struct BoundTable(HashMap<u64, BoundEntry>);

impl BoundTable {
    pub(crate) fn get(&self, key: u64) -> Option<BoundEntry> {
        self.0.get(&key).copied()
    }

    /// Stores the result of a search of the node with this window. Returns the entry; `None` if the
    /// table has no room for it.
    pub(crate) fn store(
        &mut self,
        key: u64,
        window: Window,
        score: Score,
        best: Option<Branch>,
    ) -> Option<BoundEntry> {
        if self.0.len() >= MAX_ENTRIES && !self.0.contains_key(&key) {
            return None;
        }
        let entry = self.0.entry(key).or_insert(BoundEntry::NOTHING);
        if score > window.alpha {
            entry.lower = entry.lower.max(score);
        }
        if score < window.beta {
            entry.upper = entry.upper.min(score);
        }
        entry.best = best.or(entry.best);
        Some(*entry)
    }
}

/// The key of a node at one ply and remaining depth.
pub(crate) fn key_at(key: u64, ply: usize, depth: u32) -> u64 {
    let place = ((ply as u64) << 32) | (u64::from(depth) + 1);
    key ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}
