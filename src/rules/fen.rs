//! FEN: reading set-ups with the board's size checked, and writing all six fields.

use std::fmt;

use super::{Board, Color, Piece, Position, Setup, SetupError, Square, Variant};

/// The name of the fifth field.
const HALFMOVES: &str = "half-move clock";

/// Why a FEN was refused; each quotes the part that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    Fields(usize),
    Ranks { found: usize, expected: u8 },
    RankLength { rank: String, expected: u8 },
    Letter { letter: char, rank: String },
    Turn(String),
    Castling { text: String, variant: String },
    EnPassant(String),
    Counter { field: &'static str, text: String },
    Setup(SetupError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Fields(found) => {
                write!(f, "a FEN has two to six fields, this has {found}")
            }
            FenError::Ranks { found, expected } => {
                write!(f, "the FEN has {found} ranks, the board has {expected}")
            }
            FenError::RankLength { rank, expected } => {
                write!(f, "the FEN's rank \"{rank}\" does not fill {expected} squares")
            }
            FenError::Letter { letter, rank } => {
                write!(f, "'{letter}' in the FEN's rank \"{rank}\" is no piece")
            }
            FenError::Turn(text) => {
                write!(f, "the FEN's second field is \"{text}\", not w or b")
            }
            FenError::Castling { text, variant } => {
                write!(f, "\"{text}\" is no set of castling rights of {variant}")
            }
            FenError::EnPassant(text) => {
                write!(f, "\"{text}\" in the FEN is no en passant square")
            }
            FenError::Counter { field, text } => {
                write!(f, "\"{text}\" in the FEN is no {field} (0 to 65535)")
            }
            FenError::Setup(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl std::error::Error for FenError {}

impl FenError {
    /// Where in this FEN the error stands, in columns from 1; `None` where the whole set-up is wrong.
    pub fn column(&self, fen: &str) -> Option<usize> {
        let mut fields = parts(fen, char::is_whitespace);
        fields.retain(|(_, text)| !text.is_empty());
        let field = |index: usize| fields.get(index).map(|(at, _)| *at);
        let end = fields.last().map_or(0, |(at, text)| at + text.len());
        let ranks = || parts(fields.first().map_or("", |(_, text)| *text), |c| c == '/');
        let rank = |wanted: &str| {
            let found = ranks().into_iter().find(|(_, text)| *text == wanted);
            found.and_then(|(at, _)| Some(at + field(0)?))
        };
        let at = match self {
            FenError::Fields(_) => field(6).or(Some(end)),
            FenError::Ranks { expected, .. } => {
                let surplus = ranks().get(usize::from(*expected)).map(|(at, _)| *at);
                let whole = fields.first().map_or(0, |(_, text)| text.len());
                field(0).map(|start| start + surplus.unwrap_or(whole))
            }
            FenError::RankLength { rank: text, .. } => rank(text),
            FenError::Letter { letter, rank: text } => {
                rank(text).and_then(|start| Some(start + text.find(*letter)?))
            }
            FenError::Turn(_) => field(1),
            FenError::Castling { .. } => field(2),
            FenError::EnPassant(_) => field(3),
            FenError::Counter { field: HALFMOVES, .. } => field(4),
            FenError::Counter { .. } => field(5),
            FenError::Setup(_) => None,
        };
        at.map(|at| fen.get(..at).map_or(0, |before| before.chars().count()) + 1)
    }

    /// The error with its column.
    pub fn in_fen(&self, fen: &str) -> String {
        self.column(fen).map_or(self.to_string(), |column| format!("column {column}: {self}"))
    }
}

/// The pieces of a text between separators, each with its byte offset.
fn parts(text: &str, is_separator: impl Fn(char) -> bool) -> Vec<(usize, &str)> {
    let pieces = text.split(is_separator);
    pieces.map(|piece| (piece.as_ptr() as usize - text.as_ptr() as usize, piece)).collect()
}

impl From<SetupError> for FenError {
    fn from(error: SetupError) -> FenError {
        FenError::Setup(error)
    }
}

impl Setup {
    /// Reads a FEN for this variant's board. Missing fields after the second take their usual
    /// values. The set-up is not validated yet.
    pub fn from_fen(variant: &Variant, fen: &str) -> Result<Setup, FenError> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        if !(2..=6).contains(&fields.len()) {
            return Err(FenError::Fields(fields.len()));
        }
        let field = |index: usize, default| fields.get(index).copied().unwrap_or(default);
        Ok(Setup {
            board: parse_board(variant, fields[0])?,
            turn: match fields[1] {
                "w" => Color::White,
                "b" => Color::Black,
                other => return Err(FenError::Turn(other.to_owned())),
            },
            castling_rights: parse_castling(variant, field(2, "-"))?,
            en_passant: parse_en_passant(variant, field(3, "-"))?,
            halfmove_clock: parse_counter(HALFMOVES, field(4, "0"))?,
            fullmove: parse_counter("turn number", field(5, "1"))?,
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
    pub fn from_fen(variant: &'static Variant, fen: &str) -> Result<Position, FenError> {
        Ok(Position::new(&Setup::from_fen(variant, fen)?, variant)?)
    }

    /// The position's FEN with all six fields.
    pub fn fen(&self) -> String {
        self.setup().write_fen(self.variant())
    }
}

fn parse_board(variant: &Variant, text: &str) -> Result<Board, FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(variant.ranks) {
        return Err(FenError::Ranks { found: ranks.len(), expected: variant.ranks });
    }
    let mut board = Board::default();
    for (rank, text) in (0..variant.ranks).rev().zip(ranks) {
        parse_rank(variant, rank, text, &mut board)?;
    }
    Ok(board)
}

fn parse_rank(variant: &Variant, rank: u8, text: &str, board: &mut Board) -> Result<(), FenError> {
    let wrong_length = || FenError::RankLength { rank: text.to_owned(), expected: variant.files };
    let mut file = 0_u8;
    for letter in text.chars() {
        if let Some(empty) = letter.to_digit(10).filter(|empty| *empty > 0) {
            file = file.saturating_add(empty as u8);
            continue;
        }
        let piece = Piece::from_letter(letter)
            .ok_or_else(|| FenError::Letter { letter, rank: text.to_owned() })?;
        if file >= variant.files {
            return Err(wrong_length());
        }
        board.set(Square::new(file, rank), Some(piece));
        file += 1;
    }
    if file == variant.files { Ok(()) } else { Err(wrong_length()) }
}

fn parse_castling(variant: &Variant, text: &str) -> Result<u8, FenError> {
    if text == "-" {
        return Ok(0);
    }
    let mut rights = 0;
    for letter in text.chars() {
        let right = variant.castlings.iter().position(|castling| castling.letter == letter);
        match right {
            Some(right) => rights |= 1 << right,
            None => {
                let (text, variant) = (text.to_owned(), variant.id.clone());
                return Err(FenError::Castling { text, variant });
            }
        }
    }
    Ok(rights)
}

fn parse_en_passant(variant: &Variant, text: &str) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    let square = text.parse::<Square>().ok().filter(|square| variant.board().contains(*square));
    square.map(Some).ok_or_else(|| FenError::EnPassant(text.to_owned()))
}

fn parse_counter(field: &'static str, text: &str) -> Result<u16, FenError> {
    text.parse().map_err(|_| FenError::Counter { field, text: text.to_owned() })
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
    fn errors_tell_their_column() {
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
            assert_eq!(error.column(fen), column, "{fen}: {error}");
        }
    }

    #[test]
    fn missing_fields_take_their_usual_values() {
        let variant = Variant::by_id("speed").unwrap();
        let position = Position::from_fen(variant, " qkbnr/ppppp/5/5/PPPPP/RNBKQ  b ").unwrap();
        assert_eq!(position.fen(), "qkbnr/ppppp/5/5/PPPPP/RNBKQ b - - 0 1");
    }

    #[test]
    fn the_program_always_writes_six_fields() {
        for variant in crate::rules::builtin_variants() {
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
            ("4k/5/2x2/5/5/4K w", "'x' in the FEN's rank \"2x2\" is no piece"),
            ("4k/5/05/5/5/4K w", "'0' in the FEN's rank \"05\" is no piece"),
            ("4k/5/5/5/5/4K W", "the FEN's second field is \"W\", not w or b"),
            ("4k/5/5/5/5/4K w KQ", "\"KQ\" is no set of castling rights of minichess"),
            ("4k/5/5/5/5/4K w - h3", "\"h3\" in the FEN is no en passant square"),
            ("4k/5/5/5/5/4K w - e7", "\"e7\" in the FEN is no en passant square"),
            ("4k/5/5/5/5/4K w - - -1", "\"-1\" in the FEN is no half-move clock (0 to 65535)"),
            ("4k/5/5/5/5/4K w - - 0 x", "\"x\" in the FEN is no turn number (0 to 65535)"),
            ("5/5/5/5/5/4K w", "Black has no king"),
        ];
        for (fen, expected) in in_minichess {
            assert_eq!(message("minichess", fen), expected, "{fen}");
        }
    }

    #[test]
    fn an_en_passant_square_that_is_of_no_use_is_forgotten() {
        let variant = Variant::by_id("chessattack").unwrap();
        let kept = |fen: &str| Position::from_fen(variant, fen).unwrap().en_passant().is_some();
        assert!(kept("k4/5/5/Pp3/5/4K w - b4"));
        assert!(!kept("k4/5/5/1p3/5/4K w - b4"), "no pawn beside it");
        assert!(!kept("k4/5/r4/Pp3/K4/5 w - b4"), "the only pawn is pinned");
    }
}
