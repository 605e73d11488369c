//! A small neural network that evaluates positions of one board.
//!
//! Each side sees the board from its own end. Every piece on a square is an input. The rows of the
//! inputs add up to a hidden layer for each side; both layers, the mover's first, are clipped,
//! squared, weighted and summed (after Yu Nasu, "Efficiently Updatable Neural-Network-based
//! Evaluation Functions for Computer Shogi", 2018, with one layer only; squared clipped units came
//! with later programs). A move changes two or three rows, so the layers are updated move by move.
//! `minnow-workshop` fits the networks to the engine's own games.

mod file;
mod inputs;
mod units;

use super::changes::BoardChanges;
pub use file::{MAX_OUTPUT_WEIGHT, MAX_ROW_WEIGHT};
pub use inputs::Inputs;
use minnow_rules::{Color, Move, Position, Role, Square, Variant};
pub use units::UnitRow;
use units::{ZERO_ROW, set_captured, set_moved, weighted_sum};

/// Units of the hidden layer of each side.
pub const HIDDEN: usize = 512;
/// Sets of output weights; sets with low numbers are for positions with few pieces.
pub const OUTPUTS: usize = 4;
/// Before a move limit, each number of moves left up to this one has biases of its own; more share the last.
const LIMIT_MOVES: usize = 32;
/// The integer that stands for 1 in a hidden unit.
pub const HIDDEN_ONE: i16 = 255;
/// The integer that stands for 1 in an output weight.
pub const OUTPUT_ONE: i16 = 64;

/// The integer weights of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The id of the variant whose positions it evaluates.
    pub variant: String,
    /// The centipawns of an output of 1, at which the odds of winning are e to 1.
    pub scale: i32,
    /// A row for each input of [`Inputs`].
    pub rows: Vec<UnitRow>,
    /// The hidden layers of a board without pieces, the same for both sides: [`bias_rows`], of which
    /// [`bias_row`] chooses one.
    pub biases: Vec<UnitRow>,
    /// For each set the weights of the mover's layer and of the opponent's layer.
    pub outputs: [[UnitRow; 2]; OUTPUTS],
    /// Added to the output of each set; [`HIDDEN_ONE`] times [`OUTPUT_ONE`] stands for 1.
    pub output_biases: [i32; OUTPUTS],
}

/// The number of rows of biases for positions of this board: `LIMIT_MOVES` before a move limit, otherwise 1.
pub fn bias_rows(variant: &'static Variant) -> usize {
    if variant.ply_limit().is_some() { LIMIT_MOVES } else { 1 }
}

/// The row of biases for a position, by the moves left before a move limit. The other side's last move does not
/// count, so that exchanging the colours of a position changes nothing.
#[inline]
pub fn bias_row(position: &Position) -> usize {
    position.moves_left().map_or(0, |left| (left as usize).clamp(1, LIMIT_MOVES) - 1)
}

/// The sums of the inputs' rows, as White and as Black see the board; the biases are added when they are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hidden([UnitRow; 2]);

impl Default for Hidden {
    fn default() -> Hidden {
        Hidden([ZERO_ROW; 2])
    }
}

/// A network on its board.
pub(super) struct NetworkEval {
    network: &'static Network,
    inputs: Inputs,
    buckets: OutputBuckets,
    /// True for an opponent that judges all positions as if the game had just begun.
    ignores_limit: bool,
}

/// Chooses the set of output weights for a position by the number of pieces.
pub struct OutputBuckets {
    /// Pieces at the start of a game.
    all_pieces: usize,
}

impl OutputBuckets {
    /// Positions of this board share the sets by their pieces, counted against its start position.
    pub fn new(variant: &'static Variant) -> OutputBuckets {
        OutputBuckets { all_pieces: Position::start(variant).board().occupied().count() as usize }
    }

    /// The set's index, below [`OUTPUTS`].
    #[inline]
    pub fn of(&self, position: &Position) -> usize {
        let pieces = position.board().occupied().count() as usize;
        (pieces * OUTPUTS / (self.all_pieces + 1)).min(OUTPUTS - 1)
    }
}

impl NetworkEval {
    pub(super) fn new(
        variant: &'static Variant,
        network: &'static Network,
        ignores_limit: bool,
    ) -> NetworkEval {
        let (inputs, buckets) = (Inputs::new(variant), OutputBuckets::new(variant));
        NetworkEval { network, inputs, buckets, ignores_limit }
    }

    /// The hidden layers of a position, computed from scratch.
    pub(super) fn hidden(&self, position: &Position) -> Hidden {
        let mut hidden = Hidden::default();
        for (square, piece) in position.board().pieces() {
            for side in Color::ALL {
                let before = hidden.0[side.index()];
                let row = self.row(side, piece.color, piece.role, square);
                set_moved(&mut hidden.0[side.index()], &before, row, &ZERO_ROW);
            }
        }
        hidden
    }

    /// Computes `next`, the hidden layers after a move of `position`, from `before`, the layers of
    /// `position`.
    #[inline]
    pub(super) fn update(&self, before: &Hidden, next: &mut Hidden, position: &Position, mv: Move) {
        let BoardChanges { us, step, captured, rook } = BoardChanges::of(position, mv);
        for side in Color::ALL {
            let (before, next) = (&before.0[side.index()], &mut next.0[side.index()]);
            let from = self.row(side, us, step.role, step.from);
            let to = self.row(side, us, step.becomes, step.to);
            match captured {
                Some((victim, square)) => {
                    set_captured(next, before, to, from, self.row(side, !us, victim, square));
                }
                None => set_moved(next, before, to, from),
            }
            if let Some(rook) = rook {
                let king_moved = *next;
                let to = self.row(side, us, rook.becomes, rook.to);
                set_moved(next, &king_moved, to, self.row(side, us, rook.role, rook.from));
            }
        }
    }

    #[inline(always)]
    fn row(&self, side: Color, color: Color, role: Role, square: Square) -> &UnitRow {
        &self.network.rows[self.inputs.number(side, color, role, square)]
    }

    /// The evaluation in centipawns for the side to move.
    #[inline]
    pub(super) fn value(&self, position: &Position, hidden: &Hidden) -> i32 {
        let set = self.buckets.of(position);
        let [own, opponent] = &self.network.outputs[set];
        let turn = position.turn();
        let biases = &self.network.biases;
        let row = if self.ignores_limit { biases.len() - 1 } else { bias_row(position) };
        let bias = &biases[row];
        let sum = weighted_sum(&hidden.0[turn.index()], bias, own)
            + weighted_sum(&hidden.0[(!turn).index()], bias, opponent);
        let (unit, weight) = (i64::from(HIDDEN_ONE), i64::from(OUTPUT_ONE));
        let output = sum / unit + i64::from(self.network.output_biases[set]);
        // The product of the largest output and scale that a file may have needs 38 bits.
        (output * i64::from(self.network.scale) / (unit * weight)) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::builtin_variants;

    #[test]
    fn the_largest_weights_do_not_overflow() {
        for variant in builtin_variants() {
            for sign in [-1, 1] {
                let network = Network {
                    variant: variant.id.clone(),
                    scale: 4_000,
                    rows: vec![UnitRow([MAX_ROW_WEIGHT; HIDDEN]); Inputs::new(variant).count()],
                    biases: vec![UnitRow([MAX_ROW_WEIGHT; HIDDEN]); bias_rows(variant)],
                    outputs: [[UnitRow([sign * MAX_OUTPUT_WEIGHT; HIDDEN]); 2]; OUTPUTS],
                    output_biases: [i32::from(sign) * 1_000_000; OUTPUTS],
                };
                let bytes = network.to_bytes();
                assert_eq!(Network::parse(&bytes).as_ref(), Ok(&network));
                let network = Box::leak(Box::new(network));
                let eval = NetworkEval::new(variant, network, false);
                let start = Position::start(variant);
                let value = eval.value(&start, &eval.hidden(&start));
                assert_eq!(value.signum(), i32::from(sign), "{}: {value}", variant.id);
                assert!(value.abs() > 1_000_000, "{}: {value}", variant.id);
            }
        }
    }
}
