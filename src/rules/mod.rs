//! What a legal game is: boards, variants, moves, notation and endings.
//!
//! This layer has no I/O, clock, threads, randomness or window. A game starts
//! from a [`Variant`] (data, see `assets/variants.ron`), is set up as a
//! [`Setup`], and is played as a [`Position`], which only exists when its
//! set-up has been validated.

pub mod attacks;
mod bitboard;
mod board;
mod course;
mod excerpt;
mod fen;
mod movegen;
mod moves;
mod outcome;
mod perft;
mod piece;
mod position;
mod position_text;
mod san;
mod setup;
mod square;
mod variant;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use course::{CourseError, TextPlace, parse_course, write_course};
pub use excerpt::excerpt;
pub use fen::FenError;
pub use movegen::MoveList;
pub use moves::{Move, MoveKind, MoveTextError};
pub use outcome::{Ending, Outcome};
pub use perft::{divide, perft};
pub use piece::{Color, Piece, Role};
pub use position::{CastlingRights, Position};
pub use position_text::{PositionTextError, parse_position_text, parse_setup_text};
pub use san::{SanError, parse_san, san};
pub use setup::{Setup, SetupError};
pub use square::{ParseSquareError, Square};
pub use variant::{
    Castling, Stalemate, Variant, VariantError, VariantFieldError, builtin_variants, parse_variants,
};
