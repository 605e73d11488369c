//! No level and no limit leaves the king to be taken where another move keeps it, and every one
//! takes the other's.

use std::sync::atomic::AtomicBool;

use minnow::engine::{Handicap, LEVELS, Root, SearchLimits, Searcher};
use minnow::rules::{Position, Variant};

use crate::{
    engine,
    oracle::{king_capture, random_positions},
    position,
};

/// Positions of random games, kings in danger among them, and the same at the last two plies.
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

/// How often the rule could have been broken, and a king taken.
#[derive(Default)]
struct Seen {
    tempted: usize,
    taken: usize,
}

fn check(
    searcher: &mut Searcher,
    position: &Position,
    limits: &SearchLimits,
    handicap: Handicap,
    seen: &mut Seen,
) {
    let running = AtomicBool::new(false);
    let root = Root::new(*position);
    let result = searcher.search(&root, limits, handicap, &running, &mut |_| {});
    let best = result.best.expect("the game is not over");
    assert!(position.legal_moves().contains(best), "{position:?}");
    let safe = position.safe_moves();
    if king_capture(position).is_some() {
        assert!(position.takes_king(best), "{position:?} {limits:?}");
        seen.taken += 1;
    } else if !safe.is_empty() {
        assert!(safe.contains(best), "{position:?} {limits:?}");
        seen.tempted += usize::from(safe.len() < position.legal_moves().len());
    }
}

#[test]
fn every_level_keeps_its_king_and_takes_the_other() {
    for id in ["minichess", "minichess2006"] {
        let positions = dangerous_positions(id);
        for level in LEVELS {
            let mut searcher = engine(&positions[0]);
            let mut seen = Seen::default();
            // Fewer nodes than the level may have, so that the test stays quick.
            let limits = level.limits().tightened(&SearchLimits::nodes(150));
            for position in &positions {
                check(&mut searcher, position, &limits, level.handicap(3), &mut seen);
            }
            assert!(seen.tempted > 30 && seen.taken > 10, "{} {}", seen.tempted, seen.taken);
        }
    }
}

#[test]
fn the_smallest_limits_keep_the_king_and_take_the_other() {
    let movetime = SearchLimits { movetime_ms: Some(1), ..SearchLimits::default() };
    for limits in [SearchLimits::depth(1), SearchLimits::nodes(1), SearchLimits::nodes(0), movetime]
    {
        for id in ["minichess", "minichess2006"] {
            let positions = dangerous_positions(id);
            let mut searcher = engine(&positions[0]);
            let mut seen = Seen::default();
            for position in &positions {
                check(&mut searcher, position, &limits, Handicap::NONE, &mut seen);
            }
            assert!(seen.tempted > 30 && seen.taken > 10, "{} {}", seen.tempted, seen.taken);
        }
    }
}

#[test]
fn at_the_last_ply_the_king_is_kept_although_nobody_could_take_it() {
    // Black plays ply 80; taking the rook would leave its king on the bishop's diagonal.
    let position = position("minichess", "k4/5/5/3B1/Rr3/4K b - - 0 40");
    for level in LEVELS {
        let mut searcher = engine(&position);
        let limits = level.limits().tightened(&SearchLimits::nodes(500));
        check(&mut searcher, &position, &limits, level.handicap(1), &mut Seen::default());
    }
}
