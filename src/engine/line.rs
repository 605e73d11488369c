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
    /// before the root count as the variant's rule has it. Where a move limit takes the place of
    /// such a rule any earlier occurrence will do: to come back has only brought the limit nearer.
    pub fn is_repetition(&self, position: &Position) -> bool {
        let variant = position.variant();
        let Some(least) = variant.repetition.or(variant.ply_limit().map(|_| 2)) else {
            return false;
        };
        let current = self.keys.len() - 1;
        let oldest = current.saturating_sub(usize::from(position.halfmove_clock()));
        let mut seen = 1;
        let mut at = current;
        while at >= oldest + 2 {
            at -= 2;
            if self.keys[at] == position.key() {
                seen += 1;
                if at > self.root || seen >= least {
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
    use crate::{engine::handicap::Handicap, rules::Variant};

    /// Whether the position counts as repeated after the game's moves and those of the search.
    fn repeats(variant: &str, game: &[&str], searched: &[&str]) -> bool {
        let variant = Variant::by_id(variant).unwrap();
        let evaluation = Evaluation::new(variant, &Handicap::NONE);
        let mut position = Position::start(variant);
        let mut earlier = Vec::new();
        for text in game {
            earlier.push(position.key());
            position = position.play(position.parse_move(text).unwrap());
        }
        let mut line = Line::new(&earlier, &position, evaluation.accumulator(&position));
        for text in searched {
            let played = position.parse_move(text).unwrap();
            let next = position.play(played);
            line.push(&evaluation, &position, played, &next);
            position = next;
        }
        line.is_repetition(&position)
    }

    const MINI: [&str; 4] = ["b1a3", "d6e4", "a3b1", "e4d6"];
    const GARDNER: [&str; 4] = ["b1c3", "b5a3", "c3b1", "a3b5"];

    #[test]
    fn a_first_return_to_the_game_is_a_draw_only_where_the_plies_are_counted() {
        assert!(repeats("minichess", &MINI[..1], &["d6e4", "a3b1", "e4d6"]));
        assert!(!repeats("minichess", &MINI[..3], &["a5a4"]));
        assert!(!repeats("gardner", &GARDNER[..1], &GARDNER[1..]));
        assert!(repeats("gardner", &[GARDNER, GARDNER].concat()[..7], &GARDNER[3..]));
    }

    #[test]
    fn a_return_within_the_search_is_a_draw_in_both() {
        assert!(repeats("minichess", &["a2a3", "a5a4"], &["b1c3", "d6e4", "c3b1", "e4d6", "b1c3"]));
        let round = ["c3b1", "a3b5", "b1c3", "b5a3", "c3b1"];
        assert!(repeats("gardner", &GARDNER[..2], &round));
        assert!(!repeats("gardner", &GARDNER[..2], &round[..3]));
    }
}
