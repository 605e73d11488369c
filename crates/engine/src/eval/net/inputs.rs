//! The numbers of a network's inputs.

use super::super::orientation::Orientation;
use minnow_rules::{Color, Role, Square, Variant};

/// The inputs' numbers: one for each piece, own or enemy, on each square, as one side sees the board
/// from its own end.
pub struct Inputs {
    /// By the side that sees the board, the piece's colour, its role and its square.
    numbers: [[[[u16; 64]; 6]; 2]; 2],
    count: usize,
}

impl Inputs {
    /// Numbers the inputs of this board: 12 for each square.
    pub fn new(variant: &'static Variant) -> Inputs {
        let orientation = Orientation::new(variant);
        let (files, squares) = (usize::from(variant.files), variant.board().count() as usize);
        let mut numbers = [[[[0; 64]; 6]; 2]; 2];
        for side in Color::ALL {
            for color in Color::ALL {
                for role in Role::ALL {
                    for square in variant.board() {
                        let seen = orientation.seen_by(side, square);
                        let piece = usize::from(color != side) * 6 + role.index();
                        let at = usize::from(seen.rank()) * files + usize::from(seen.file());
                        numbers[side.index()][color.index()][role.index()][square.index()] =
                            (piece * squares + at) as u16;
                    }
                }
            }
        }
        Inputs { numbers, count: 12 * squares }
    }

    /// The number of inputs.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The input of a piece as `side` sees it.
    #[inline(always)]
    pub fn number(&self, side: Color, color: Color, role: Role, square: Square) -> usize {
        usize::from(self.numbers[side.index()][color.index()][role.index()][square.index()])
    }
}
