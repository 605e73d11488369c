//! FEN: reading set-ups for a variant's board as people write and paste them, and writing all six
//! fields.

use super::{Board, Color, Piece, Position, Setup, SetupError, Square, Variant, excerpt, visible};

/// Why a FEN was refused. Each error quotes the bad part and has its column, counted in
/// characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The text has no field.
    #[error("the FEN is empty")]
    Empty,
    /// A field follows the move number and is not an operation of EPD.
    #[error("\"{text}\" follows the FEN's last field")]
    Surplus {
        /// Of that field.
        column: usize,
        /// The field, cut to 60 characters.
        text: String,
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
            FenError::Empty => Some(1),
            FenError::Surplus { column, .. }
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
    /// The parts between separators, the empty ones included.
    fn split(self, is_separator: fn(char) -> bool) -> impl Iterator<Item = FenPart<'a>> {
        let mut column = self.column;
        self.text.split(is_separator).map(move |text| {
            let part = FenPart { text, column };
            column = part.end() + 1;
            part
        })
    }

    /// The column after the last character.
    fn end(self) -> usize {
        self.column + self.text.chars().count()
    }

    fn is_number(self) -> bool {
        self.text.bytes().all(|byte| byte.is_ascii_digit())
    }

    fn quoted(self) -> String {
        excerpt(self.text)
    }
}

/// The fields of a FEN, without the text that people paste around and between them: a name
/// (`FEN: `, `position fen`), quotation marks, underscores for blanks, and the semicolons of EPD.
fn fields(text: &str) -> impl Iterator<Item = FenPart<'_>> {
    let is_name = |field: &FenPart| {
        ["fen", "epd", "position"].iter().any(|name| name.eq_ignore_ascii_case(field.text))
    };
    FenPart { text, column: 1 }
        .split(|letter| {
            letter.is_whitespace()
                || "_;,:=\"'`\u{201c}\u{201d}\u{201e}\u{2018}\u{2019}".contains(letter)
        })
        .filter(|field| !field.text.is_empty())
        .skip_while(is_name)
}

/// True if a [`visible`] text begins with the ranks of a FEN.
pub(super) fn begins_fen(text: &str) -> bool {
    fields(text).next().is_some_and(|board| board.text.contains('/'))
}

impl Setup {
    /// Reads the [`visible`] text of a FEN for this variant's board without validating the set-up.
    /// Missing fields after the first default to `w - - 0 1`, and so do counters that are `-` or a
    /// move number of 0. The operations of EPD may follow the fourth field or the last one: `hmvc` and
    /// `fmvn` are the counters, others are left out. Columns count the visible characters.
    ///
    /// # Errors
    ///
    /// Returns a [`FenError`] other than [`FenError::Setup`] if a field cannot be read.
    pub fn from_fen(variant: &Variant, fen: &str) -> Result<Setup, FenError> {
        let fen = visible(fen);
        let mut rest = fields(&fen).peekable();
        let board = parse_board(variant, rest.next().ok_or(FenError::Empty)?)?;
        let is_turn =
            |field: &FenPart| !field.is_number() && parse_castling(variant, *field).is_err();
        let turn = rest.next_if(is_turn).map_or(Ok(Color::White), parse_turn)?;
        let rights = rest.next_if(|field| !field.is_number());
        let castling_rights = rights.map_or(Ok(0), |field| parse_castling(variant, field))?;
        let passed = rest.next_if(|field| !field.is_number());
        let en_passant = passed.map_or(Ok(None), |field| parse_en_passant(variant, field))?;
        let is_epd = fen.contains(';');
        let is_operation =
            |field: &FenPart| is_epd && field.text.starts_with(|c: char| c.is_ascii_alphabetic());
        let clock = rest.next_if(|field| !is_operation(field));
        let number = rest.next_if(|field| !is_operation(field));
        if let Some(surplus) = rest.next_if(|field| !is_operation(field)) {
            return Err(FenError::Surplus { column: surplus.column, text: surplus.quoted() });
        }
        let operations: Vec<FenPart> = rest.collect();
        let operand = |opcode: &str| {
            let place = operations.iter().position(|word| word.text == opcode)?;
            operations.get(place + 1).copied()
        };
        let clock = clock.or_else(|| operand("hmvc"));
        let number = number.or_else(|| operand("fmvn"));
        Ok(Setup {
            board,
            turn,
            castling_rights,
            en_passant,
            halfmove_clock: parse_counter("half-move clock", clock)?.unwrap_or(0),
            fullmove: parse_counter("move number", number)?.unwrap_or(1).max(1),
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
    let ranks: Vec<FenPart> = field.split(|letter| letter == '/').collect();
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

/// The value of a counter; `None` where it is missing or `-`.
fn parse_counter(name: &'static str, field: Option<FenPart>) -> Result<Option<u16>, FenError> {
    let Some(field) = field.filter(|field| field.text != "-") else { return Ok(None) };
    let refused = |_| FenError::Counter { column: field.column, field: name, text: field.quoted() };
    field.text.parse::<u16>().map(Some).map_err(refused)
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
    use crate::parse_position_text;

    fn message(variant: &str, fen: &str) -> String {
        Position::from_fen(Variant::by_id(variant).unwrap(), fen).unwrap_err().to_string()
    }

    #[test]
    fn errors_have_their_column() {
        let minichess = Variant::by_id("minichess").unwrap();
        for (fen, column) in [
            ("", Some(1)),
            ("4k/5/5/5/5/4K w - - 0 1 more", Some(25)),
            ("FEN: \"4k/5/5/5/5/4K x\"", Some(21)),
            ("4k/5\u{200b}/5/5/5/4K\u{a0}x", Some(15)),
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
    fn missing_fields_and_counters_take_their_usual_values() {
        let variant = Variant::by_id("chessattack").unwrap();
        for (fields, expected) in [
            ("", "w - - 0 1"),
            (" b ", "b - - 0 1"),
            ("b Qq", "b Qq - 0 1"),
            ("Qq", "w Qq - 0 1"),
            ("- - 3 7", "w - - 3 7"),
            ("b 3 7", "b - - 3 7"),
            ("b q 3 7", "b q - 3 7"),
            ("3 7", "w - - 3 7"),
            ("w - - 3", "w - - 3 1"),
            ("w - - 0 0", "w - - 0 1"),
            ("b - - - -", "b - - 0 1"),
            ("w \u{2013} \u{2014} \u{2212} 0", "w - - 0 1"),
        ] {
            let position = Position::from_fen(variant, &format!("r3k/5/5/5/5/R3K {fields}"));
            assert_eq!(position.unwrap().fen(), format!("r3k/5/5/5/5/R3K {expected}"), "{fields}");
        }
    }

    #[test]
    fn fens_are_read_as_they_are_pasted() {
        let variant = Variant::default_variant();
        let fen = "4k/5/5/5/5/4K b - - 3 7";
        let expected = Position::from_fen(variant, fen).unwrap();
        for text in [
            "\"4k/5/5/5/5/4K b - - 3 7\"",
            "\u{201c}4k/5/5/5/5/4K b - - 3 7\u{201d}",
            "FEN: 4k/5/5/5/5/4K b - - 3 7",
            "fen=4k/5/5/5/5/4K_b_-_-_3_7",
            "position fen 4k/5/5/5/5/4K b - - 3 7\r\n",
            "`4k/5/5/5/5/4K b - - 3 7`;",
            "\u{feff}4k/5/5\u{ad}/5/5/4K b\u{a0}\u{2013} - 3 7\u{1a}",
            "4k/5/5/5/5/4K b - - 3 7 bm Kd5; id \"x 1\";",
            "4k/5/5/5/5/4K b - - 3 7 ;D1 3 ;D2 9",
            "4k/5/5/5/5/4K b - - bm Kd5; hmvc 3; fmvn 7; id \"x\";",
        ] {
            let read = parse_position_text(variant, text);
            assert_eq!(read.as_ref(), Ok(&expected), "{text:?}");
        }
        let operations = Position::from_fen(variant, "4k/5/5/5/5/4K b - - bm Kd5; id \"x\";");
        assert_eq!(operations.unwrap().fen(), "4k/5/5/5/5/4K b - - 0 1");
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
            ("", "the FEN is empty"),
            ("4k/5/5/5/5/4K w - - 0 1 x", "\"x\" follows the FEN's last field"),
            ("4k/5/5/5/5/4K w - - 0 1 2;", "\"2\" follows the FEN's last field"),
            ("4k/5/5/5/5/4K w - - fmvn x;", "\"x\" in the FEN is not a move number (0 to 65535)"),
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
