//! A small network that judges positions of one board.
//!
//! Each side sees the board from its own end. Every piece on a square is an input, the inputs'
//! rows add up to a hidden layer for each side, and both layers, the mover's first, are squared
//! and weighed to one number (Yu Nasu's "Efficiently Updatable Neural-Network-based Evaluation
//! Functions for Computer Shogi", 2018, with one layer only; the squared clipped units came with
//! later programs). A move changes two or three rows, so the layers are kept up to date move by
//! move. `workshop::net_fit` fits the networks to the engine's own games.

mod file;
mod inputs;

use super::changes::Changes;
use crate::rules::{Color, Move, Position, Role, Square, Variant};
pub(crate) use file::{LARGEST_OUTPUT_WEIGHT, LARGEST_ROW_WEIGHT};
pub(crate) use inputs::Inputs;

/// Units of the hidden layer, for each side.
pub(crate) const HIDDEN: usize = 128;
/// Sets of output weights: the fewer pieces, the lower the number of the set.
pub(crate) const OUTPUTS: usize = 4;
/// A hidden unit's 1 as a whole number, and an output weight's.
pub(crate) const UNIT: (i16, i16) = (255, 64);

/// The hidden layer or a row of it; aligned for the processor's wide registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Row(pub [i16; HIDDEN]);

/// The row of no piece.
const NOTHING: Row = Row([0; HIDDEN]);

impl Row {
    #[inline(always)]
    fn add(&mut self, other: &Row) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, value)| *sum = sum.wrapping_add(*value));
    }

    #[inline(always)]
    fn subtract(&mut self, other: &Row) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, value)| *sum = sum.wrapping_sub(*value));
    }

    /// Sets this to a sum of rows less two others, in one pass.
    #[inline(always)]
    fn set_to(&mut self, before: &Row, put: &Row, taken: &Row, captured: &Row) {
        for (at, sum) in self.0.iter_mut().enumerate() {
            let after = before.0[at].wrapping_add(put.0[at]).wrapping_sub(taken.0[at]);
            *sum = after.wrapping_sub(captured.0[at]);
        }
    }

    /// The sum of the clipped and squared units times their weights. The file's limits on weights
    /// keep a unit times its weight within 16 bits.
    #[inline(always)]
    fn weighed(&self, weights: &Row) -> i32 {
        let term = |(unit, weight): (&i16, &i16)| {
            let unit = (*unit).clamp(0, UNIT.0);
            i32::from(unit.wrapping_mul(*weight)) * i32::from(unit)
        };
        self.0.iter().zip(&weights.0).map(term).sum()
    }
}

/// The weights of a network as whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Network {
    /// The id of the variant whose positions it judges.
    pub variant: String,
    /// Centipawns for which the odds of winning are e to 1, an output of 1.
    pub scale: i32,
    /// A row for each of [`Inputs`]'s numbers.
    pub rows: Vec<Row>,
    pub bias: Row,
    /// For each set the weights of the mover's layer and of the other side's.
    pub outputs: [[Row; 2]; OUTPUTS],
    pub output_biases: [i32; OUTPUTS],
}

/// The hidden layers, as White and as Black sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hidden([Row; 2]);

impl Default for Hidden {
    fn default() -> Hidden {
        Hidden([NOTHING; 2])
    }
}

/// A network on its board.
pub(super) struct NetEvaluation {
    network: &'static Network,
    inputs: Inputs,
    output_of: OutputOf,
}

/// Which set of output weights a position is judged by.
pub(crate) struct OutputOf {
    /// Pieces on the board at the start of a game.
    all_pieces: usize,
}

impl OutputOf {
    pub fn new(variant: &'static Variant) -> OutputOf {
        OutputOf { all_pieces: Position::start(variant).board().occupied().count() as usize }
    }

    #[inline]
    pub fn position(&self, position: &Position) -> usize {
        let pieces = position.board().occupied().count() as usize;
        (pieces * OUTPUTS / (self.all_pieces + 1)).min(OUTPUTS - 1)
    }
}

impl NetEvaluation {
    pub fn new(variant: &'static Variant, network: &'static Network) -> NetEvaluation {
        NetEvaluation { network, inputs: Inputs::new(variant), output_of: OutputOf::new(variant) }
    }

    /// The hidden layers of a position whose past is not known.
    pub fn hidden(&self, position: &Position) -> Hidden {
        let mut hidden = Hidden([self.network.bias; 2]);
        for (square, piece) in position.board().pieces() {
            for side in Color::ALL {
                hidden.0[side.index()].add(self.row(side, piece.color, piece.role, square));
            }
        }
        hidden
    }

    /// Makes `next` the hidden layers after a move of `position`, to which `before` belongs.
    #[inline]
    pub fn update(&self, before: &Hidden, next: &mut Hidden, position: &Position, played: Move) {
        let Changes { us, step, captured, rook } = Changes::of(position, played);
        for side in Color::ALL {
            let (before, next) = (&before.0[side.index()], &mut next.0[side.index()]);
            let from = self.row(side, us, step.role, step.from);
            let to = self.row(side, us, step.becomes, step.to);
            match captured {
                Some((victim, square)) => {
                    next.set_to(before, to, from, self.row(side, !us, victim, square));
                }
                None => next.set_to(before, to, from, &NOTHING),
            }
            if let Some(rook) = rook {
                next.add(self.row(side, us, rook.becomes, rook.to));
                next.subtract(self.row(side, us, rook.role, rook.from));
            }
        }
    }

    #[inline(always)]
    fn row(&self, side: Color, color: Color, role: Role, square: Square) -> &Row {
        &self.network.rows[self.inputs.number(side, color, role, square)]
    }

    /// Centipawns for the side to move.
    #[inline]
    pub fn value(&self, position: &Position, hidden: &Hidden) -> i32 {
        let set = self.output_of.position(position);
        let [own, others] = &self.network.outputs[set];
        let turn = position.turn();
        let sum = hidden.0[turn.index()].weighed(own) + hidden.0[(!turn).index()].weighed(others);
        let (unit, weight) = (i32::from(UNIT.0), i32::from(UNIT.1));
        let output = sum / unit + self.network.output_biases[set];
        output * self.network.scale / (unit * weight)
    }
}
