//! The rules of chess on small boards: variants, positions, moves, notation and endings.
//!
//! A [`Variant`] holds the rules of one game as data (`assets/variants.ron`). A
//! [`Setup`] is an unchecked placement; validating it gives a [`Position`],
//! which generates and plays moves. The crate has no I/O, clock, threads or randomness.
//!
//! ```
//! use minnow_rules::{Position, Variant, parse_san, san};
//!
//! let start = Position::start(Variant::default_variant());
//! let mv = parse_san(&start, "c3")?;
//! assert_eq!((san(&start, mv), start.move_text(mv)), ("c3".to_owned(), "c2c3".to_owned()));
//! assert!(start.play(mv).outcome(1).is_none());
//! # Ok::<(), minnow_rules::SanError>(())
//! ```

#![warn(missing_docs)]

pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod count;
mod course;
mod excerpt;
mod fen;
mod movegen;
mod moves;
mod outcome;
mod perft;
mod piece;
mod pin;
mod position;
mod position_text;
mod premove;
mod san;
mod setup;
mod square;
mod text;
mod variant;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::names_castling;
pub use count::{counted, grouped};
pub use course::{CourseError, TextPlace, parse_course, write_course};
pub use excerpt::{excerpt, excerpt_of_error};
pub use fen::FenError;
pub use movegen::MoveList;
pub use moves::{Move, MoveKind, MoveTextError};
pub use outcome::{Ending, Outcome, result_text};
pub use perft::{MAX_PERFT_PLIES, divide, perft, try_perft};
pub use piece::{Color, Piece, Role};
pub use position::{CastlingRights, Position};
pub use position_text::{PositionTextError, parse_position_text, parse_setup_text};
pub use premove::parse_premove;
pub use san::{SanError, parse_san, san, spellings};
pub use setup::{Setup, SetupError};
pub use square::{ParseSquareError, Square};
pub use text::{is_visible, visible};
pub use variant::{
    Castling, Stalemate, Variant, VariantError, VariantFieldError, builtin_variants, parse_variants,
};

/// Items for the other crates of Minnow, its benchmarks and its fuzz targets only.
#[doc(hidden)]
pub mod internal {
    pub use crate::zobrist::{SPLIT_MIX_STEP, split_mix, split_mix_bytes};
}

/// The example of the README is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
