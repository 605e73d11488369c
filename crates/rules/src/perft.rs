//! Perft: counts the sequences of moves, to test a move generator.

use std::{convert::Infallible, ops::ControlFlow};

use super::{Move, Position};

/// The longest sequences that callers should offer to count, in plies: no count of this length
/// ends in practice, and longer ones could exhaust the stack.
pub const MAX_PERFT_PLIES: u32 = 60;

/// The number of sequences of exactly `depth` plies by the variant's rules. A sequence ends when a
/// king is taken; move limits and draw rules are ignored.
///
/// ```
/// use minnow_rules::{Position, Variant, perft};
///
/// let start = Position::start(Variant::default_variant());
/// assert_eq!((perft(&start, 0), perft(&start, 1)), (1, 7));
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    let mut total = 0;
    let ControlFlow::Continue(()) = try_perft(position, depth, &mut |sequences| {
        total += sequences;
        ControlFlow::<Infallible>::Continue(())
    });
    total
}

/// Counts like [`perft`] and passes each part of the count to `add`, whose `Break` ends it.
pub fn try_perft<B>(
    position: &Position,
    depth: u32,
    add: &mut impl FnMut(u64) -> ControlFlow<B>,
) -> ControlFlow<B> {
    match depth {
        0 => add(1),
        1 => add(position.count_legal_moves()),
        _ => {
            let mut moves = position.legal_moves().into_iter();
            let goes_on = |mv: &Move| !position.takes_king(*mv);
            moves
                .by_ref()
                .filter(goes_on)
                .try_for_each(|mv| try_perft(&position.play(mv), depth - 1, add))
        }
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
