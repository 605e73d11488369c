//! FEN: reading set-ups for a variant's board, and writing all six fields.

use super::{Board, Color, Piece, Position, Setup, SetupError, Square, Variant, excerpt};

/// Why a FEN was refused. Each error quotes the bad part and has its column, counted in
/// characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The text has fewer than two or more than six fields.
    #[error("a FEN has two to six fields, this has {found}")]
    Fields {
        /// Of the seventh field, or after the last one.
        column: usize,
        /// The fields that the text has.
        found: usize,
    },
    /// The first field has fewer or more ranks than the board.
    #[error("the FEN has {found} ranks, the board has {expected}")]
    Ranks {
        /// Of the first rank too many, or after the last one.
        column: usize,
        /// The ranks that the FEN has.
        found: usize,
        /// The ranks of the board.
        expected: u8,
    },
    /// A rank has fewer or more squares than the board is wide.
    #[error("the FEN's rank \"{rank}\" does not fill {expected} squares")]
    RankLength {
        /// Of the rank's first character.
        column: usize,
        /// The rank, cut to 60 characters.
        rank: String,
        /// The files of the board.
        expected: u8,
    },
    /// A character of a rank is neither a piece nor a digit from 1 to 9.
    #[error("'{letter}' in the FEN's rank \"{rank}\" is not a piece")]
    Letter {
        /// Of the character.
        column: usize,
        /// The character as written.
        letter: char,
        /// Its rank, cut to 60 characters.
        rank: String,
    },
    /// The side to move is not `w` or `b`.
    #[error("the FEN's second field is \"{text}\", not w or b")]
    Turn {
        /// Of the second field.
        column: usize,
        /// The field, cut to 60 characters.
        text: String,
    },
    /// A letter of the third field is not a castling right of the variant.
    #[error("\"{text}\" is not a set of castling rights of {variant}")]
    Castling {
        /// Of the third field.
        column: usize,
        /// The field, cut to 60 characters.
        text: String,
        /// The id of the variant.
        variant: String,
    },
    /// The fourth field is neither `-` nor a square of the board.
    #[error("\"{text}\" in the FEN is not an en passant square")]
    EnPassant {
        /// Of the fourth field.
        column: usize,
        /// The field, cut to 60 characters.
        text: String,
    },
    /// The half-move clock or the move number.
    #[error("\"{text}\" in the FEN is not a {field} (0 to 65535)")]
    Counter {
        /// Of the field.
        column: usize,
        /// `half-move clock` or `move number`.
        field: &'static str,
        /// The field, cut to 60 characters.
        text: String,
    },
    /// The FEN is readable, but the set-up is not playable.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl FenError {
    /// The column of the bad part, in characters from 1; `None` if the whole set-up is wrong.
    pub fn column(&self) -> Option<usize> {
        match self {
            FenError::Fields { column, .. }
            | FenError::Ranks { column, .. }
            | FenError::RankLength { column, .. }
            | FenError::Letter { column, .. }
            | FenError::Turn { column, .. }
            | FenError::Castling { column, .. }
            | FenError::EnPassant { column, .. }
            | FenError::Counter { column, .. } => Some(*column),
            FenError::Setup(_) => None,
        }
    }

    /// The message with the column before it: `column 16: ...`.
    pub fn with_column(&self) -> String {
        self.column().map_or(self.to_string(), |column| format!("column {column}: {self}"))
    }
}

/// A part of a FEN with the column of its first character.
#[derive(Clone, Copy)]
struct FenPart<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> FenPart<'a> {
    /// The value of a field that the FEN leaves out.
    fn missing(text: &'a str) -> FenPart<'a> {
        FenPart { text, column: 0 }
    }

    /// The parts between separators, the empty ones included.
    fn split(self, is_separator: impl Fn(char) -> bool) -> Vec<FenPart<'a>> {
        let mut column = self.column;
        let part = |text: &'a str| {
            let part = FenPart { text, column };
            column = part.end() + 1;
            part
        };
        self.text.split(is_separator).map(part).collect()
    }

    /// The column after the last character.
    fn end(self) -> usize {
        self.column + self.text.chars().count()
    }

    fn quoted(self) -> String {
        excerpt(self.text)
    }
}

impl Setup {
    /// Reads a FEN for this variant's board without validating the set-up. Missing fields after
    /// the second default to `- - 0 1`.
    ///
    /// # Errors
    ///
    /// Returns a [`FenError`] other than [`FenError::Setup`] if a field cannot be read.
    pub fn from_fen(variant: &Variant, fen: &str) -> Result<Setup, FenError> {
        let mut fields = FenPart { text: fen, column: 1 }.split(char::is_whitespace);
        fields.retain(|field| !field.text.is_empty());
        let (2..=6, [board, turn, options @ ..]) = (fields.len(), fields.as_slice()) else {
            let end = fields.last().map_or(1, |last| last.end());
            let column = fields.get(6).map_or(end, |surplus| surplus.column);
            return Err(FenError::Fields { column, found: fields.len() });
        };
        let option = |index: usize, default: &'static str| {
            options.get(index).copied().unwrap_or(FenPart::missing(default))
        };
        Ok(Setup {
            board: parse_board(variant, *board)?,
            turn: parse_turn(*turn)?,
            castling_rights: parse_castling(variant, option(0, "-"))?,
            en_passant: parse_en_passant(variant, option(1, "-"))?,
            halfmove_clock: parse_counter("half-move clock", option(2, "0"))?,
            fullmove: parse_counter("move number", option(3, "1"))?,
        })
    }

    /// The FEN with all six fields.
    pub fn write_fen(&self, variant: &Variant) -> String {
        let mut fen = String::new();
        for rank in (0..variant.ranks).rev() {
            write_rank(&self.board, variant, rank, &mut fen);
            if rank > 0 {
                fen.push('/');
            }
        }
        let rights: String = variant
            .castlings
            .iter()
            .enumerate()
            .filter(|(right, _)| self.castling_rights >> right & 1 != 0)
            .map(|(_, castling)| castling.letter)
            .collect();
        let turn = if self.turn == Color::White { 'w' } else { 'b' };
        let rights = if rights.is_empty() { "-" } else { &rights };
        let passed = self.en_passant.map_or("-".to_owned(), |square| square.to_string());
        fen + &format!(" {turn} {rights} {passed} {} {}", self.halfmove_clock, self.fullmove)
    }
}

impl Position {
    /// Reads and validates a FEN.
    ///
    /// # Errors
    ///
    /// Returns a [`FenError`] if a field cannot be read or the set-up is not playable.
    pub fn from_fen(variant: &'static Variant, fen: &str) -> Result<Position, FenError> {
        Ok(Position::new(&Setup::from_fen(variant, fen)?, variant)?)
    }

    /// The position's FEN with all six fields.
    pub fn fen(&self) -> String {
        self.setup().write_fen(self.variant())
    }
}

fn parse_board(variant: &Variant, field: FenPart) -> Result<Board, FenError> {
    let ranks = field.split(|letter| letter == '/');
    if ranks.len() != usize::from(variant.ranks) {
        let surplus = ranks.get(usize::from(variant.ranks));
        return Err(FenError::Ranks {
            column: surplus.map_or(field.end(), |rank| rank.column),
            found: ranks.len(),
            expected: variant.ranks,
        });
    }
    let mut board = Board::default();
    for (rank, part) in (0..variant.ranks).rev().zip(ranks) {
        parse_rank(variant, rank, part, &mut board)?;
    }
    Ok(board)
}

fn parse_rank(
    variant: &Variant,
    rank: u8,
    part: FenPart,
    board: &mut Board,
) -> Result<(), FenError> {
    let wrong_length = || FenError::RankLength {
        column: part.column,
        rank: part.quoted(),
        expected: variant.files,
    };
    let mut file = 0_u8;
    for (index, letter) in part.text.chars().enumerate() {
        if let Some(empty) = letter.to_digit(10).filter(|empty| *empty > 0) {
            file = file.saturating_add(empty as u8);
            continue;
        }
        let piece = Piece::from_letter(letter).ok_or_else(|| FenError::Letter {
            column: part.column + index,
            letter,
            rank: part.quoted(),
        })?;
        if file >= variant.files {
            return Err(wrong_length());
        }
        board.set(Square::new(file, rank), Some(piece));
        file += 1;
    }
    if file == variant.files { Ok(()) } else { Err(wrong_length()) }
}

fn parse_turn(field: FenPart) -> Result<Color, FenError> {
    match field.text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::Turn { column: field.column, text: field.quoted() }),
    }
}

fn parse_castling(variant: &Variant, field: FenPart) -> Result<u8, FenError> {
    if field.text == "-" {
        return Ok(0);
    }
    let mut rights = 0;
    for letter in field.text.chars() {
        let right = variant.castlings.iter().position(|castling| castling.letter == letter);
        let right = right.ok_or_else(|| FenError::Castling {
            column: field.column,
            text: field.quoted(),
            variant: variant.id.clone(),
        })?;
        rights |= 1 << right;
    }
    Ok(rights)
}

fn parse_en_passant(variant: &Variant, field: FenPart) -> Result<Option<Square>, FenError> {
    if field.text == "-" {
        return Ok(None);
    }
    let square = field.text.parse().ok().filter(|square| variant.board().contains(*square));
    let refused = || FenError::EnPassant { column: field.column, text: field.quoted() };
    square.map(Some).ok_or_else(refused)
}

fn parse_counter(name: &'static str, field: FenPart) -> Result<u16, FenError> {
    field.text.parse().map_err(|_| FenError::Counter {
        column: field.column,
        field: name,
        text: field.quoted(),
    })
}

fn write_rank(board: &Board, variant: &Variant, rank: u8, fen: &mut String) {
    let mut empty = 0;
    for file in 0..variant.files {
        match board.piece_on(Square::new(file, rank)) {
            None => empty += 1,
            Some(piece) => {
                if empty > 0 {
                    fen.push_str(&empty.to_string());
                    empty = 0;
                }
                fen.push(piece.letter());
            }
        }
    }
    if empty > 0 {
        fen.push_str(&empty.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(variant: &str, fen: &str) -> String {
        Position::from_fen(Variant::by_id(variant).unwrap(), fen).unwrap_err().to_string()
    }

    #[test]
    fn errors_have_their_column() {
        let minichess = Variant::by_id("minichess").unwrap();
        for (fen, column) in [
            ("", Some(1)),
            ("4k/5/5/5/5/4K", Some(14)),
            ("4k/5/5/5/5/4K w - - 0 1 more", Some(25)),
            ("4k/5/5 w", Some(7)),
            ("4k/5/5/5/5/5/4K w", Some(14)),
            ("4k/5/5/5/pppp/4K w", Some(10)),
            ("4k/5/5//5/4K w", Some(8)),
            (" 4k/5/5/5/1\u{265f}3/4K w", Some(12)),
            ("4k/5/5/5/5/4K  W", Some(16)),
            ("4k/5/5/5/5/4K w x", Some(17)),
            ("4k/5/5/5/5/4K w - e9", Some(19)),
            ("4k/5/5/5/5/4K w - - -1 1", Some(21)),
            ("4k/5/5/5/5/4K w - - 0 one", Some(23)),
            ("5/5/5/5/5/4K w", None),
        ] {
            let error = Position::from_fen(minichess, fen).unwrap_err();
            assert_eq!(error.column(), column, "{fen}: {error}");
        }
    }

    #[test]
    fn missing_fields_take_their_usual_values() {
        let variant = Variant::by_id("speed").unwrap();
        let position = Position::from_fen(variant, " qkbnr/ppppp/5/5/PPPPP/RNBKQ  b ").unwrap();
        assert_eq!(position.fen(), "qkbnr/ppppp/5/5/PPPPP/RNBKQ b - - 0 1");
    }

    #[test]
    fn written_fens_have_six_fields() {
        for variant in crate::builtin_variants() {
            let fen = Position::start(variant).fen();
            assert_eq!(fen.split(' ').count(), 6, "{fen}");
            assert_eq!(fen, variant.start_fen);
        }
    }

    #[test]
    fn mistakes_are_quoted() {
        let in_minichess = [
            ("", "a FEN has two to six fields, this has 0"),
            ("4k/5/5/5/5/4K w - - 0 1 x", "a FEN has two to six fields, this has 7"),
            ("4k/5/5/5/4K w", "the FEN has 5 ranks, the board has 6"),
            ("4k/6/5/5/5/4K w", "the FEN's rank \"6\" does not fill 5 squares"),
            ("4k/5/pppp/5/5/4K w", "the FEN's rank \"pppp\" does not fill 5 squares"),
            ("4k/5/pppppp/5/5/4K w", "the FEN's rank \"pppppp\" does not fill 5 squares"),
            ("4k/5/2x2/5/5/4K w", "'x' in the FEN's rank \"2x2\" is not a piece"),
            ("4k/5/05/5/5/4K w", "'0' in the FEN's rank \"05\" is not a piece"),
            ("4k/5/5/5/5/4K W", "the FEN's second field is \"W\", not w or b"),
            ("4k/5/5/5/5/4K w KQ", "\"KQ\" is not a set of castling rights of minichess"),
            ("4k/5/5/5/5/4K w - h3", "\"h3\" in the FEN is not an en passant square"),
            ("4k/5/5/5/5/4K w - e7", "\"e7\" in the FEN is not an en passant square"),
            ("4k/5/5/5/5/4K w - - -1", "\"-1\" in the FEN is not a half-move clock (0 to 65535)"),
            ("4k/5/5/5/5/4K w - - 0 x", "\"x\" in the FEN is not a move number (0 to 65535)"),
            ("5/5/5/5/5/4K w", "Black has no king"),
        ];
        for (fen, expected) in in_minichess {
            assert_eq!(message("minichess", fen), expected, "{fen}");
        }
    }

    #[test]
    fn useless_en_passant_squares_are_dropped() {
        let variant = Variant::by_id("chessattack").unwrap();
        let kept = |fen: &str| Position::from_fen(variant, fen).unwrap().en_passant().is_some();
        assert!(kept("k4/5/5/Pp3/5/4K w - b4"));
        assert!(!kept("k4/5/5/1p3/5/4K w - b4"), "no pawn beside it");
        assert!(!kept("k4/5/r4/Pp3/K4/5 w - b4"), "the only pawn is pinned");
    }
}
