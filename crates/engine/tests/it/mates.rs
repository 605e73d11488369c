//! Forced wins: their distances, and the limits of the game that prevent them.

use std::collections::HashSet;

use minnow_engine::{Root, Score, SearchLimits};
use minnow_rules::Position;
use serde::Deserialize;

use crate::{ask, ask_once, engine, oracle::mate_distance, position};

/// A row of `tests/data/mates.ron`.
#[derive(Deserialize)]
struct Mate {
    variant: String,
    /// Moves of the winner, the mating move included.
    moves: u32,
    fen: String,
    /// A remark on the position.
    #[serde(default)]
    what: String,
}

impl Mate {
    fn position(&self) -> Position {
        position(&self.variant, &self.fen)
    }
}

fn mates() -> Vec<Mate> {
    ron::from_str(include_str!("../data/mates.ron")).unwrap()
}

#[test]
fn the_mates_cover_distances_and_variants() {
    let mates = mates();
    assert!(mates.len() >= 30);
    for moves in 1..=4 {
        let of_distance = || mates.iter().filter(|mate| mate.moves == moves);
        assert!(of_distance().count() >= 8, "mates in {moves}");
        let kings_are_taken = |mate: &Mate| mate.position().variant().king_capture;
        assert!(of_distance().any(kings_are_taken), "mates in {moves} where kings are taken");
    }
    let variants: HashSet<&str> = mates.iter().map(|mate| mate.variant.as_str()).collect();
    assert!(variants.len() >= 12, "{variants:?}");
}

#[test]
fn mate_distances_are_proven() {
    for Mate { variant, moves, fen, what } in mates() {
        let proven = mate_distance(&position(&variant, &fen), moves);
        assert_eq!(proven, Some(moves), "{variant} {fen} ({what})");
    }
}

#[test]
fn mates_are_found_with_their_distance() {
    for mate in mates() {
        let Mate { variant, moves, fen, what } = &mate;
        let limits = SearchLimits { mate: Some(*moves), ..SearchLimits::depth(2 * moves + SLACK) };
        let result = ask_once(&mate.position(), &limits);
        let found = result.info.score.mate_in();
        assert_eq!(found, Some(*moves as i32), "{variant} {fen} ({what}): {:?}", result.info);
        let next = mate.position().play(result.best.unwrap());
        if (2..4).contains(moves) {
            let lost = ask_once(&next, &SearchLimits::depth(2 * moves + SLACK)).info.score;
            assert_eq!(lost.mate_in(), Some(1 - *moves as i32), "{variant} {fen}, a move on");
        }
    }
}

/// Further plies in which the mate must be found: with pruning, a search may find a mate some
/// iterations later than its distance.
const SLACK: u32 = 8;

/// The position at another move number, so that other moves are left.
fn at_turn(position: &Position, turn: u16) -> Position {
    let mut setup = position.setup();
    setup.fullmove = turn;
    Position::new(&setup, position.variant()).unwrap()
}

#[test]
fn mates_after_the_move_limit_are_draws() {
    let mut too_late = 0;
    for mate in mates() {
        let (start, moves) = (mate.position(), mate.moves);
        if start.variant().ply_limit().is_none() || moves > 3 {
            continue;
        }
        // One engine for all turns: table entries of one turn must not be used at another.
        let mut searcher = engine(&start);
        for turn in (36..=40).chain(37..40) {
            let position = at_turn(&start, turn);
            let expected = mate_distance(&position, moves);
            let limits = SearchLimits { mate: expected, ..SearchLimits::depth(2 * moves + SLACK) };
            let result = ask(&mut searcher, &Root::new(position), &limits);
            let found = result.info.score.mate_in();
            assert_eq!(found, expected.map(|moves| moves as i32), "{position:?}");
            if expected.is_none() {
                too_late += 1;
                assert_eq!(result.info.score, Score::DRAW, "{position:?}");
            }
        }
    }
    assert!(too_late > 12, "{too_late}");
}

#[test]
fn having_no_move_follows_the_variants_rule() {
    // Black's king and knight block each other, and its pawns are blocked.
    let blocked = "5/4K/5/p1p2/ppPp1/kn1R1 b - - 0 1";
    let ended = |id, fen| {
        let result = ask_once(&position(id, fen), &SearchLimits::depth(3));
        assert_eq!(result.best, None);
        result.info.score
    };
    assert_eq!(ended("minichess", blocked), Score::lost_at(0));
    assert_eq!(ended("petty", blocked), Score::DRAW);
    assert_eq!(ended("gardner", "k4/1Q3/K4/5/5 b - - 0 1"), Score::lost_at(0));
    assert_eq!(ended("gardner", "k4/2Q2/K4/5/5 b - - 0 1"), Score::DRAW);
}

#[test]
fn draws_by_rule_take_precedence_over_check() {
    for (id, fen) in [
        ("gardner", "k4/5/K4/5/R4 b - - 100 60"),
        ("gardner", "k4/5/K1B2/5/5 b - - 0 1"),
        ("minichess", "k4/5/5/5/5/R3K w - - 0 41"),
        ("minichess", "5/4K/5/p1p2/ppPp1/kn1R1 b - - 0 41"),
    ] {
        let result = ask_once(&position(id, fen), &SearchLimits::depth(3));
        assert_eq!((result.best, result.info.score), (None, Score::DRAW), "{id} {fen}");
    }
}

#[test]
fn stalemate_wins_in_minichess_only() {
    let fen = "5/5/1QP2/p3p/P3P/k3K w - - 0 1";
    let score = |id| {
        let position = position(id, fen);
        let stalemate = position.parse_move("b4b3").unwrap();
        let limits = SearchLimits { moves: vec![stalemate], ..SearchLimits::depth(2) };
        ask_once(&position, &limits).info.score
    };
    assert_eq!(score("minichess"), Score::won_at(1));
    assert_eq!(score("petty"), Score::DRAW);
}
