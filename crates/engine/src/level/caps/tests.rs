//! The caps hold in random positions, for every seed.

use super::*;
use crate::{Opponent, Random, Root, SearchLimits, Searcher};
use minnow_base::sync::StopFlag;
use minnow_rules::Variant;

/// Positions of random games in which the game goes on and no king can be taken.
fn random_positions(id: &str, count: usize) -> Vec<Position> {
    let variant = Variant::by_id(id).unwrap();
    let mut random = Random(7);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::start(variant);
        for _ in 0..4 + random.below(40) {
            let moves = position.safe_moves();
            let Some(mv) = moves.iter().nth(random.below(moves.len())) else { break };
            position = position.play(mv);
        }
        let takes_king = |mv| position.takes_king(mv);
        let goes_on = position.outcome(1).is_none() && !position.safe_moves().is_empty();
        if goes_on && !position.legal_moves().iter().any(takes_king) {
            positions.push(position);
        }
    }
    positions
}

/// Checks a property of the moves of these levels in random positions.
fn check(levels: std::ops::RangeInclusive<u8>, property: impl Fn(&Position, Move)) {
    for id in ["minichess", "losalamos"] {
        let positions = random_positions(id, 40);
        for level in levels.clone() {
            let mut searcher = Searcher::new(Variant::by_id(id).unwrap(), 1);
            for (position, seed) in positions.iter().zip(0..) {
                let (root, limits) = (Root::new(*position), SearchLimits::nodes(200));
                let opponent = Opponent::of_level(level, seed / 20);
                let stop = StopFlag::new();
                let best = searcher.play(&root, &opponent, &limits, &stop, &mut |_| {}).best;
                property(position, best.unwrap_or_else(|| panic!("no move: {position:?}")));
            }
        }
    }
}

/// True if some move of the position has the property.
fn any(position: &Position, property: impl Fn(Move) -> bool) -> bool {
    position.safe_moves().iter().any(property)
}

#[test]
fn queens_are_kept_from_level_four() {
    check(4..=11, |position, best| {
        let kept = |mv| !loses_queen(position, mv) && !allows_mate(&position.play(mv));
        let is_loss = loses_queen(position, best) && !mates(position, best);
        assert!(!is_loss || !any(position, kept), "{position:?} {best:?}");
    });
}

#[test]
fn mates_in_one_are_seen_from_level_five() {
    check(5..=11, |position, best| {
        let can_mate = any(position, |mv| mates(position, mv));
        assert!(mates(position, best) || !can_mate, "{position:?} {best:?}");
        let allows = |mv: Move| allows_mate(&position.play(mv));
        assert!(!allows(best) || !any(position, |mv| !allows(mv)), "{position:?} {best:?}");
    });
}

#[test]
fn free_pieces_and_recaptures_are_seen_from_level_five() {
    // No level that sees five plies ahead overlooks a capture.
    for level in crate::LEVELS {
        let deep = level.depth + u32::from(level.capture_plies) >= 5;
        assert!(!deep || level.number >= SEES_MATES_FROM);
    }
    for position in random_positions("minichess", 60) {
        for (level, seed) in (5..=11).flat_map(|level| (0..8).map(move |seed| (level, seed))) {
            let opponent = Opponent::of_level(level, seed);
            for mv in position.safe_captures().iter() {
                let missed = opponent.overlooked(&position, &[mv]);
                assert_eq!(missed, None, "{position:?} {mv:?}");
            }
        }
    }
}

/// The roots after a capture in random positions, with what is free on its square, where a move takes
/// it without losing the queen or allowing mate.
fn roots_with_free_recaptures(id: &str) -> Vec<(Root, FreeRecapture)> {
    let mut found = Vec::new();
    for position in random_positions(id, 30) {
        for capture in position.safe_captures() {
            let mut root = Root::new(position);
            root.play(capture);
            let next = root.position;
            let Some(free) = FreeRecapture::of(&root) else { continue };
            let fits = |mv: Move| {
                let is_safe = !allows_mate(&next.play(mv)) && !loses_queen(&next, mv);
                is_safe && free.is_taken_by(&next, mv)
            };
            if next.outcome(1).is_none() && any(&next, fits) {
                found.push((root, free));
            }
        }
    }
    found
}

/// The score of the best of these moves by a search at full strength, in centipawns up to 1,000.
fn score(root: &Root, moves: Vec<Move>) -> i32 {
    let limits = SearchLimits { moves, ..SearchLimits::nodes(30_000) };
    let mut searcher = Searcher::new(root.position.variant(), 1);
    searcher
        .search(root, &limits, &StopFlag::new(), &mut |_| {})
        .info
        .score
        .value()
        .clamp(-1_000, 1_000)
}

#[test]
fn what_is_free_is_taken_back_from_level_five() {
    let (mut free_ones, mut others, mut mistaken) = (0, 0, 0);
    for id in ["minichess", "losalamos"] {
        let mut searcher = Searcher::new(Variant::by_id(id).unwrap(), 1);
        for ((root, free), seed) in roots_with_free_recaptures(id).iter().zip(0..) {
            let position = &root.position;
            for level in [5, 8, 11] {
                let opponent = Opponent::of_level(level, seed);
                let (limits, stop) = (SearchLimits::nodes(4_000), StopFlag::new());
                let best = searcher.play(root, &opponent, &limits, &stop, &mut |_| {}).best;
                let best = best.unwrap();
                free_ones += 1;
                if !free.is_taken_by(position, best) && !mates(position, best) {
                    others += 1;
                    let moves = position.safe_moves().into_iter();
                    let recaptures = moves.filter(|mv| free.is_taken_by(position, *mv)).collect();
                    let is_worse = score(root, vec![best]) < score(root, recaptures);
                    mistaken += u32::from(is_worse);
                }
            }
        }
    }
    assert!(others > 0 && others * 10 < free_ones, "{others} of {free_ones}");
    // The searches of a low level err now and then.
    assert!(mistaken * 20 <= others, "{mistaken} of {others}");
}

#[test]
fn a_square_is_known_only_after_a_capture() {
    let position = random_positions("minichess", 1)[0];
    let mut root = Root::new(position);
    assert_eq!(root.taken_on, None);
    let is_quiet = |mv: &Move| position.captured(*mv).is_none();
    let quiet = position.safe_moves().iter().find(is_quiet).unwrap();
    root.play(quiet);
    assert_eq!(root.taken_on, None);
}

#[test]
fn caps_leave_a_move_where_all_lose() {
    // Every move of the king leaves the queen.
    let minichess = Variant::default_variant();
    let position = Position::from_fen(minichess, "1k2r/5/5/5/4Q/4K w - - 0 1").unwrap();
    let opponent = Opponent::of_level(4, 1);
    let sight = opponent.strength.sight(&position, 1);
    let moves = opponent.strength.caps().root_moves(&Root::new(position), &sight, &[]);
    assert!(!moves.kept.is_empty());
    let wanted = [position.parse_move("e1d1").unwrap()];
    let moves = opponent.strength.caps().root_moves(&Root::new(position), &sight, &wanted);
    assert_eq!(moves.kept, wanted);
}
