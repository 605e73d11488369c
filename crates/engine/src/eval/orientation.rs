//! Squares as each side sees them, on boards of every size.

use minnow_rules::{Color, Position, Role, Square, Variant};

/// The symmetry of a variant's start position: Black's army mirrors White's, or is rotated.
pub(super) struct Orientation {
    pub variant: &'static Variant,
    /// True if Black's army is rotated at the start, not mirrored.
    is_rotated: bool,
}

impl Orientation {
    pub(super) fn new(variant: &'static Variant) -> Orientation {
        let mut orientation = Orientation { variant, is_rotated: true };
        let start = *Position::start(variant).board();
        orientation.is_rotated = Role::ALL.into_iter().all(|role| {
            let black = start.of(Color::Black, role);
            let seen = black.into_iter().map(|square| orientation.seen_by(Color::Black, square));
            start.of(Color::White, role) == seen.collect()
        });
        orientation
    }

    /// The square as the side sees it from its own end of the board.
    pub(super) fn seen_by(&self, color: Color, square: Square) -> Square {
        let (file, rank) = (square.file(), square.rank());
        match color {
            Color::White => square,
            Color::Black if self.is_rotated => {
                Square::new(self.variant.files - 1 - file, self.variant.ranks - 1 - rank)
            }
            Color::Black => Square::new(file, self.variant.ranks - 1 - rank),
        }
    }
}
