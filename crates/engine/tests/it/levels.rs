//! Levels as opponents: a seed repeats a game, other seeds give other games.

use std::collections::HashSet;

use minnow_base::sync::StopFlag;
use minnow_engine::{Opponent, Root, SearchLimits, Searcher, Strength};
use minnow_rules::{Move, Position, Variant};

/// The opponent's move by this engine, without a limit of time.
fn reply(searcher: &mut Searcher, root: &Root, opponent: Opponent) -> Move {
    let limits = SearchLimits::default();
    let result = searcher.play(root, &opponent, &limits, &StopFlag::new(), &mut |_| {});
    result.best.expect("the game goes on")
}

/// The first moves of a game of two opponents; `fresh` gives each move an engine of its own.
fn game(variant: &'static Variant, opponents: [Opponent; 2], plies: usize, fresh: bool) -> Root {
    let mut root = Root::new(Position::start(variant));
    let mut searcher = Searcher::new(variant, 1);
    for ply in 0..plies {
        if root.position.outcome(1).is_some() {
            break;
        }
        if fresh {
            searcher = Searcher::new(variant, 1 + ply % 3);
        }
        let mv = reply(&mut searcher, &root, opponents[ply % 2]);
        root.play(mv);
    }
    root
}

#[test]
fn a_seed_repeats_a_game_without_memory() {
    for id in ["minichess", "losalamos"] {
        let variant = Variant::by_id(id).unwrap();
        for hundredths in [100, 350, 500, 760] {
            let strength = Strength::from_hundredths(hundredths);
            let opponents = [3, 4].map(|seed| Opponent { strength, seed });
            let kept = game(variant, opponents, 16, false);
            let fresh = game(variant, opponents, 16, true);
            assert_eq!((kept.earlier, kept.position.fen()), (fresh.earlier, fresh.position.fen()));
        }
    }
}

#[test]
fn games_of_level_five_differ_after_six_plies() {
    let variant = Variant::default_variant();
    let positions: HashSet<u64> = (0..50)
        .map(|seed| {
            let opponents = [Opponent::of_level(5, seed), Opponent::of_level(5, seed + 100)];
            game(variant, opponents, 6, false).position.key()
        })
        .collect();
    assert!(positions.len() >= 20, "{}", positions.len());
}

#[test]
fn wanted_moves_are_kept_to() {
    let start = Position::start(Variant::default_variant());
    let mut searcher = Searcher::new(start.variant(), 1);
    for (mv, level) in start.legal_moves().iter().zip((1..=12).cycle()) {
        let limits = SearchLimits { moves: vec![mv], ..SearchLimits::nodes(300) };
        let opponent = Opponent::of_level(level, 1);
        let (root, stop) = (Root::new(start), StopFlag::new());
        let best = searcher.play(&root, &opponent, &limits, &stop, &mut |_| {}).best;
        assert_eq!(best, Some(mv), "level {level}");
    }
}
