//! Variants: board, start position and rules as data, and the built-in set.
//!
//! No code tests which variant it plays; every difference is a field.

mod parse;

use std::sync::LazyLock;

use super::{Bitboard, Color, Role, Square};
pub use parse::{VariantError, VariantFieldError, parse_variants};

/// The result for a side that has no move and whose king is not attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalemate {
    /// The game is a draw.
    Draw,
    /// The side without a move loses.
    Loss,
}

/// A castling of one side, given by its squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// The side that castles.
    pub color: Color,
    /// The FEN letter of the right: `K` or `Q` for White, `k` or `q` for Black.
    pub letter: char,
    /// The king's start square.
    pub king_from: Square,
    /// The king's square after castling.
    pub king_to: Square,
    /// The rook's start square.
    pub rook_from: Square,
    /// The rook's square after castling.
    pub rook_to: Square,
}

impl Castling {
    /// The number of files that the king moves.
    pub fn king_step(&self) -> u8 {
        self.king_from.file().abs_diff(self.king_to.file())
    }

    /// The squares on the king's way, both ends included. None of them may be attacked.
    pub fn king_path(&self) -> Bitboard {
        super::attacks::between(self.king_from, self.king_to)
            | Bitboard::of(self.king_from)
            | Bitboard::of(self.king_to)
    }

    /// The squares on the ways of king and rook, without their own. All must be empty.
    pub fn empty_path(&self) -> Bitboard {
        let passed = super::attacks::between(self.king_from, self.rook_from)
            | super::attacks::between(self.rook_from, self.rook_to)
            | Bitboard::of(self.rook_to)
            | self.king_path();
        passed & !Bitboard::of(self.king_from) & !Bitboard::of(self.rook_from)
    }
}

/// The rules of one game. Variants live as long as the program, so that positions can borrow them.
///
/// ```
/// use minnow_rules::{Position, Stalemate, Variant, builtin_variants};
///
/// let minichess = Variant::default_variant();
/// assert_eq!((minichess.id.as_str(), minichess.size_text()), ("minichess", "5x6".to_owned()));
/// assert_eq!(minichess.stalemate, Stalemate::Loss);
/// for variant in builtin_variants() {
///     assert_eq!(Position::start(variant).fen(), variant.start_fen);
/// }
/// assert!(Variant::by_id("go").is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Variant {
    /// The id in files, on the command line and in UCI: lower-case letters and digits.
    pub id: String,
    /// The name shown to users.
    pub name: String,
    /// Author, year or other facts about the game; may be empty.
    pub about: String,
    /// The proven or presumed result under perfect play; may be empty.
    pub known_result: String,
    /// Width of the board, 3 to 8.
    pub files: u8,
    /// Height of the board, 3 to 8.
    pub ranks: u8,
    /// The start position's FEN with all six fields.
    pub start_fen: String,
    /// True if bishops may also step to an empty orthogonal neighbour.
    pub bishop_step: bool,
    /// True if kings may be left en prise; capturing the king wins.
    pub king_capture: bool,
    /// The result for a side without a move.
    pub stalemate: Stalemate,
    /// The game is a draw after this many moves of each side.
    pub move_limit: Option<u16>,
    /// True if pawns may move two squares from the second rank.
    pub double_step: bool,
    /// True if pawns capture en passant.
    pub en_passant: bool,
    /// At most four castlings; a bit of the castling rights is an index of this list.
    pub castlings: Vec<Castling>,
    /// The roles that pawns promote to, strongest first.
    pub promotions: Vec<Role>,
    /// The game is a draw when a position occurs this often.
    pub repetition: Option<u8>,
    /// The game is a draw after this many moves of each side without a capture or pawn move.
    pub progress_limit: Option<u16>,
    /// True if the game is a draw when only kings, or kings and one knight or bishop, are left.
    pub bare_kings_draw: bool,
    /// Roles that can occur: those of the start position and of promotions.
    roles: Vec<Role>,
    board: Bitboard,
    /// For each square the castling rights that remain after a move from or to it.
    kept_rights: [u8; 64],
}

impl Variant {
    /// The built-in variant with this id.
    pub fn by_id(id: &str) -> Option<&'static Variant> {
        builtin_variants().iter().find(|variant| variant.id == id)
    }

    /// MiniChess, the first built-in variant.
    pub fn default_variant() -> &'static Variant {
        &builtin_variants()[0]
    }

    /// All squares of the board.
    #[inline]
    pub fn board(&self) -> Bitboard {
        self.board
    }

    /// The squares of the 8x8 grid outside the board; they block sliders.
    #[inline]
    pub fn off_board(&self) -> Bitboard {
        !self.board
    }

    /// The rank, from 0, on which pawns of `color` promote.
    #[inline]
    pub fn last_rank(&self, color: Color) -> u8 {
        match color {
            Color::White => self.ranks - 1,
            Color::Black => 0,
        }
    }

    /// The rank, from 0, on which pawns of `color` start.
    #[inline]
    pub fn second_rank(&self, color: Color) -> u8 {
        match color {
            Color::White => 1,
            Color::Black => self.ranks - 2,
        }
    }

    /// The size as files by ranks: `5x6`.
    pub fn size_text(&self) -> String {
        format!("{}x{}", self.files, self.ranks)
    }

    /// Roles that can occur, pawn first.
    pub fn roles(&self) -> &[Role] {
        &self.roles
    }

    /// The castling of `color` that moves the king to `king_to`.
    pub fn castling_of(&self, color: Color, king_to: Square) -> Option<&Castling> {
        self.castlings.iter().find(|c| c.color == color && c.king_to == king_to)
    }

    #[inline]
    pub(super) fn kept_rights(&self, square: Square) -> u8 {
        self.kept_rights[square.index()]
    }

    /// The ply at which the variant's move limit ends the game in a draw.
    #[inline]
    pub fn ply_limit(&self) -> Option<u32> {
        self.move_limit.map(|moves| 2 * u32::from(moves))
    }

    /// The plies without progress after which the game is a draw (the 50-move rule).
    #[inline]
    pub fn progress_plies(&self) -> Option<u32> {
        self.progress_limit.map(|moves| 2 * u32::from(moves))
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.id == other.id
    }
}

/// The variants of `assets/variants.ron`, MiniChess first.
pub fn builtin_variants() -> &'static [Variant] {
    static VARIANTS: LazyLock<Vec<Variant>> =
        LazyLock::new(|| match parse_variants(include_str!("../../../../assets/variants.ron")) {
            Ok(variants) if !variants.is_empty() => variants,
            Ok(_) => unreachable!("the built-in variants.ron is empty"),
            Err(error) => unreachable!("a test checks the built-in variants.ron: {error}"),
        });
    &VARIANTS
}
