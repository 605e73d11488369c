//! At every level and limit the engine keeps its king safe if it can, and captures the opponent's.

use minnow_base::sync::StopFlag;
use minnow_engine::{LEVELS, Opponent, Root, SearchLimits, Searcher};
use minnow_rules::{Position, Variant};

use crate::{
    engine,
    oracle::{king_capture, random_positions},
    position,
};

/// Positions of random games, some with kings in danger, and the same at the last two plies.
fn dangerous_positions(id: &str) -> Vec<Position> {
    let variant = Variant::by_id(id).unwrap();
    let mut positions = random_positions(variant, 20_250, 12, 4);
    let last_turn: Vec<Position> = positions
        .iter()
        .step_by(2)
        .map(|position| {
            let mut setup = position.setup();
            setup.fullmove = 40;
            Position::new(&setup, variant).unwrap()
        })
        .collect();
    positions.extend(last_turn);
    positions
}

/// How often a king could be captured, and how often a move could have lost the own king.
#[derive(Default)]
struct KingCounts {
    endangered: usize,
    captured: usize,
}

fn check(
    searcher: &mut Searcher,
    position: &Position,
    limits: &SearchLimits,
    opponent: &Opponent,
    counts: &mut KingCounts,
) {
    let running = StopFlag::new();
    let root = Root::new(*position);
    let result = searcher.play(&root, opponent, limits, &running, &mut |_| {});
    let best = result.best.expect("the game is not over");
    assert!(position.legal_moves().contains(best), "{position:?}");
    let safe = position.safe_moves();
    if king_capture(position).is_some() {
        assert!(position.takes_king(best), "{position:?} {limits:?}");
        counts.captured += 1;
    } else if !safe.is_empty() {
        assert!(safe.contains(best), "{position:?} {limits:?}");
        counts.endangered += usize::from(safe.len() < position.legal_moves().len());
    }
}

#[test]
fn every_level_keeps_its_king_and_captures() {
    for id in ["minichess", "minichess2006"] {
        let positions = dangerous_positions(id);
        for level in LEVELS {
            let mut searcher = engine(&positions[0]);
            let mut counts = KingCounts::default();
            // Fewer nodes than the level allows, so that the test is fast.
            let limits = level.limits().tightened(&SearchLimits::nodes(150));
            for position in &positions {
                check(
                    &mut searcher,
                    position,
                    &limits,
                    &Opponent::of_level(level.number, 3),
                    &mut counts,
                );
            }
            let KingCounts { endangered, captured } = counts;
            assert!(endangered > 30 && captured > 10, "{endangered} {captured}");
        }
    }
}

#[test]
fn smallest_limits_keep_the_king_and_capture() {
    let movetime = SearchLimits { movetime_ms: Some(1), ..SearchLimits::default() };
    for limits in [SearchLimits::depth(1), SearchLimits::nodes(1), SearchLimits::nodes(0), movetime]
    {
        for id in ["minichess", "minichess2006"] {
            let positions = dangerous_positions(id);
            let mut searcher = engine(&positions[0]);
            let mut counts = KingCounts::default();
            for position in &positions {
                check(&mut searcher, position, &limits, &Opponent::of_level(12, 0), &mut counts);
            }
            let KingCounts { endangered, captured } = counts;
            assert!(endangered > 30 && captured > 10, "{endangered} {captured}");
        }
    }
}

#[test]
fn the_king_is_kept_at_the_last_ply() {
    // Black makes the move of ply 80; capturing the rook would expose the king to the bishop.
    let position = position("minichess", "k4/5/5/3B1/Rr3/4K b - - 0 40");
    for level in LEVELS {
        let mut searcher = engine(&position);
        let limits = level.limits().tightened(&SearchLimits::nodes(500));
        check(
            &mut searcher,
            &position,
            &limits,
            &Opponent::of_level(level.number, 1),
            &mut KingCounts::default(),
        );
    }
}
