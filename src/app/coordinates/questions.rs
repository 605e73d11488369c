//! The questions of a run: random squares, and random moves of a position that random moves lead to.

use minnow_engine::Random;
use minnow_rules::{Move, Position, Square, Variant};

/// The first position of a run is fewer moves than this away from the start.
const MOST_PLIES: usize = 8;

/// A square of the board, another one than the `last`.
pub(super) fn random_square(
    variant: &Variant,
    last: Option<Square>,
    random: &mut Random,
) -> Square {
    let squares = variant.board().into_iter().filter(|square| Some(*square) != last);
    let squares: Vec<Square> = squares.collect();
    squares[random.below(squares.len())]
}

/// A position in which the game goes on.
pub(super) fn random_position(variant: &'static Variant, random: &mut Random) -> Position {
    let mut position = Position::start(variant);
    for _ in 0..random.below(MOST_PLIES) {
        let next = random_move(&position, random).map(|mv| position.play(mv));
        match next.filter(|next| next.outcome(1).is_none()) {
            Some(next) => position = next,
            None => break,
        }
    }
    position
}

/// A move that does not leave the king to be taken, if there is one.
pub(super) fn random_move(position: &Position, random: &mut Random) -> Option<Move> {
    let safe = position.safe_moves();
    let moves = if safe.is_empty() { position.legal_moves() } else { safe };
    moves.iter().nth(random.below(moves.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::builtin_variants;

    #[test]
    fn every_square_is_asked_and_none_twice_running() {
        for variant in builtin_variants() {
            let (mut random, mut last, mut seen) = (Random(1), None, Vec::new());
            for _ in 0..1_000 {
                let square = random_square(variant, last, &mut random);
                assert!(variant.board().contains(square) && last != Some(square));
                last = Some(square);
                if !seen.contains(&square) {
                    seen.push(square);
                }
            }
            assert_eq!(seen.len(), usize::from(variant.files * variant.ranks), "{}", variant.id);
        }
    }

    #[test]
    fn every_position_has_a_move_to_ask_for() {
        for variant in builtin_variants() {
            for seed in 0..100 {
                let mut random = Random(seed);
                let position = random_position(variant, &mut random);
                assert_eq!(position.outcome(1), None, "{} {seed}", variant.id);
                let mv = random_move(&position, &mut random);
                assert!(mv.is_some_and(|mv| position.legal_moves().contains(mv)));
            }
        }
    }
}
