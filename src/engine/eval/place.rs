//! Where a piece stands as its own side sees it, on boards of every size.

use crate::rules::{Color, Position, Role, Square, Variant};

/// Where a piece stands, in terms that hold for boards of every size.
pub(super) struct Place {
    pub variant: &'static Variant,
    /// Whether Black's army stands turned around at the start and not mirrored.
    turned: bool,
}

impl Place {
    pub fn new(variant: &'static Variant) -> Place {
        let mut place = Place { variant, turned: true };
        let start = *Position::start(variant).board();
        place.turned = Role::ALL.into_iter().all(|role| {
            let black = start.of(Color::Black, role);
            let seen = black.into_iter().map(|square| place.seen_by(Color::Black, square));
            start.of(Color::White, role) == seen.collect()
        });
        place
    }

    /// The square as it looks from the own side of the board.
    pub fn seen_by(&self, color: Color, square: Square) -> Square {
        let (file, rank) = (square.file(), square.rank());
        match color {
            Color::White => square,
            Color::Black if self.turned => {
                Square::new(self.variant.files - 1 - file, self.variant.ranks - 1 - rank)
            }
            Color::Black => Square::new(file, self.variant.ranks - 1 - rank),
        }
    }
}
