//! Squares of the 8x8 grid. Every board occupies its a1 corner.

use std::{fmt, str::FromStr};

use super::excerpt;

/// A square of the 8x8 grid, numbered rank by rank from a1 = 0.
///
/// ```
/// use minnow_rules::Square;
///
/// let c2: Square = "c2".parse()?;
/// assert_eq!((c2.file(), c2.rank(), c2.index()), (2, 1, 10));
/// assert_eq!(c2.offset(1, 2).map(|square| square.to_string()), Some("d4".to_owned()));
/// assert_eq!("c9".parse::<Square>().unwrap_err().to_string(),
///     "\"c9\" is not a square; squares are written a1 to h8");
/// # Ok::<(), minnow_rules::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square on `file` and `rank`, both counted from 0 and below 8.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Square {
        Square((rank & 7) * 8 + (file & 7))
    }

    /// The square with this index; only the low six bits count.
    #[inline]
    pub const fn from_index(index: usize) -> Square {
        Square((index & 63) as u8)
    }

    /// The index, 0 to 63. The mask lets the compiler drop bounds checks.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The file, 0 (a) to 7 (h).
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// The rank, 0 (rank 1) to 7 (rank 8).
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The distance to another square in moves of a king on the empty grid.
    #[inline]
    pub const fn distance(self, other: Square) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// The square `files` towards h and `ranks` towards 8; `None` off the grid.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Square::new(file as u8, rank as u8))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a square; it quotes the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a square; squares are written a1 to h8")]
pub struct ParseSquareError(String);

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads `a1` to `h8`. The caller checks whether the square is on a variant's board.
    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square::new(file - b'a', rank - b'1')),
            _ => Err(ParseSquareError(excerpt(text))),
        }
    }
}
