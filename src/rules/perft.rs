//! Perft: counts the sequences of moves, to test a move generator.

use super::{Move, Position};

/// The number of sequences of exactly `depth` plies by the variant's rules. A sequence ends when a
/// king is taken; move limits and draw rules are ignored.
///
/// ```
/// use minnow::rules::{Position, Variant, perft};
///
/// let start = Position::start(Variant::default_variant());
/// assert_eq!((perft(&start, 0), perft(&start, 1)), (1, 7));
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => position
            .legal_moves()
            .iter()
            .filter(|mv| !position.takes_king(*mv))
            .map(|mv| perft(&position.play(mv), depth - 1))
            .sum(),
    }
}

/// The perft count after each first move, in the order of generation.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let count = |mv: Move| match depth {
        0 | 1 => 1,
        _ if position.takes_king(mv) => 0,
        _ => perft(&position.play(mv), depth - 1),
    };
    position.legal_moves().into_iter().map(|mv| (mv, count(mv))).collect()
}
