//! The lab's transposition table: bounds of a node's value at one ply and depth.
//!
//! Ply and remaining depth belong to the key. So an entry cuts only where a search of exactly its
//! depth is wanted, values near a limit of moves are never mixed up, and the distance of a mate is
//! right. What it holds is then the truth about a node whatever was searched before it.

use std::collections::HashMap;

use crate::engine::{Branch, Score, Window};

/// So many entries are kept; later nodes are not, which costs time and nothing else.
const MAX_ENTRIES: usize = 1 << 22;

/// What is known of a node's value, from MAX's view.
#[derive(Clone, Copy, Debug)]
pub struct BoundEntry {
    pub lower: Score,
    pub upper: Score,
    pub best: Option<Branch>,
}

impl BoundEntry {
    const NOTHING: BoundEntry =
        BoundEntry { lower: Window::FULL.alpha, upper: Window::FULL.beta, best: None };

    /// The value, or a bound that lies outside the window on the side that counts.
    pub fn cut(&self, window: Window) -> Option<Score> {
        if self.lower >= window.beta || self.lower == self.upper {
            Some(self.lower)
        } else {
            Some(self.upper).filter(|upper| *upper <= window.alpha)
        }
    }
}

#[derive(Default)]
pub struct BoundTable(HashMap<u64, BoundEntry>);

impl BoundTable {
    pub fn get(&self, key: u64) -> Option<BoundEntry> {
        self.0.get(&key).copied()
    }

    /// Notes what a search of the node with this window has found.
    pub fn store(&mut self, key: u64, window: Window, score: Score, best: Option<Branch>) {
        if self.0.len() >= MAX_ENTRIES && !self.0.contains_key(&key) {
            return;
        }
        let entry = self.0.entry(key).or_insert(BoundEntry::NOTHING);
        if score > window.alpha {
            entry.lower = entry.lower.max(score);
        }
        if score < window.beta {
            entry.upper = entry.upper.min(score);
        }
        entry.best = best.or(entry.best);
    }
}

/// The key of a node at one ply and remaining depth.
pub fn key_at(key: u64, ply: usize, depth: u32) -> u64 {
    let place = ((ply as u64) << 32) | (u64::from(depth) + 1);
    key ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}
