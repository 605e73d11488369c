//! Sets of squares as 64-bit words.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Square;

/// A set of squares; bit `n` stands for the square with index `n`.
///
/// ```
/// use minnow_rules::{Bitboard, Square};
///
/// let corners: Bitboard = [Square::new(0, 0), Square::new(7, 7)].into_iter().collect();
/// let inner_files = !(Bitboard::file(0) | Bitboard::file(7));
/// assert_eq!(corners.count(), 2);
/// assert!((corners & inner_files).is_empty());
/// for square in corners {
///     assert_eq!(square.file(), square.rank());
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares of the grid.
    pub const FULL: Bitboard = Bitboard(!0);

    /// The set with one square.
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// A full rank of the grid, counted from 0.
    #[inline]
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard(0xff << ((rank & 7) * 8))
    }

    /// A full file of the grid, counted from 0.
    #[inline]
    pub const fn file(file: u8) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << (file & 7))
    }

    /// True if the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// True if the set has no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if the set has a square.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// The number of squares, 0 to 64.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// True if the set has two squares or more; cheaper than counting.
    #[inline]
    pub const fn has_two(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The square with the lowest index, if any.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// All squares moved `ranks` ranks (0 to 7) towards rank 8; those that leave the grid are dropped.
    #[inline]
    pub const fn shift_up(self, ranks: u32) -> Bitboard {
        Bitboard(self.0 << (8 * ranks))
    }

    /// All squares moved `ranks` ranks (0 to 7) towards rank 1; those that leave the grid are dropped.
    #[inline]
    pub const fn shift_down(self, ranks: u32) -> Bitboard {
        Bitboard(self.0 >> (8 * ranks))
    }

    /// All squares moved one file towards a; those that leave the grid are dropped.
    #[inline]
    pub const fn shift_left(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::file(0).0) >> 1)
    }

    /// All squares moved one file towards h; those that leave the grid are dropped.
    #[inline]
    pub const fn shift_right(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::file(7).0) << 1)
    }
}

/// The squares of a [`Bitboard`], lowest index first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

macro_rules! bit_operator {
    ($($trait:ident $method:ident, $assign_trait:ident $assign:ident;)*) => {$(
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0.$method(other.0))
            }
        }
        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Bitboard) {
                self.0.$assign(other.0);
            }
        }
    )*};
}

bit_operator! {
    BitAnd bitand, BitAndAssign bitand_assign;
    BitOr bitor, BitOrAssign bitor_assign;
    BitXor bitxor, BitXorAssign bitxor_assign;
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}
