//! The network's inputs and labels of samples.

use super::super::{is_held_out, white_label};
use minnow_arena::Sample;
use minnow_engine::internal::{Inputs, OutputBuckets, bias_row};
use minnow_rules::{Color, Role, Square, Variant};

/// The inputs and label of one position.
pub(super) struct NetRow {
    /// The range of its inputs in [`NetRows::inputs`].
    pub inputs: std::ops::Range<usize>,
    /// The row of the hidden units' biases.
    pub bias: usize,
    /// The set of output weights for this position.
    pub output: usize,
    /// The mover's points, which the network should predict.
    pub label: f32,
}

/// The inputs and labels of many positions.
pub(super) struct NetRows {
    pub fitted: Vec<NetRow>,
    pub held_out: Vec<NetRow>,
    /// The inputs of all rows, from the mover's view.
    pub inputs: Vec<u16>,
    /// The other side's number of an input, by the mover's number.
    pub others: Vec<u16>,
    /// The number of an input with the files mirrored; `None` if mirroring changes the value of
    /// positions.
    pub mirrored: Option<Vec<u16>>,
}

impl NetRows {
    pub(super) fn new(
        samples: &[Sample],
        variant: &'static Variant,
        scale: f64,
        share: f64,
    ) -> NetRows {
        let (numbers, buckets) = (Inputs::new(variant), OutputBuckets::new(variant));
        let mirrored =
            |square: Square| Square::new(variant.files - 1 - square.file(), square.rank());
        let mut rows = NetRows {
            fitted: Vec::new(),
            held_out: Vec::new(),
            inputs: Vec::new(),
            others: table(&numbers, variant, Color::Black, |square| square),
            // Castling makes the wings different.
            mirrored: variant
                .castlings
                .is_empty()
                .then(|| table(&numbers, variant, Color::White, mirrored)),
        };
        for sample in samples {
            let (position, begin) = (&sample.position, rows.inputs.len());
            let turn = position.turn();
            for (square, piece) in position.board().pieces() {
                rows.inputs.push(numbers.number(turn, piece.color, piece.role, square) as u16);
            }
            let white = white_label(sample, scale, share);
            let label = if turn == Color::White { white } else { 1.0 - white };
            let list = if is_held_out(sample) { &mut rows.held_out } else { &mut rows.fitted };
            list.push(NetRow {
                inputs: begin..rows.inputs.len(),
                bias: bias_row(position),
                output: buckets.of(position),
                label: label as f32,
            });
        }
        rows
    }
}

/// Maps White's input number of a piece on a square to the number from the view of `side` on the
/// square that `other` returns.
fn table(
    numbers: &Inputs,
    variant: &'static Variant,
    side: Color,
    other: impl Fn(Square) -> Square,
) -> Vec<u16> {
    let mut table = vec![0; numbers.count()];
    for color in Color::ALL {
        for role in Role::ALL {
            for square in variant.board() {
                let number = numbers.number(Color::White, color, role, square);
                table[number] = numbers.number(side, color, role, other(square)) as u16;
            }
        }
    }
    table
}
