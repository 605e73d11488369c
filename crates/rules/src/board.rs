//! Piece placement, without side to move, castling rights or rules.

use super::{Bitboard, Color, Piece, Role, Square};

/// A piece placement, as a set of squares for each colour and each role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    colors: [Bitboard; 2],
    roles: [Bitboard; 6],
}

impl Board {
    /// The pieces of a colour.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The pieces of a role, of both colours.
    #[inline]
    pub fn role(&self, role: Role) -> Bitboard {
        self.roles[role.index()]
    }

    /// The pieces of a colour and role.
    #[inline]
    pub fn of(&self, color: Color, role: Role) -> Bitboard {
        self.colors[color.index()] & self.roles[role.index()]
    }

    /// The squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The king's square; `None` if the king has been taken or a set-up lacks it.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.of(color, Role::King).first()
    }

    /// The role of the piece on a square.
    #[inline]
    pub fn role_on(&self, square: Square) -> Option<Role> {
        if !self.occupied().contains(square) {
            return None;
        }
        // Of the six sets one holds the square; which one can hardly be predicted, so there is no branch.
        let index = |role: Role| role.index() * usize::from(self.role(role).contains(square));
        Some(Role::ALL[Role::ALL.into_iter().map(index).sum::<usize>()])
    }

    /// The piece on a square.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let role = self.role_on(square)?;
        let color = if self.colors[0].contains(square) { Color::White } else { Color::Black };
        Some(Piece { color, role })
    }

    /// All pieces with their squares, rank by rank from a1.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece_on(square)?)))
    }

    /// Puts a piece on a square; `None` empties the square.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        let keep = !Bitboard::of(square);
        self.colors.iter_mut().chain(&mut self.roles).for_each(|set| *set &= keep);
        if let Some(piece) = piece {
            self.toggle(piece.color, piece.role, Bitboard::of(square));
        }
    }

    /// Puts this piece on the squares that are empty, and removes it from those that hold it.
    #[inline]
    pub(super) fn toggle(&mut self, color: Color, role: Role, squares: Bitboard) {
        self.colors[color.index()] ^= squares;
        self.roles[role.index()] ^= squares;
    }
}
