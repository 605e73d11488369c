//! The hand-crafted evaluation: weights for what is counted on the board.
//!
//! Material and place are sums over pieces, kept up to date move by move; the other terms are
//! counted where a position is evaluated. It needs nothing of a variant but its data, and so
//! serves every board that has no network, and every level that misjudges.

use super::{
    changes::Changes,
    pair::Pair,
    place::Place,
    terms::{self, Tally},
    weights::{FEATURES, FILE_STEPS, RANK_STEPS, TERMS, Weights, square_feature, start_of},
};
use crate::{
    engine::Handicap,
    rules::{Color, Move, Position, Role, Square, Variant},
};

/// What is added up piece by piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    /// Material and place, from White's view.
    worth: Pair,
    /// The phase weight of the pieces on the board.
    phase: i32,
}

/// The weights of one variant, perhaps misjudged by a handicap.
pub(crate) struct Weighed {
    /// Worth of each colour's roles on each square, material included, from White's view.
    piece_square: [[[Pair; 64]; 6]; 2],
    terms: [Pair; TERMS],
    /// The phase weight of each role, and of all pieces of the start.
    phase: [i32; 6],
    full_phase: i32,
    variant: &'static Variant,
}

/// A position in numbers that do not depend on the weights, for the fitting.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Trace {
    /// Weights by number and how often each counts, White's less Black's, ordered by number.
    pub counts: Vec<(u16, i16)>,
    /// The share of the middle game, 0 to 1; the rest is the end game's.
    pub middle: f32,
}

impl Weighed {
    pub fn new(variant: &'static Variant, weights: &Weights, handicap: &Handicap) -> Weighed {
        let mut piece_square = [[[Pair::default(); 64]; 6]; 2];
        let place = Place::new(variant);
        for color in Color::ALL {
            let sign = if color == Color::White { 1 } else { -1 };
            for role in Role::ALL {
                for square in variant.board() {
                    let index = (color.index() * 6 + role.index()) * 64 + square.index();
                    let error = if role == Role::King { 0 } else { handicap.error(index as u64) };
                    let mut worth = Pair::new(error, error);
                    features(&place, color, role, square).for_each(|f| worth += weights.values[f]);
                    piece_square[color.index()][role.index()][square.index()] = worth * sign;
                }
            }
        }
        let mut terms = [Pair::default(); TERMS];
        terms.copy_from_slice(&weights.values[..TERMS]);
        let phase = weights.phase;
        let mut weighed = Weighed { piece_square, terms, phase, full_phase: 1, variant };
        weighed.full_phase = weighed.sums(&Position::start(variant)).phase.max(1);
        weighed
    }

    /// The sums of a position whose past is not known.
    pub fn sums(&self, position: &Position) -> Sums {
        let mut sums = Sums::default();
        for (square, piece) in position.board().pieces() {
            self.put(&mut sums, piece.color, piece.role, square);
        }
        sums
    }

    /// The sums after a move of `position`, to which `before` belongs.
    #[inline]
    pub fn after(&self, before: &Sums, position: &Position, played: Move) -> Sums {
        let mut next = *before;
        let Changes { us, step, captured, rook } = Changes::of(position, played);
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
        sums.worth += self.piece_square[color.index()][role.index()][square.index()];
        sums.phase += self.phase[role.index()];
    }

    #[inline]
    fn take(&self, sums: &mut Sums, color: Color, role: Role, square: Square) {
        sums.worth -= self.piece_square[color.index()][role.index()][square.index()];
        sums.phase -= self.phase[role.index()];
    }

    /// Centipawns for the side to move.
    pub fn value(&self, position: &Position, sums: &Sums) -> i32 {
        let mut sum = Sum { terms: &self.terms, total: sums.worth };
        terms::count_terms(position, &mut sum);
        let total = sum.total;
        let phase = sums.phase.clamp(0, self.full_phase);
        let tapered = total.middle() * phase + total.end() * (self.full_phase - phase);
        let white = tapered / self.full_phase;
        if position.turn() == Color::White { white } else { -white }
    }

    /// What the value of a position is made of.
    pub fn trace(&self, position: &Position) -> Trace {
        let mut counts = Counts(vec![0; FEATURES]);
        let place = Place::new(self.variant);
        for (square, piece) in position.board().pieces() {
            let features = features(&place, piece.color, piece.role, square);
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

/// The weights whose sum is the worth of a piece on a square.
fn features(
    place: &Place,
    color: Color,
    role: Role,
    square: Square,
) -> impl Iterator<Item = usize> {
    let seen = place.seen_by(color, square);
    let last = usize::from(place.variant.ranks - 1).max(1);
    let rank = (usize::from(seen.rank()) * (RANK_STEPS - 1) + last / 2) / last;
    let edge = seen.file().min(place.variant.files - 1 - seen.file());
    let steps = role == Role::Bishop && place.variant.bishop_step;
    let common = [
        start_of("material") + role.index(),
        RANKS[role.index()] + rank.min(RANK_STEPS - 1),
        FILES[role.index()] + usize::from(edge).min(FILE_STEPS - 1),
        square_feature(role, seen),
    ];
    common.into_iter().chain(steps.then_some(start_of("bishop_step")))
}
