//! The weighted evaluation: hand-crafted terms, counted on the board and multiplied by weights.
//!
//! Material and piece-square values are sums over pieces, updated move by move; the other terms are
//! counted when a position is evaluated. The terms need only the variant's data, so they serve
//! every board without a network, and every level that misjudges.

use super::{
    changes::BoardChanges,
    orientation::Orientation,
    pair::Pair,
    terms::{self, TermSink},
    weights::{EvalWeights, FEATURES, FILE_STEPS, RANK_STEPS, TERMS, square_feature, start_of},
};
use crate::level::Misjudgement;
use minnow_rules::{Color, Move, Position, Role, Square, Variant};

/// The sums over pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Material and piece-square values, from White's view.
    value: Pair,
    /// The phase weight of the pieces on the board.
    phase: i32,
}

/// The weights of one variant, with an opponent's errors if it has any.
pub struct WeightedEval {
    /// Value of each colour's roles on each square, material included, from White's view.
    piece_square: [[[Pair; 64]; 6]; 2],
    terms: [Pair; TERMS],
    /// The phase weight of each role.
    phase: [i32; 6],
    /// The phase weight of all pieces at the start of a game.
    full_phase: i32,
    variant: &'static Variant,
}

/// The terms of a position without the weights, for fitting.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Weights by number with their counts, White's minus Black's, ordered by number.
    pub counts: Vec<(u16, i16)>,
    /// The share of the middle-game weights, 0 to 1; the rest is the end game's.
    pub middle: f32,
}

impl WeightedEval {
    /// The evaluation of a board by weights that are already misjudged; of `misjudgement` it uses the
    /// errors of squares.
    pub fn new(
        variant: &'static Variant,
        weights: &EvalWeights,
        misjudgement: &Misjudgement,
    ) -> WeightedEval {
        let mut piece_square = [[[Pair::default(); 64]; 6]; 2];
        let orientation = Orientation::new(variant);
        for color in Color::ALL {
            let sign = if color == Color::White { 1 } else { -1 };
            for role in Role::ALL {
                for square in variant.board() {
                    let index = (color.index() * 6 + role.index()) * 64 + square.index();
                    let error = if role == Role::King {
                        0
                    } else {
                        misjudgement.square_error(index as u64)
                    };
                    let mut value = Pair::new(error, error);
                    features(&orientation, color, role, square)
                        .for_each(|f| value += weights.values[f]);
                    piece_square[color.index()][role.index()][square.index()] = value * sign;
                }
            }
        }
        let mut terms = [Pair::default(); TERMS];
        terms.copy_from_slice(&weights.values[..TERMS]);
        let phase = weights.phase;
        let mut weighted = WeightedEval { piece_square, terms, phase, full_phase: 1, variant };
        weighted.full_phase = weighted.sums(&Position::start(variant)).phase.max(1);
        weighted
    }

    /// The sums of a position, computed from scratch.
    pub fn sums(&self, position: &Position) -> Sums {
        let mut sums = Sums::default();
        for (square, piece) in position.board().pieces() {
            self.put(&mut sums, piece.color, piece.role, square);
        }
        sums
    }

    /// The sums after a move of `position`; `before` are the sums of `position`.
    #[inline]
    pub fn after(&self, before: &Sums, position: &Position, mv: Move) -> Sums {
        let mut next = *before;
        let BoardChanges { us, step, captured, rook } = BoardChanges::of(position, mv);
        for step in [Some(step), rook].into_iter().flatten() {
            self.take(&mut next, us, step.role, step.from);
            self.put(&mut next, us, step.becomes, step.to);
        }
        if let Some((victim, square)) = captured {
            self.take(&mut next, !us, victim, square);
        }
        next
    }

    #[inline]
    fn put(&self, sums: &mut Sums, color: Color, role: Role, square: Square) {
        sums.value += self.piece_square[color.index()][role.index()][square.index()];
        sums.phase += self.phase[role.index()];
    }

    #[inline]
    fn take(&self, sums: &mut Sums, color: Color, role: Role, square: Square) {
        sums.value -= self.piece_square[color.index()][role.index()][square.index()];
        sums.phase -= self.phase[role.index()];
    }

    /// The evaluation in centipawns for the side to move.
    pub fn value(&self, position: &Position, sums: &Sums) -> i32 {
        let mut sum = WeightedSum { terms: &self.terms, total: sums.value };
        terms::count_terms(position, &mut sum);
        let total = sum.total;
        let phase = sums.phase.clamp(0, self.full_phase);
        let tapered = total.middle() * phase + total.end() * (self.full_phase - phase);
        let white = tapered / self.full_phase;
        if position.turn() == Color::White { white } else { -white }
    }

    /// The terms of a position with their counts.
    pub fn trace(&self, position: &Position) -> Trace {
        let mut counts = TermCounts(vec![0; FEATURES]);
        let orientation = Orientation::new(self.variant);
        for (square, piece) in position.board().pieces() {
            let features = features(&orientation, piece.color, piece.role, square);
            features.for_each(|feature| counts.add(piece.color, feature, 1));
        }
        terms::count_terms(position, &mut counts);
        let phase = self.sums(position).phase.clamp(0, self.full_phase);
        let numbered = counts.0.iter().enumerate();
        Trace {
            counts: numbered.filter(|(_, c)| **c != 0).map(|(f, c)| (f as u16, *c)).collect(),
            middle: phase as f32 / self.full_phase as f32,
        }
    }
}

/// Adds up weights, for play.
struct WeightedSum<'a> {
    terms: &'a [Pair; TERMS],
    total: Pair,
}

impl TermSink for WeightedSum<'_> {
    #[inline(always)]
    fn add(&mut self, us: Color, feature: usize, count: i32) {
        let value = self.terms[feature] * count;
        match us {
            Color::White => self.total += value,
            Color::Black => self.total -= value,
        }
    }
}

/// Collects the counts, for fitting.
struct TermCounts(Vec<i16>);

impl TermSink for TermCounts {
    fn add(&mut self, us: Color, feature: usize, count: i32) {
        self.0[feature] += if us == Color::White { count as i16 } else { -count as i16 };
    }
}

const RANKS: [usize; 6] = [
    start_of("pawn_rank"),
    start_of("knight_rank"),
    start_of("bishop_rank"),
    start_of("rook_rank"),
    start_of("queen_rank"),
    start_of("king_rank"),
];
const FILES: [usize; 6] = [
    start_of("pawn_file"),
    start_of("knight_file"),
    start_of("bishop_file"),
    start_of("rook_file"),
    start_of("queen_file"),
    start_of("king_file"),
];

/// The numbers of the weights that sum to the value of a piece on a square.
fn features(
    orientation: &Orientation,
    color: Color,
    role: Role,
    square: Square,
) -> impl Iterator<Item = usize> {
    let seen = orientation.seen_by(color, square);
    let last = usize::from(orientation.variant.ranks - 1).max(1);
    let rank = (usize::from(seen.rank()) * (RANK_STEPS - 1) + last / 2) / last;
    let edge = seen.file().min(orientation.variant.files - 1 - seen.file());
    let steps = role == Role::Bishop && orientation.variant.bishop_step;
    let common = [
        start_of("material") + role.index(),
        RANKS[role.index()] + rank.min(RANK_STEPS - 1),
        FILES[role.index()] + usize::from(edge).min(FILE_STEPS - 1),
        square_feature(role, seen),
    ];
    common.into_iter().chain(steps.then_some(start_of("bishop_step")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::builtin_variants;

    /// The weights with the largest sums that a file may have.
    fn largest_weights(sign: i32) -> EvalWeights {
        EvalWeights {
            phase: [20; 6],
            limit_fade_plies: 200,
            values: vec![Pair::new(2_000 * sign, 2_000 * sign); FEATURES],
            has_squares: true,
        }
    }

    #[test]
    fn the_largest_weights_do_not_overflow() {
        for variant in builtin_variants() {
            let start = Position::start(variant);
            let text = largest_weights(1).to_ron("", variant.board());
            assert!(EvalWeights::parse(&text).is_ok(), "{}", variant.id);
            for sign in [-1, 1] {
                let eval = WeightedEval::new(variant, &largest_weights(sign), &Misjudgement::NONE);
                // Debug builds panic where a sum overflows.
                for mv in start.legal_moves().iter() {
                    let next = start.play(mv);
                    eval.value(&next, &eval.sums(&next));
                }
            }
        }
        // One side has nearly all pieces, which move freely.
        let variant = Variant::by_id("losalamos").unwrap();
        let eval = WeightedEval::new(variant, &largest_weights(1), &Misjudgement::NONE);
        let fen = "k5/6/QQQQQQ/QQQQ2/6/5K b - - 0 1";
        let crowded = Position::from_fen(variant, fen).unwrap();
        assert!(eval.value(&crowded, &eval.sums(&crowded)).abs() > 10_000);
    }
}
