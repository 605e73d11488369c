//! The course's text form of a position: `20 W`, then the ranks from the last, `.` for empty.
//!
//! The course plays on 5x6 squares; this parser takes the board of any
//! variant. The form has no castling rights, en passant square or half-move
//! clock, so they are none, none and 0.

use std::fmt;

use super::{Board, Color, Piece, Position, Setup, Square, Variant, excerpt, visible};

/// The place of a word or letter in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextPlace {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text in the course's form was refused; each error quotes the bad part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CourseError {
    /// The text holds nothing but blanks.
    #[error("the board's text is empty")]
    Empty,
    /// The first word is not a move number from 0 to 65535.
    #[error("{place}: \"{text}\" is not a move number (the first line is like \"20 W\")")]
    Turn {
        /// Of the first word.
        place: TextPlace,
        /// The word, cut to 60 characters.
        text: String,
    },
    /// The second word is not `W` or `B`; lower case is read, too.
    #[error("{place}: \"{text}\" is neither W nor B (the first line is like \"20 W\")")]
    Side {
        /// Of the second word.
        place: TextPlace,
        /// The word, cut to 60 characters.
        text: String,
    },
    /// The text ends after the move number.
    #[error("the text ends after \"{turn}\", before W or B and the ranks")]
    NoSide {
        /// The move number as written, cut to 60 characters.
        turn: String,
    },
    /// The text ends before the board's last rank is read.
    #[error("the text has {found} of the board's {expected} ranks")]
    FewRanks {
        /// The ranks that the text has.
        found: usize,
        /// The ranks of the board.
        expected: u8,
    },
    /// A word follows the board's last rank.
    #[error("{place}: \"{text}\" is one rank too many for a board with {expected}")]
    ExtraText {
        /// Of that word.
        place: TextPlace,
        /// The word, cut to 60 characters.
        text: String,
        /// The ranks of the board.
        expected: u8,
    },
    /// A rank is longer or shorter than the board is wide.
    #[error("{place}: the rank \"{text}\" does not have {expected} squares")]
    RankLength {
        /// Of the rank's first letter.
        place: TextPlace,
        /// The rank, cut to 60 characters.
        text: String,
        /// The files of the board.
        expected: u8,
    },
    /// A letter of a rank is not a piece or a dot.
    #[error("{place}: '{letter}' in the rank \"{text}\" is neither a piece nor a dot")]
    Letter {
        /// Of the letter.
        place: TextPlace,
        /// The letter as written.
        letter: char,
        /// Its rank, cut to 60 characters.
        text: String,
    },
}

/// Reads the [`visible`] text of a position in the course's form without validating it. Any blanks
/// or line ends may separate the words, so everything may stand on one line.
///
/// # Errors
///
/// Returns a [`CourseError`] that quotes the first bad word and its place.
pub fn parse_course(variant: &Variant, text: &str) -> Result<Setup, CourseError> {
    let text = visible(text);
    let mut words = words(&text);
    let (place, turn) = words.next().ok_or(CourseError::Empty)?;
    let fullmove = turn.parse().map_err(|_| CourseError::Turn { place, text: excerpt(turn) })?;
    let (place, side) = words.next().ok_or_else(|| CourseError::NoSide { turn: excerpt(turn) })?;
    let turn = match side {
        "W" | "w" => Color::White,
        "B" | "b" => Color::Black,
        _ => return Err(CourseError::Side { place, text: excerpt(side) }),
    };
    let mut board = Board::default();
    for rank in (0..variant.ranks).rev() {
        let found = usize::from(variant.ranks - 1 - rank);
        let (place, squares) =
            words.next().ok_or(CourseError::FewRanks { found, expected: variant.ranks })?;
        parse_rank(variant, rank, place, squares, &mut board)?;
    }
    if let Some((place, extra)) = words.next() {
        return Err(CourseError::ExtraText {
            place,
            text: excerpt(extra),
            expected: variant.ranks,
        });
    }
    Ok(Setup { board, turn, castling_rights: 0, en_passant: None, halfmove_clock: 0, fullmove })
}

/// The position in the course's form; every line ends in a line feed.
pub fn write_course(position: &Position) -> String {
    let side = if position.turn() == Color::White { 'W' } else { 'B' };
    let mut text = format!("{} {side}\n", position.fullmove());
    let variant = position.variant();
    for rank in (0..variant.ranks).rev() {
        text.extend((0..variant.files).map(|file| {
            position.board().piece_on(Square::new(file, rank)).map_or('.', Piece::letter)
        }));
        text.push('\n');
    }
    text
}

/// The words of a text with their places.
fn words(text: &str) -> impl Iterator<Item = (TextPlace, &str)> {
    text.lines().enumerate().flat_map(|(index, line)| {
        let mut next_column = 1;
        line.split(char::is_whitespace).filter_map(move |word| {
            let column = next_column;
            next_column += word.chars().count() + 1;
            (!word.is_empty()).then_some((TextPlace { line: index + 1, column }, word))
        })
    })
}

fn parse_rank(
    variant: &Variant,
    rank: u8,
    place: TextPlace,
    text: &str,
    board: &mut Board,
) -> Result<(), CourseError> {
    for (index, letter) in text.chars().enumerate() {
        let piece = Piece::from_letter(letter);
        if piece.is_none() && letter != '.' {
            let place = TextPlace { column: place.column + index, ..place };
            return Err(CourseError::Letter { place, letter, text: excerpt(text) });
        }
        if index < usize::from(variant.files) {
            board.set(Square::new(index as u8, rank), piece);
        }
    }
    if text.chars().count() != usize::from(variant.files) {
        return Err(CourseError::RankLength {
            place,
            text: excerpt(text),
            expected: variant.files,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PositionTextError, SetupError, parse_position_text};

    const EXAMPLE: &str = "20 W\n.k...\n.....\n.p...\n..Q..\n.....\n...K.\n";

    fn message(text: &str) -> String {
        parse_course(Variant::default_variant(), text).unwrap_err().to_string()
    }

    #[test]
    fn the_courses_example_is_read_and_written() {
        let position = parse_position_text(Variant::default_variant(), EXAMPLE).unwrap();
        assert_eq!(position.fen(), "1k3/5/1p3/2Q2/5/3K1 w - - 0 20");
        assert_eq!(write_course(&position), EXAMPLE);
    }

    #[test]
    fn white_space_and_line_ends_do_not_matter() {
        let plain = parse_course(Variant::default_variant(), EXAMPLE).unwrap();
        let one_line = EXAMPLE.replace('\n', " ");
        let from_windows = format!("\r\n \r\n{}\r\n", EXAMPLE.replace('\n', "  \r\n"));
        for text in [one_line, from_windows] {
            assert_eq!(parse_course(Variant::default_variant(), &text).as_ref(), Ok(&plain));
        }
    }

    #[test]
    fn the_form_fits_other_boards() {
        let variant = Variant::by_id("silverman4x4").unwrap();
        let start = Position::start(variant);
        assert_eq!(write_course(&start), "1 W\nrqkr\npppp\nPPPP\nRQKR\n");
        assert_eq!(parse_position_text(variant, &write_course(&start)), Ok(start));
    }

    #[test]
    fn errors_quote_the_text_and_its_place() {
        assert_eq!(message(" \n"), "the board's text is empty");
        assert_eq!(
            message("x W"),
            "line 1, column 1: \"x\" is not a move number (the first line is like \"20 W\")"
        );
        assert_eq!(message("3"), "the text ends after \"3\", before W or B and the ranks");
        assert_eq!(
            message("\n3  white\n"),
            "line 2, column 4: \"white\" is neither W nor B (the first line is like \"20 W\")"
        );
        assert_eq!(message("3 W\n.k...\n"), "the text has 1 of the board's 6 ranks");
        assert_eq!(
            message("3 W\n  .kx..\n"),
            "line 2, column 5: 'x' in the rank \".kx..\" is neither a piece nor a dot"
        );
        assert_eq!(
            message("3 W\n.....\n.k....\n"),
            "line 3, column 1: the rank \".k....\" does not have 5 squares"
        );
        assert_eq!(
            message(&format!("{EXAMPLE}\n.....")),
            "line 9, column 1: \".....\" is one rank too many for a board with 6"
        );
    }

    #[test]
    fn one_function_reads_both_forms() {
        let variant = Variant::default_variant();
        let error = |text: &str| parse_position_text(variant, text).unwrap_err();
        let fen = "1k3/5/1p3/2Q2/5/3K1 w - - 0 20";
        assert_eq!(parse_position_text(variant, fen), parse_position_text(variant, EXAMPLE));
        assert_eq!(error(""), PositionTextError::Empty);
        assert_eq!(error("start w"), PositionTextError::UnknownForm("start".to_owned()));
        assert!(matches!(error("5/5 w"), PositionTextError::Fen(_)));
        assert!(matches!(error("2 W ....."), PositionTextError::Course(_)));
        let kingless = EXAMPLE.replace('k', ".");
        assert_eq!(error(&kingless), PositionTextError::Setup(SetupError::NoKing(Color::Black)));
    }
}
