//! Forced wins: found with their exact distance, and only where they come in time.

use minnow::engine::{Limits, Root, Score};
use minnow::rules::Position;

use crate::{ask, ask_once, engine, oracle::mate_distance, position};

/// Variant, moves to the mate, position. The oracle counts them again in the test.
const MATES: &[(&str, u32, &str)] = &[
    ("minichess", 3, "2Qbq/k1n2/p4/P4/BK3/R4 b - - 0 1"),
    ("minichess", 2, "k4/p2pQ/PP2n/p4/1bp1P/1NQ1K w - - 0 1"),
    // A bishop steps beside the king and gives check from there.
    ("minichess", 1, "4q/kb3/p1pKp/R1PQ1/5/2N1B b - - 0 1"),
    ("minichess", 2, "4r/pbP1p/P4/2K2/5/R2Bk w - - 0 1"),
    ("minichess", 3, "k2n1/3P1/4r/4P/2pPK/2b2 b - - 0 1"),
    // A stalemate, which wins.
    ("minichess", 1, "5/5/1QP2/p3p/P3P/k3K w - - 0 1"),
    ("minichess", 1, "1k3/4p/p1r1P/Pqp1P/4K/5 b - - 0 1"),
    ("minichess2006", 1, "kr2b/5/P4/K3p/4P/5 b - - 0 1"),
    // No move at all is left, not even one that loses the king.
    ("minichess", 1, "5/4K/5/p1p2/ppPp1/kn2R w - - 0 1"),
    // A check that a bishop can only step into.
    ("minichess2006", 1, "kb3/p3p/1Q3/1P2P/p2BK/Rn3 w - - 0 1"),
    ("minichess", 2, "kb3/p3p/1Q3/1P2P/p2BK/Rn3 w - - 0 1"),
    ("minichess2006", 1, "2rQ1/2b2/k4/p1Bpp/P2P1/R3K w - - 0 1"),
    ("minichess", 3, "2rQ1/2b2/k4/p1Bpp/P2P1/R3K w - - 0 1"),
    ("gardner", 1, "rn2k/pPp2/PPN1p/q3p/4K b - - 0 1"),
    ("gardner", 2, "5/PBpkn/P3p/q4/3K1 b - - 0 1"),
    ("gardner", 3, "5/P1N1k/n4/3RP/3K1 w - - 0 1"),
    ("losalamos", 3, "6/1k1P1K/p5/P5/6/R5 w - - 0 1"),
    ("microchess", 1, "knbr/p3/4/2BP/R1NK b Qk - 0 1"),
    ("microchess", 3, "q3/N3/kn1K/4/4 b - - 0 1"),
    ("diana", 3, "r3b1/4k1/6/2b3/6/5K b - - 0 1"),
    ("silverman4x5", 3, "r1kr/p1q1/P2p/R2P/1K1R b - - 0 1"),
    ("chessattack", 2, "br1k1/P3p/4P/q1n2/2QP1/4K b - - 0 1"),
    ("petty", 3, "2qk1/5/p1r1P/P2p1/1R3/1K3 b - - 0 1"),
    ("simpler", 2, "1r4/6/6/2R3/3k2/5K b - - 0 1"),
];

#[test]
fn mates_are_found_with_their_exact_distance() {
    for (id, moves, fen) in MATES {
        let position = position(id, fen);
        assert_eq!(mate_distance(&position, 3), Some(*moves), "the oracle: {id} {fen}");
        let result = ask_once(&position, &Limits::depth(2 * moves + 1));
        let found = result.info.score.mate_in();
        assert_eq!(found, Some(*moves as i32), "{id} {fen}: {:?}", result.info);
        let next = position.play(result.best.unwrap());
        if *moves > 1 {
            let lost = ask_once(&next, &Limits::depth(2 * moves)).info.score;
            assert_eq!(lost.mate_in(), Some(1 - *moves as i32), "{id} {fen}, a move on");
        }
    }
}

/// The position at another turn number: the same but for the moves left.
fn at_turn(position: &Position, turn: u16) -> Position {
    let mut setup = position.setup();
    setup.fullmove = turn;
    Position::new(&setup, position.variant()).unwrap()
}

#[test]
fn a_mate_counts_only_if_the_king_falls_within_forty_moves() {
    let mut too_late = 0;
    for (id, moves, fen) in MATES {
        let start = position(id, fen);
        if start.variant().ply_limit().is_none() {
            continue;
        }
        // One engine for all turns: what its table says of one must not be believed of another.
        let mut searcher = engine(&start);
        for turn in (36..=40).chain(37..40) {
            let position = at_turn(&start, turn);
            let expected = mate_distance(&position, *moves);
            let result = ask(&mut searcher, &Root::new(position), &Limits::depth(9));
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
fn no_move_loses_or_draws_as_the_variant_says() {
    // Black's king and knight stand in each other's way, its pawns in front of other men.
    let blocked = "5/4K/5/p1p2/ppPp1/kn1R1 b - - 0 1";
    let ended = |id, fen| {
        let result = ask_once(&position(id, fen), &Limits::depth(3));
        assert_eq!(result.best, None);
        result.info.score
    };
    assert_eq!(ended("minichess", blocked), Score::lost_at(0));
    assert_eq!(ended("petty", blocked), Score::DRAW);
    assert_eq!(ended("gardner", "k4/1Q3/K4/5/5 b - - 0 1"), Score::lost_at(0));
    assert_eq!(ended("gardner", "k4/2Q2/K4/5/5 b - - 0 1"), Score::DRAW);
}

#[test]
fn a_game_drawn_by_rule_is_no_mate_even_in_check() {
    for (id, fen) in [
        ("gardner", "k4/5/K4/5/R4 b - - 100 60"),
        ("gardner", "k4/5/K1B2/5/5 b - - 0 1"),
        ("minichess", "k4/5/5/5/5/R3K w - - 0 41"),
        ("minichess", "5/4K/5/p1p2/ppPp1/kn1R1 b - - 0 41"),
    ] {
        let result = ask_once(&position(id, fen), &Limits::depth(3));
        assert_eq!((result.best, result.info.score), (None, Score::DRAW), "{id} {fen}");
    }
}

#[test]
fn stalemating_wins_in_minichess_and_draws_where_chess_rules_hold() {
    let fen = "5/5/1QP2/p3p/P3P/k3K w - - 0 1";
    let score = |id| {
        let position = position(id, fen);
        let stalemate = position.parse_move("b4b3").unwrap();
        let limits = Limits { moves: vec![stalemate], ..Limits::depth(2) };
        ask_once(&position, &limits).info.score
    };
    assert_eq!(score("minichess"), Score::won_at(1));
    assert_eq!(score("petty"), Score::DRAW);
}
