//! The static value of a position: hand-crafted terms over a variant's data.
//!
//! Material and place are sums over pieces, kept up to date move by move in an
//! [`Accumulator`]; the other terms are counted where a position is evaluated.
//! The search knows the three calls of [`Evaluation`] only, so that another
//! kind of evaluation can stand behind them.

mod pair;
mod plain;
mod terms;
mod weights;

pub(super) use pair::Pair;
pub use plain::StaticEvaluation;
pub use weights::WeightsError;
pub(super) use weights::{FEATURES, TERMS, Weights};

use super::Handicap;
use crate::rules::{Color, Move, MoveKind, Position, Role, Square, Variant};
use terms::Tally;
use weights::{FILE_STEPS, RANK_STEPS, square_feature, start_of};

/// What an evaluation knows of a position from the moves that led to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Accumulator {
    /// Material and place, from White's view.
    sum: Pair,
    /// The phase weight of the pieces on the board.
    phase: i32,
}

/// The evaluation of one variant, perhaps misjudged by a handicap.
pub(super) struct Evaluation {
    /// Worth of each colour's roles on each square, material included, from White's view.
    piece_square: [[[Pair; 64]; 6]; 2],
    terms: [Pair; TERMS],
    /// The phase weight of each role, and of all pieces of the start.
    phase: [i32; 6],
    full_phase: i32,
    limit_fade_plies: i32,
    variant: &'static Variant,
}

/// A position in numbers that do not depend on the weights, for the fitting.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trace {
    /// Weights by number and how often each counts, White's less Black's, ordered by number.
    pub counts: Vec<(u16, i16)>,
    /// The share of the middle game, 0 to 1; the rest is the end game's.
    pub middle: f32,
}

impl Evaluation {
    pub fn new(variant: &'static Variant, handicap: &Handicap) -> Evaluation {
        Evaluation::with_weights(variant, Weights::of(variant), handicap)
    }

    /// The evaluation with other weights than the variant's own.
    pub fn with_weights(
        variant: &'static Variant,
        weights: &Weights,
        handicap: &Handicap,
    ) -> Evaluation {
        let mut piece_square = [[[Pair::default(); 64]; 6]; 2];
        let place = Place::new(variant);
        for color in Color::ALL {
            let sign = if color == Color::White { 1 } else { -1 };
            for role in Role::ALL {
                for square in variant.board() {
                    let index = (color.index() * 6 + role.index()) * 64 + square.index();
                    let error = if role == Role::King { 0 } else { handicap.error(index as u64) };
                    let mut worth = Pair::new(error, error);
                    place.features(color, role, square).for_each(|f| worth += weights.values[f]);
                    piece_square[color.index()][role.index()][square.index()] = worth * sign;
                }
            }
        }
        let mut terms = [Pair::default(); TERMS];
        terms.copy_from_slice(&weights.values[..TERMS]);
        let (phase, limit_fade_plies) = (weights.phase, weights.limit_fade_plies);
        let mut evaluation =
            Evaluation { piece_square, terms, phase, full_phase: 1, limit_fade_plies, variant };
        let start = evaluation.accumulator(&Position::start(variant));
        evaluation.full_phase = start.phase.max(1);
        evaluation
    }

    /// The accumulator of a position whose past is not known.
    pub fn accumulator(&self, position: &Position) -> Accumulator {
        let mut sum = Accumulator::default();
        for (square, piece) in position.board().pieces() {
            self.put(&mut sum, piece.color, piece.role, square);
        }
        sum
    }

    /// The accumulator after a move of `position`, to which `before` belongs.
    #[inline]
    pub fn after(&self, before: &Accumulator, position: &Position, played: Move) -> Accumulator {
        let mut next = *before;
        let us = position.turn();
        let (from, to) = (played.from(), played.to());
        if let Some(castling) = position.castling(played) {
            self.take(&mut next, us, Role::King, castling.king_from);
            self.take(&mut next, us, Role::Rook, castling.rook_from);
            self.put(&mut next, us, Role::King, castling.king_to);
            self.put(&mut next, us, Role::Rook, castling.rook_to);
            return next;
        }
        let role = position.moved(played);
        self.take(&mut next, us, role, from);
        self.put(&mut next, us, played.promotion().unwrap_or(role), to);
        if let Some(victim) = position.captured(played) {
            let passing = played.kind() == MoveKind::EnPassant;
            let square = if passing { Square::new(to.file(), from.rank()) } else { to };
            self.take(&mut next, !us, victim, square);
        }
        next
    }

    #[inline]
    fn put(&self, sum: &mut Accumulator, color: Color, role: Role, square: Square) {
        sum.sum += self.piece_square[color.index()][role.index()][square.index()];
        sum.phase += self.phase[role.index()];
    }

    #[inline]
    fn take(&self, sum: &mut Accumulator, color: Color, role: Role, square: Square) {
        sum.sum -= self.piece_square[color.index()][role.index()][square.index()];
        sum.phase -= self.phase[role.index()];
    }

    /// Centipawns for the side to move.
    pub fn evaluate(&self, position: &Position, accumulator: &Accumulator) -> i32 {
        let mut sum = Sum { terms: &self.terms, total: accumulator.sum };
        terms::count_terms(position, &mut sum);
        let total = sum.total;
        let phase = accumulator.phase.clamp(0, self.full_phase);
        let tapered = total.middle() * phase + total.end() * (self.full_phase - phase);
        let white = tapered / self.full_phase;
        let value = if position.turn() == Color::White { white } else { -white };
        self.faded(position, value)
    }

    /// Near a move limit a lead is worth less and less, as there is no time left to use it.
    #[inline]
    fn faded(&self, position: &Position, value: i32) -> i32 {
        let Some(limit) = self.variant.ply_limit() else { return value };
        let left = (limit as i32 - position.ply() as i32).clamp(0, self.limit_fade_plies);
        value * left / self.limit_fade_plies
    }

    /// Whether the value is faded near a move limit.
    pub fn fades(&self, position: &Position) -> bool {
        let first = |limit: u32| limit.saturating_sub(self.limit_fade_plies as u32);
        self.variant.ply_limit().is_some_and(|limit| position.ply() > first(limit))
    }

    /// What the value of a position is made of, but for the fading.
    pub fn trace(&self, position: &Position) -> Trace {
        let mut counts = Counts(vec![0; FEATURES]);
        let place = Place::new(self.variant);
        for (square, piece) in position.board().pieces() {
            let features = place.features(piece.color, piece.role, square);
            features.for_each(|feature| counts.add(piece.color, feature, 1));
        }
        terms::count_terms(position, &mut counts);
        let phase = self.accumulator(position).phase.clamp(0, self.full_phase);
        let numbered = counts.0.iter().enumerate();
        Trace {
            counts: numbered.filter(|(_, c)| **c != 0).map(|(f, c)| (f as u16, *c)).collect(),
            middle: phase as f32 / self.full_phase as f32,
        }
    }
}

/// Adds up weights: the tally for play.
struct Sum<'a> {
    terms: &'a [Pair; TERMS],
    total: Pair,
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, us: Color, feature: usize, count: i32) {
        let worth = self.terms[feature] * count;
        match us {
            Color::White => self.total += worth,
            Color::Black => self.total -= worth,
        }
    }
}

/// Writes the counts down: the tally for the fitting.
struct Counts(Vec<i16>);

impl Tally for Counts {
    fn add(&mut self, us: Color, feature: usize, count: i32) {
        self.0[feature] += if us == Color::White { count as i16 } else { -count as i16 };
    }
}

/// Where a piece stands, in terms that hold for boards of every size.
struct Place {
    variant: &'static Variant,
    /// Whether Black's army stands turned around at the start and not mirrored.
    turned: bool,
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

impl Place {
    fn new(variant: &'static Variant) -> Place {
        let mut place = Place { variant, turned: true };
        let start = *Position::start(variant).board();
        place.turned = Role::ALL.into_iter().all(|role| {
            let black = start.of(Color::Black, role);
            let seen = black.map(|square| place.seen_by(Color::Black, square));
            start.of(Color::White, role) == seen.collect()
        });
        place
    }

    /// The square as it looks from the own side of the board.
    fn seen_by(&self, color: Color, square: Square) -> Square {
        let (file, rank) = (square.file(), square.rank());
        match color {
            Color::White => square,
            Color::Black if self.turned => {
                Square::new(self.variant.files - 1 - file, self.variant.ranks - 1 - rank)
            }
            Color::Black => Square::new(file, self.variant.ranks - 1 - rank),
        }
    }

    /// The weights whose sum is the worth of a piece on a square.
    fn features(&self, color: Color, role: Role, square: Square) -> impl Iterator<Item = usize> {
        let seen = self.seen_by(color, square);
        let last = usize::from(self.variant.ranks - 1).max(1);
        let rank = (usize::from(seen.rank()) * (RANK_STEPS - 1) + last / 2) / last;
        let edge = seen.file().min(self.variant.files - 1 - seen.file());
        let steps = role == Role::Bishop && self.variant.bishop_step;
        let common = [
            start_of("material") + role.index(),
            RANKS[role.index()] + rank.min(RANK_STEPS - 1),
            FILES[role.index()] + usize::from(edge).min(FILE_STEPS - 1),
            square_feature(role, seen),
        ];
        common.into_iter().chain(steps.then_some(start_of("bishop_step")))
    }
}

#[cfg(test)]
mod tests;
