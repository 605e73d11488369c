//! Random openings, so that engines do not play the same game twice.

use std::collections::HashSet;

use minnow_engine::Random;
use minnow_rules::{Move, Position, Variant};

/// Random plies before the players take over.
const OPENING_PLIES: usize = 4;
/// After this many random openings in a row without a new one, the variant counts as exhausted.
const MAX_FAILED_TRIES: u32 = 500;

/// A random move that does not hang the king, if there is one.
pub fn random_safe_move(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = position.safe_moves();
    let index = random.below(moves.len());
    moves.iter().nth(index)
}

/// Up to `count` different openings, each the list of its positions from the variant's start on. No
/// opening ends the game, and each leaves a move that does not hang the king. Some variants have
/// fewer openings than `count`.
pub(super) fn random_openings(
    variant: &'static Variant,
    count: usize,
    random: &mut Random,
) -> Vec<Vec<Position>> {
    let (mut openings, mut seen) = (Vec::new(), HashSet::new());
    let mut failed_tries = 0;
    while openings.len() < count && failed_tries < MAX_FAILED_TRIES {
        failed_tries += 1;
        let Some(opening) = random_opening(variant, OPENING_PLIES, random) else { continue };
        if opening.last().is_some_and(|position| seen.insert(position.key())) {
            openings.push(opening);
            failed_tries = 0;
        }
    }
    openings
}

/// The positions of one opening; `None` if it ends the game or every move hangs the king.
pub(super) fn random_opening(
    variant: &'static Variant,
    plies: usize,
    random: &mut Random,
) -> Option<Vec<Position>> {
    let mut positions = vec![Position::start(variant)];
    loop {
        let position = positions.last()?;
        if position.safe_moves().is_empty() || position.outcome(1).is_some() {
            return None;
        }
        if positions.len() > plies {
            return Some(positions);
        }
        let mv = random_safe_move(position, random)?;
        positions.push(position.play(mv));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_different_unfinished_and_reproducible() {
        for variant in minnow_rules::builtin_variants() {
            let openings = random_openings(variant, 30, &mut Random(5));
            assert_eq!(openings, random_openings(variant, 30, &mut Random(5)));
            assert_ne!(openings, random_openings(variant, 30, &mut Random(6)));
            let keys: HashSet<u64> = openings.iter().map(|opening| opening[4].key()).collect();
            assert_eq!(keys.len(), 30, "{}", variant.id);
            assert!(openings.iter().all(|opening| {
                opening.len() == 5
                    && opening[4].outcome(1).is_none()
                    && !opening[4].safe_moves().is_empty()
            }));
        }
    }

    #[test]
    fn a_small_variant_runs_out_of_openings() {
        let variant = Variant::by_id("silverman4x4").unwrap();
        let found = random_openings(variant, 100_000, &mut Random(1)).len();
        assert!((100..100_000).contains(&found), "{found}");
    }
}
