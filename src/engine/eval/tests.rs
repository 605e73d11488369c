//! The evaluation's parts agree with each other, and its terms mean what their names say.

use super::{place::Place, *};
use crate::{
    engine::params,
    rules::{Color, MoveKind, Piece, Setup, builtin_variants},
};

/// The evaluations a variant can have.
fn evaluations(variant: &'static Variant) -> Vec<Evaluator> {
    let weighed = Evaluator::weighed(variant, &Handicap::NONE);
    let best = Evaluator::new(variant, &Handicap::NONE);
    let has_network = matches!(best.kind, Kind::Net(_));
    [Some(weighed), has_network.then_some(best)].into_iter().flatten().collect()
}

fn of(evaluation: &Evaluator, position: &Position) -> i32 {
    evaluation.evaluate(position, &evaluation.accumulator(position))
}

fn values(variant: &'static Variant, fen: &str) -> Vec<i32> {
    let position = Position::from_fen(variant, fen).unwrap();
    evaluations(variant).iter().map(|evaluation| of(evaluation, &position)).collect()
}

/// Calls `see` with the positions of random games of every variant and the moves played there.
fn in_random_games(games: u64, mut see: impl FnMut(&Position, Move)) {
    for variant in builtin_variants() {
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
                see(&position, played);
                position = position.play(played);
            }
        }
    }
}

/// The evaluations of all variants, to be looked up by the variant's id.
struct All(Vec<(&'static str, Vec<Evaluator>)>);

impl All {
    fn new() -> All {
        All(builtin_variants().iter().map(|v| (v.id.as_str(), evaluations(v))).collect())
    }

    fn of(&self, position: &Position) -> &[Evaluator] {
        let found = self.0.iter().find(|(id, _)| *id == position.variant().id);
        &found.unwrap().1
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
fn what_is_kept_move_by_move_equals_that_from_scratch() {
    let all = All::new();
    let (mut castlings, mut promotions, mut passing, mut networks) = (0, 0, 0, 0);
    in_random_games(30, |position, played| {
        for evaluation in all.of(position) {
            let before = evaluation.accumulator(position);
            let mut after = Accumulator::default();
            evaluation.update(&before, &mut after, position, played);
            let next = position.play(played);
            assert_eq!(after, evaluation.accumulator(&next), "{position:?} {played:?}");
            networks += usize::from(matches!(evaluation.kind, Kind::Net(_)));
        }
        castlings += usize::from(played.kind() == MoveKind::Castle);
        passing += usize::from(played.kind() == MoveKind::EnPassant);
        promotions += usize::from(played.promotion().is_some());
    });
    assert!(castlings > 2 && passing > 2 && promotions > 2, "{castlings} {passing} {promotions}");
    assert!(networks > 1000, "{networks}");
}

#[test]
fn the_trace_times_the_weights_is_the_value() {
    in_random_games(4, |position, _| {
        let weights = Weights::of(position.variant());
        let weighed = Weighed::new(position.variant(), weights, &Handicap::NONE);
        let trace = weighed.trace(position);
        let mut sum = (0.0, 0.0);
        for (feature, count) in trace.counts {
            let worth = weights.values[usize::from(feature)];
            sum.0 += f64::from(worth.middle() * i32::from(count));
            sum.1 += f64::from(worth.end() * i32::from(count));
        }
        let middle = f64::from(trace.middle);
        let white = sum.0 * middle + sum.1 * (1.0 - middle);
        let value = weighed.value(position, &weighed.sums(position));
        let value = if position.turn() == Color::White { value } else { -value };
        assert!((white - f64::from(value)).abs() < 1.1, "{position:?}: {white} {value}");
    });
}

#[test]
fn exchanging_the_colours_does_not_change_the_value() {
    let (all, mut seen) = (All::new(), 0);
    in_random_games(4, |position, _| {
        let Some(other) = exchanged(position) else { return };
        for evaluation in all.of(position) {
            if !evaluation.fades(position) && !evaluation.fades(&other) {
                assert_eq!(of(evaluation, position), of(evaluation, &other), "{position:?}");
                seen += 1;
            }
        }
    });
    assert!(seen > 1000, "{seen}");
}

#[test]
fn a_queen_more_is_worth_hundreds_to_either_side() {
    for (id, rest) in [("minichess", "k4/5/5/2Q2/5/4K"), ("gardner", "k4/5/5/2Q2/4K")] {
        let variant = Variant::by_id(id).unwrap();
        let white = values(variant, &format!("{rest} w - - 0 1"));
        let black = values(variant, &format!("{rest} b - - 0 1"));
        assert_eq!(white.len(), 2);
        assert!(white.iter().all(|value| *value > 500), "{id} {white:?}");
        assert!(black.iter().all(|value| *value < -500), "{id} {black:?}");
    }
}

#[test]
fn a_pawn_that_cannot_be_caught_is_worth_more_than_one_that_can() {
    let variant = Variant::by_id("losalamos").unwrap();
    let runs = values(variant, "k5/5p/6/P5/6/4K1 w")[0];
    let far = values(variant, "5k/5p/6/P5/6/4K1 w")[0];
    assert!(far > runs + 50, "{far} {runs}");
}

#[test]
fn a_lead_fades_towards_the_move_limit() {
    let variant = Variant::default_variant();
    let early = values(variant, "k4/5/5/2Q2/5/4K w - - 0 20");
    let late = values(variant, "k4/5/5/2Q2/5/4K w - - 0 40");
    for (late, early) in late.into_iter().zip(early) {
        assert!(late > 0 && late < early / 5, "{late} {early}");
    }
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
        let evaluation = Evaluator::new(variant, &handicap);
        of(&evaluation, &position)
    };
    assert_eq!(judged(1), judged(1));
    assert!((2..12).any(|seed| judged(seed) != judged(1)));
}
