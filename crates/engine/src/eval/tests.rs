//! The evaluations agree with each other, and their terms mean what their names say.

use super::{orientation::Orientation, *};
use crate::params;
use minnow_rules::{Color, MoveKind, Piece, Setup, builtin_variants};

/// All evaluators of a variant.
fn evaluators(variant: &'static Variant) -> Vec<Evaluator> {
    let weighted = Evaluator::weighted(variant, &Misjudgement::NONE);
    let best = Evaluator::new(variant, &Misjudgement::NONE);
    let has_network = matches!(best.kind, EvaluatorKind::Network(_));
    [Some(weighted), has_network.then_some(best)].into_iter().flatten().collect()
}

fn value(evaluator: &Evaluator, position: &Position) -> i32 {
    evaluator.evaluate(position, &evaluator.accumulator(position))
}

fn values(variant: &'static Variant, fen: &str) -> Vec<i32> {
    let position = Position::from_fen(variant, fen).unwrap();
    evaluators(variant).iter().map(|evaluator| value(evaluator, &position)).collect()
}

/// Calls `check` with the positions of random games of every variant and the moves played there.
fn in_random_games(games: u64, mut check: impl FnMut(&Position, Move)) {
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
                let mv = moves[(state >> 33) as usize % moves.len()];
                check(&position, mv);
                position = position.play(mv);
            }
        }
    }
}

/// The evaluators of all variants, by the variant's id.
struct AllEvaluators(Vec<(&'static str, Vec<Evaluator>)>);

impl AllEvaluators {
    fn new() -> AllEvaluators {
        let evaluators = |variant: &'static Variant| (variant.id.as_str(), evaluators(variant));
        AllEvaluators(builtin_variants().iter().map(evaluators).collect())
    }

    fn of(&self, position: &Position) -> &[Evaluator] {
        let found = self.0.iter().find(|(id, _)| *id == position.variant().id);
        &found.unwrap().1
    }
}

/// The same position with the colours exchanged, without what the evaluation ignores.
fn exchanged(position: &Position) -> Option<Position> {
    let orientation = Orientation::new(position.variant());
    let setup = position.setup();
    let mut other = Setup { turn: !setup.turn, castling_rights: 0, en_passant: None, ..setup };
    other.board = Default::default();
    for (square, piece) in setup.board.pieces() {
        let opposite = Piece { color: !piece.color, role: piece.role };
        other.board.set(orientation.seen_by(Color::Black, square), Some(opposite));
    }
    Position::new(&other, position.variant()).ok()
}

#[test]
fn incremental_updates_equal_recomputation() {
    let all = AllEvaluators::new();
    let (mut castlings, mut promotions, mut passing, mut networks) = (0, 0, 0, 0);
    in_random_games(30, |position, mv| {
        for evaluator in all.of(position) {
            let before = evaluator.accumulator(position);
            let mut after = Accumulator::default();
            evaluator.update(&before, &mut after, position, mv);
            let next = position.play(mv);
            assert_eq!(after, evaluator.accumulator(&next), "{position:?} {mv:?}");
            networks += usize::from(matches!(evaluator.kind, EvaluatorKind::Network(_)));
        }
        castlings += usize::from(mv.kind() == MoveKind::Castle);
        passing += usize::from(mv.kind() == MoveKind::EnPassant);
        promotions += usize::from(mv.promotion().is_some());
    });
    assert!(castlings > 2 && passing > 2 && promotions > 2, "{castlings} {passing} {promotions}");
    assert!(networks > 1000, "{networks}");
}

#[test]
fn trace_times_weights_is_the_value() {
    in_random_games(4, |position, _| {
        let weights = EvalWeights::of(position.variant());
        let weighted = WeightedEval::new(position.variant(), weights, &Misjudgement::NONE);
        let trace = weighted.trace(position);
        let mut sum = (0.0, 0.0);
        for (feature, count) in trace.counts {
            let weight = weights.values[usize::from(feature)];
            sum.0 += f64::from(weight.middle() * i32::from(count));
            sum.1 += f64::from(weight.end() * i32::from(count));
        }
        let middle = f64::from(trace.middle);
        let white = sum.0 * middle + sum.1 * (1.0 - middle);
        let value = weighted.value(position, &weighted.sums(position));
        let value = if position.turn() == Color::White { value } else { -value };
        assert!((white - f64::from(value)).abs() < 1.1, "{position:?}: {white} {value}");
    });
}

#[test]
fn exchanging_colours_keeps_the_value() {
    let (all, mut seen) = (AllEvaluators::new(), 0);
    in_random_games(4, |position, _| {
        let Some(other) = exchanged(position) else { return };
        for evaluator in all.of(position) {
            if !evaluator.fades(position) && !evaluator.fades(&other) {
                assert_eq!(value(evaluator, position), value(evaluator, &other), "{position:?}");
                seen += 1;
            }
        }
    });
    assert!(seen > 1000, "{seen}");
}

#[test]
fn an_extra_queen_is_worth_hundreds() {
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
fn uncatchable_pawns_are_worth_more() {
    let variant = Variant::by_id("losalamos").unwrap();
    let runs = values(variant, "k5/5p/6/P5/6/4K1 w")[0];
    let far = values(variant, "5k/5p/6/P5/6/4K1 w")[0];
    assert!(far > runs + 50, "{far} {runs}");
}

#[test]
fn advantages_fade_near_the_move_limit() {
    let variant = Variant::default_variant();
    let at_move = |number| values(variant, &format!("k4/5/5/2Q2/5/4K w - - 0 {number}"));
    let early = at_move(20);
    // The network knows that the last two moves win nothing more.
    for (kind, number) in [(0, 40), (1, 38)] {
        let (late, early) = (at_move(number)[kind], early[kind]);
        assert!(late > 0 && late < early / 5, "{late} {early}");
    }
    assert!(at_move(40).iter().all(|late| *late >= 0));
}

#[test]
fn table_keys_differ_in_all_faded_plies() {
    for variant in builtin_variants() {
        assert!(EvalWeights::of(variant).limit_fade_plies < params::LIMIT_KEY_PLIES as i32);
    }
}

#[test]
fn misjudgements_depend_on_the_seed_only() {
    let variant = Variant::default_variant();
    let position =
        Position::from_fen(variant, "kqbnr/ppp1p/3p1/2P2/PP1PP/RNBQK b - - 0 3").unwrap();
    let evaluated = |seed| {
        let misjudgement = Misjudgement { square_error: 40, seed, ..Misjudgement::NONE };
        let evaluator = Evaluator::new(variant, &misjudgement);
        value(&evaluator, &position)
    };
    assert_eq!(evaluated(1), evaluated(1));
    assert!((2..12).any(|seed| evaluated(seed) != evaluated(1)));
}
