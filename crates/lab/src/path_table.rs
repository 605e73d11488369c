//! The results of earlier iterations, by the moves from the root.
//!
//! Unlike a transposition table it treats a position that is reached by other moves as another
//! node, and it causes no cutoffs. It only guides the move order.

use std::collections::HashMap;

use minnow_engine::{Branch, Score};

/// The most entries. Further nodes are not stored, which only makes the move order worse.
const MAX_ENTRIES: usize = 1 << 22;

/// A hash of the moves from the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct PathKey(u64);

impl PathKey {
    /// The key after one more move.
    pub(crate) fn after(self, branch: Branch) -> PathKey {
        let step = u64::from(branch.0) + 1;
        PathKey((self.0 ^ step).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
    }
}

/// The last score of a node from MAX's view, usually a bound, and its best move if known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathEntry {
    pub score: Score,
    pub best: Option<Branch>,
}

/// The last scores of nodes by their paths. Even and odd remaining depths have separate entries,
/// because static values depend on which player moves last.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathTable(HashMap<(PathKey, bool), PathEntry>);

impl PathTable {
    /// The result of the last search of the node with a remaining depth of the same parity.
    pub(crate) fn get(&self, path: PathKey, depth: u32) -> Option<PathEntry> {
        self.0.get(&(path, depth.is_multiple_of(2))).copied()
    }

    pub(crate) fn store(&mut self, path: PathKey, depth: u32, score: Score, best: Option<Branch>) {
        let key = (path, depth.is_multiple_of(2));
        let earlier = self.0.get(&key).copied();
        if earlier.is_some() || self.0.len() < MAX_ENTRIES {
            let best = best.or(earlier.and_then(|seen| seen.best));
            self.0.insert(key, PathEntry { score, best });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(moves: &[u16]) -> PathKey {
        moves.iter().fold(PathKey::default(), |path, branch| path.after(Branch(*branch)))
    }

    #[test]
    fn paths_differ_by_moves_and_their_order() {
        let paths = [path(&[]), path(&[0]), path(&[1]), path(&[0, 1]), path(&[1, 0])];
        let different: std::collections::HashSet<PathKey> = paths.into_iter().collect();
        assert_eq!(different.len(), paths.len());
        assert_eq!(path(&[3, 5]), path(&[3]).after(Branch(5)));
    }

    #[test]
    fn odd_and_even_depths_have_separate_entries() {
        let (here, mut memory) = (path(&[2]), PathTable::default());
        memory.store(here, 1, Score::centipawns(10), Some(Branch(4)));
        assert!(memory.get(here, 2).is_none() && memory.get(path(&[3]), 1).is_none());
        // Depth 3 has the same parity; a result without a best move keeps the earlier move.
        memory.store(here, 3, Score::centipawns(-5), None);
        let seen = memory.get(here, 1).unwrap();
        assert_eq!((seen.score, seen.best), (Score::centipawns(-5), Some(Branch(4))));
        memory.store(here, 5, Score::centipawns(7), Some(Branch(6)));
        assert_eq!(memory.get(here, 3).unwrap().best, Some(Branch(6)));
    }
}
