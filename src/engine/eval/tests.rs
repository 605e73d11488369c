//! The evaluation's parts agree with each other, and its terms mean what their names say.

use super::*;
use crate::{
    engine::params,
    rules::{Piece, Setup, builtin_variants},
};

fn value(variant: &'static Variant, fen: &str) -> i32 {
    let position = Position::from_fen(variant, fen).unwrap();
    let evaluation = Evaluation::new(variant, &Handicap::NONE);
    evaluation.evaluate(&position, &evaluation.accumulator(&position))
}

/// Calls `see` with the positions of random games of every variant and the moves played there.
fn in_random_games(games: u64, mut see: impl FnMut(&Evaluation, &Position, Move)) {
    for variant in builtin_variants() {
        let evaluation = Evaluation::new(variant, &Handicap::NONE);
        for game in 0..games {
            let mut state = game.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 77;
            let mut position = Position::start(variant);
            for _ in 0..120 {
                let moves: Vec<Move> = position.safe_moves().into_iter().collect();
                if moves.is_empty() || position.at_move_limit() {
                    break;
                }
                state =
                    state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                let played = moves[(state >> 33) as usize % moves.len()];
                see(&evaluation, &position, played);
                position = position.play(played);
            }
        }
    }
}

/// The same position with the colours exchanged, as far as the evaluation sees.
fn exchanged(position: &Position) -> Option<Position> {
    let place = Place::new(position.variant());
    let setup = position.setup();
    let mut other = Setup { turn: !setup.turn, castling_rights: 0, en_passant: None, ..setup };
    other.board = Default::default();
    for (square, piece) in setup.board.pieces() {
        let opposite = Piece { color: !piece.color, role: piece.role };
        other.board.set(place.seen_by(Color::Black, square), Some(opposite));
    }
    Position::new(&other, position.variant()).ok()
}

#[test]
fn sums_kept_move_by_move_equal_those_from_scratch() {
    let (mut castlings, mut promotions, mut passing) = (0, 0, 0);
    in_random_games(30, |evaluation, position, played| {
        let before = evaluation.accumulator(position);
        let after = evaluation.after(&before, position, played);
        assert_eq!(
            after,
            evaluation.accumulator(&position.play(played)),
            "{position:?} {played:?}"
        );
        castlings += usize::from(played.kind() == MoveKind::Castle);
        passing += usize::from(played.kind() == MoveKind::EnPassant);
        promotions += usize::from(played.promotion().is_some());
    });
    assert!(castlings > 2 && passing > 2 && promotions > 2, "{castlings} {passing} {promotions}");
}

#[test]
fn the_trace_times_the_weights_is_the_value() {
    in_random_games(4, |evaluation, position, _| {
        if evaluation.fades(position) {
            return;
        }
        let weights = Weights::of(position.variant());
        let trace = evaluation.trace(position);
        let mut sum = (0.0, 0.0);
        for (feature, count) in trace.counts {
            let worth = weights.values[usize::from(feature)];
            sum.0 += f64::from(worth.middle() * i32::from(count));
            sum.1 += f64::from(worth.end() * i32::from(count));
        }
        let middle = f64::from(trace.middle);
        let white = sum.0 * middle + sum.1 * (1.0 - middle);
        let value = evaluation.evaluate(position, &evaluation.accumulator(position));
        let value = if position.turn() == Color::White { value } else { -value };
        assert!((white - f64::from(value)).abs() < 1.1, "{position:?}: {white} {value}");
    });
}

#[test]
fn exchanging_the_colours_does_not_change_the_value() {
    let mut seen = 0;
    in_random_games(4, |evaluation, position, _| {
        let Some(other) = exchanged(position) else { return };
        if evaluation.fades(position) || evaluation.fades(&other) {
            return;
        }
        let value = |p: &Position| evaluation.evaluate(p, &evaluation.accumulator(p));
        assert_eq!(value(position), value(&other), "{position:?}");
        seen += 1;
    });
    assert!(seen > 1000, "{seen}");
}

#[test]
fn a_queen_more_is_worth_hundreds_to_either_side() {
    let variant = Variant::default_variant();
    assert!(value(variant, "k4/5/5/2Q2/5/4K w - - 0 1") > 600);
    assert!(value(variant, "k4/5/5/2Q2/5/4K b - - 0 1") < -600);
}

#[test]
fn a_pawn_that_cannot_be_caught_is_worth_more_than_one_that_can() {
    let variant = Variant::by_id("losalamos").unwrap();
    let runs = value(variant, "k5/5p/6/P5/6/4K1 w");
    let far = value(variant, "5k/5p/6/P5/6/4K1 w");
    assert!(far > runs + 50, "{far} {runs}");
}

#[test]
fn a_lead_fades_towards_the_move_limit() {
    let variant = Variant::default_variant();
    let early = value(variant, "k4/5/5/2Q2/5/4K w - - 0 20");
    let late = value(variant, "k4/5/5/2Q2/5/4K w - - 0 40");
    assert!(late > 0 && late < early / 5, "{late} {early}");
}

#[test]
fn the_tables_keys_tell_all_faded_plies_apart() {
    for variant in builtin_variants() {
        assert!(Weights::of(variant).limit_fade_plies < params::LIMIT_KEY_PLIES as i32);
    }
}

#[test]
fn a_misjudgement_is_steady_in_a_game_and_differs_between_games() {
    let variant = Variant::default_variant();
    let position =
        Position::from_fen(variant, "kqbnr/ppp1p/3p1/2P2/PP1PP/RNBQK b - - 0 3").unwrap();
    let judged = |seed| {
        let handicap = Handicap { misjudgement: 40, seed, ..Handicap::NONE };
        let evaluation = Evaluation::new(variant, &handicap);
        evaluation.evaluate(&position, &evaluation.accumulator(&position))
    };
    assert_eq!(judged(1), judged(1));
    assert!((2..12).any(|seed| judged(seed) != judged(1)));
}
