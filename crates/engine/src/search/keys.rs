//! The keys of the positions from the game's start to the node being searched, for repetitions.

use crate::MAX_PLY;
use minnow_rules::Position;

/// Keys of the game's positions, then of the current path; the last is the current position's.
pub(super) struct KeyHistory {
    keys: Vec<u64>,
    /// Index of the root's key.
    root: usize,
}

impl KeyHistory {
    /// The history at the root; `earlier` holds the keys of the game's positions before it, oldest
    /// first.
    pub(super) fn new(earlier: &[u64], root: &Position) -> KeyHistory {
        let mut keys = Vec::with_capacity(earlier.len() + MAX_PLY + 2);
        keys.extend_from_slice(earlier);
        keys.push(root.key());
        KeyHistory { root: earlier.len(), keys }
    }

    #[inline]
    pub(super) fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.keys.pop();
    }

    /// True if a line from the current position that never comes back to a position of its own may
    /// still be drawn by repetition: the game and the path together have had a position so often that
    /// once more is the last time. Where a move limit replaces that rule, no line is.
    pub(super) fn may_be_drawn_by_repetition(&self, position: &Position) -> bool {
        let current = self.keys.len() - 1;
        let oldest = current.saturating_sub(usize::from(position.halfmove_clock()));
        // Without a move that cannot be taken back since then, the game's positions may return.
        oldest <= self.root && position.may_be_drawn_by_repetition(&self.keys[..current])
    }

    /// True if the current position counts as a draw by repetition.
    ///
    /// - Inside the search one earlier occurrence is enough: a position that can be repeated once
    ///   can be repeated again.
    /// - Occurrences before the root count as the variant's rule says.
    /// - Where a move limit replaces that rule, the root counts like the positions after it, because
    ///   returning to one only brings the limit nearer. Those before the root do not count, as no rule
    ///   counts them: a return to one is searched like any other position.
    pub(super) fn is_repetition(&self, position: &Position) -> bool {
        let variant = position.variant();
        let (first, least) = match (variant.repetition, variant.ply_limit()) {
            (Some(least), _) => (self.root + 1, Some(least)),
            (None, Some(_)) => (self.root, None),
            (None, None) => return false,
        };
        let current = self.keys.len() - 1;
        let oldest = current.saturating_sub(usize::from(position.halfmove_clock()));
        let mut seen = 1;
        let mut at = current;
        while at >= oldest + 2 {
            at -= 2;
            if self.keys[at] == position.key() {
                seen += 1;
                if at >= first || least.is_some_and(|least| seen >= least) {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    /// True if the position counts as repeated after the game's moves and those of the search.
    fn repeats(variant: &str, game: &[&str], searched: &[&str]) -> bool {
        let variant = Variant::by_id(variant).unwrap();
        let mut position = Position::start(variant);
        let mut earlier = Vec::new();
        for text in game {
            earlier.push(position.key());
            position = position.play(position.parse_move(text).unwrap());
        }
        let mut keys = KeyHistory::new(&earlier, &position);
        for text in searched {
            position = position.play(position.parse_move(text).unwrap());
            keys.push(position.key());
        }
        keys.is_repetition(&position)
    }

    const MINI: [&str; 4] = ["b1a3", "d6e4", "a3b1", "e4d6"];
    const GARDNER: [&str; 4] = ["b1c3", "b5a3", "c3b1", "a3b5"];

    #[test]
    fn repetition_before_the_root_counts_by_the_rule() {
        assert!(!repeats("minichess", &MINI[..1], &MINI[1..]));
        assert!(repeats("minichess", &[], &MINI));
        assert!(!repeats("minichess", &MINI[..3], &["a5a4"]));
        assert!(!repeats("gardner", &GARDNER[..1], &GARDNER[1..]));
        assert!(repeats("gardner", &[GARDNER, GARDNER].concat()[..7], &GARDNER[3..]));
    }

    #[test]
    fn lines_may_only_meet_positions_that_occurred_twice() {
        let variant = Variant::by_id("gardner").unwrap();
        let may_be_drawn = |game: &[&str]| {
            let mut position = Position::start(variant);
            let mut earlier = Vec::new();
            for text in game {
                earlier.push(position.key());
                position = position.play(position.parse_move(text).unwrap());
            }
            KeyHistory::new(&earlier, &position).may_be_drawn_by_repetition(&position)
        };
        // The start occurs a second time after four plies, and lies behind after five.
        assert!(!may_be_drawn(&GARDNER));
        assert!(may_be_drawn(&[&GARDNER[..], &["b1c3"]].concat()));
        // A move of a pawn makes all earlier positions impossible.
        assert!(!may_be_drawn(&[&GARDNER[..], &["b1c3", "a4a3"]].concat()));
    }

    #[test]
    fn one_repetition_within_the_search_always_draws() {
        assert!(repeats("minichess", &["a2a3", "a5a4"], &["b1c3", "d6e4", "c3b1", "e4d6", "b1c3"]));
        let round = ["c3b1", "a3b5", "b1c3", "b5a3", "c3b1"];
        assert!(repeats("gardner", &GARDNER[..2], &round));
        assert!(!repeats("gardner", &GARDNER[..2], &round[..3]));
    }
}
