//! Samples in numbers, as a network sees them.

use super::super::{
    Sample,
    fit::{is_held_out, points},
};
use crate::{
    engine::eval::{Inputs, OutputOf},
    rules::{Color, Role, Square, Variant},
};

/// A position in numbers.
pub(super) struct Row {
    /// Where its inputs, as the mover sees them, begin and end.
    pub inputs: std::ops::Range<usize>,
    /// The set of output weights that judges it.
    pub output: usize,
    /// The mover's points to be foretold.
    pub label: f32,
}

/// Positions in numbers.
pub(super) struct Rows {
    pub fitted: Vec<Row>,
    pub held_out: Vec<Row>,
    /// The inputs of all rows.
    pub inputs: Vec<u16>,
    /// The other side's number for a piece, by the mover's.
    pub others: Vec<u16>,
    /// The number with the files exchanged, where that gives a position worth the same.
    pub mirrored: Option<Vec<u16>>,
}

impl Rows {
    pub fn new(samples: &[Sample], variant: &'static Variant, scale: f64, share: f64) -> Rows {
        let (numbers, output_of) = (Inputs::new(variant), OutputOf::new(variant));
        let mirrored =
            |square: Square| Square::new(variant.files - 1 - square.file(), square.rank());
        let mut rows = Rows {
            fitted: Vec::new(),
            held_out: Vec::new(),
            inputs: Vec::new(),
            others: table(&numbers, variant, Color::Black, |square| square),
            // A king that may castle is not as well off on the other wing.
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
            let searched = points(f64::from(sample.score), scale);
            let white = share * f64::from(sample.points) + (1.0 - share) * searched;
            let label = if turn == Color::White { white } else { 1.0 - white };
            let list = if is_held_out(sample) { &mut rows.held_out } else { &mut rows.fitted };
            list.push(Row {
                inputs: begin..rows.inputs.len(),
                output: output_of.position(position),
                label: label as f32,
            });
        }
        rows
    }
}

/// By the number that White gives a piece on a square, the number that `side` gives it on
/// another.
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
