//! One way in for positions as text, whichever of the two forms they are written in.
//!
//! The forms themselves are read by the FEN and course parsers; here they are
//! told apart and the set-up is validated.

use std::fmt;

use super::{CourseError, FenError, Position, Setup, SetupError, Variant, parse_course};

/// Why a text gave no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionTextError {
    Empty,
    /// The first word begins neither form.
    UnknownForm(String),
    Fen(FenError),
    Course(CourseError),
    /// The text is readable, but what it describes cannot be played.
    Setup(SetupError),
}

impl fmt::Display for PositionTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionTextError::Empty => write!(f, "the position's text is empty"),
            PositionTextError::UnknownForm(word) => write!(
                f,
                "\"{word}\" begins neither a FEN (ranks parted by /) nor a board that opens with \
                 a turn like \"20 W\""
            ),
            PositionTextError::Fen(error) => fmt::Display::fmt(error, f),
            PositionTextError::Course(error) => fmt::Display::fmt(error, f),
            PositionTextError::Setup(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl std::error::Error for PositionTextError {}

/// Reads and validates a position written as a FEN or in the course's form.
pub fn parse_position_text(
    variant: &'static Variant,
    text: &str,
) -> Result<Position, PositionTextError> {
    Position::new(&parse_setup_text(variant, text)?, variant).map_err(PositionTextError::Setup)
}

/// Reads a set-up written as a FEN or in the course's form; whether it can be played is not asked.
/// The first word tells the form: a FEN's has slashes between its ranks, the course's is the turn
/// number.
pub fn parse_setup_text(variant: &Variant, text: &str) -> Result<Setup, PositionTextError> {
    let first = text.split_whitespace().next().ok_or(PositionTextError::Empty)?;
    if first.contains('/') {
        Setup::from_fen(variant, text).map_err(PositionTextError::Fen)
    } else if first.starts_with(|letter: char| letter.is_ascii_digit()) {
        parse_course(variant, text).map_err(PositionTextError::Course)
    } else {
        Err(PositionTextError::UnknownForm(first.to_owned()))
    }
}
