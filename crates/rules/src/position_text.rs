//! Positions as text, in FEN or in the course's form.
//!
//! The first word selects the parser (`fen` or `course`); this file also
//! validates the set-up.

use super::{
    CourseError, FenError, Position, Setup, SetupError, Variant, excerpt, fen::begins_fen,
    parse_course, visible,
};

/// Why a text was refused as a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionTextError {
    /// The text holds nothing but blanks.
    #[error("the position's text is empty")]
    Empty,
    /// The first word, quoted here, begins neither form.
    #[error(
        "\"{0}\" begins neither a FEN (ranks separated by /) nor a board that begins with a move number like \
         \"20 W\""
    )]
    UnknownForm(String),
    /// The text begins like a FEN and is not one.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The text begins like the course's form and does not have it.
    #[error(transparent)]
    Course(#[from] CourseError),
    /// The text is readable, but the set-up is not playable.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Reads and validates a position written as a FEN or in the course's form.
///
/// # Errors
///
/// Returns a [`PositionTextError`] if the text has neither form or the set-up is not playable.
pub fn parse_position_text(
    variant: &'static Variant,
    text: &str,
) -> Result<Position, PositionTextError> {
    Ok(Position::new(&parse_setup_text(variant, text)?, variant)?)
}

/// Reads a set-up written as a FEN or in the course's form, without validating it. The first field
/// of a FEN has slashes between its ranks; the first word of the course's form is the move number.
///
/// # Errors
///
/// Returns a [`PositionTextError`] if the text has neither form.
pub fn parse_setup_text(variant: &Variant, text: &str) -> Result<Setup, PositionTextError> {
    let text = visible(text);
    let first = text.split_whitespace().next().ok_or(PositionTextError::Empty)?;
    if begins_fen(&text) {
        Ok(Setup::from_fen(variant, &text)?)
    } else if first.starts_with(|letter: char| letter.is_ascii_digit()) {
        Ok(parse_course(variant, &text)?)
    } else {
        Err(PositionTextError::UnknownForm(excerpt(first)))
    }
}
