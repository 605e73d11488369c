//! A variant: board, start and rules as data, and the set that is built in.
//!
//! The code never asks which variant it plays; every difference is a field.

mod parse;

use std::sync::LazyLock;

use super::{Bitboard, Color, Role, Square};
pub use parse::{VariantError, VariantFieldError, parse_variants};

/// What happens to a side that has no move although its king is not attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalemate {
    Draw,
    Loss,
}

/// One castling of one side, as squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    pub color: Color,
    /// The FEN letter of the right: `K` or `Q` for White, `k` or `q` for Black.
    pub letter: char,
    pub king_from: Square,
    pub king_to: Square,
    pub rook_from: Square,
    pub rook_to: Square,
}

impl Castling {
    /// How many files the king moves.
    pub fn king_step(&self) -> u8 {
        self.king_from.file().abs_diff(self.king_to.file())
    }

    /// Squares the king stands on, passes and reaches: none may be attacked.
    pub fn king_path(&self) -> Bitboard {
        super::attacks::between(self.king_from, self.king_to)
            | Bitboard::of(self.king_from)
            | Bitboard::of(self.king_to)
    }

    /// Squares that must be empty: all that king or rook pass or reach, besides their own.
    pub fn empty_path(&self) -> Bitboard {
        let passed = super::attacks::between(self.king_from, self.rook_from)
            | super::attacks::between(self.rook_from, self.rook_to)
            | Bitboard::of(self.rook_to)
            | self.king_path();
        passed & !Bitboard::of(self.king_from) & !Bitboard::of(self.rook_from)
    }
}

/// The rules of one game. Lives for the whole program, so that positions can refer to it.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The name in files, on the command line and in UCI: lower-case letters and digits.
    pub id: String,
    /// The name people read.
    pub name: String,
    /// Author and year, or what is known of the game; may be empty.
    pub about: String,
    /// The proven or presumed result under perfect play; may be empty.
    pub known_result: String,
    pub files: u8,
    pub ranks: u8,
    /// The start position's FEN with all six fields.
    pub start_fen: String,
    /// Whether bishops may also step to an empty orthogonal neighbour.
    pub bishop_step: bool,
    /// Whether kings may be left en prise and the game is won by taking one.
    pub king_capture: bool,
    pub stalemate: Stalemate,
    /// The game is drawn after this many moves of each side.
    pub move_limit: Option<u16>,
    /// Whether pawns may go two squares from the second rank.
    pub double_step: bool,
    pub en_passant: bool,
    pub castlings: Vec<Castling>,
    /// What pawns become, strongest first.
    pub promotions: Vec<Role>,
    /// How often a position must occur for a draw.
    pub repetition: Option<u8>,
    /// A draw after this many moves of each side without capture or pawn move.
    pub progress_limit: Option<u16>,
    /// Whether lone kings, or one knight or bishop besides, draw at once.
    pub bare_kings_draw: bool,
    /// Roles that can occur: those of the start and of promotion.
    roles: Vec<Role>,
    board: Bitboard,
    /// For each square, the castling rights (bits) that survive a move from or to it.
    kept_rights: [u8; 64],
}

impl Variant {
    /// The built-in variant with this id.
    pub fn by_id(id: &str) -> Option<&'static Variant> {
        builtin_variants().iter().find(|variant| variant.id == id)
    }

    /// MiniChess: the first built-in variant.
    pub fn default_variant() -> &'static Variant {
        &builtin_variants()[0]
    }

    /// All squares of the board.
    #[inline]
    pub fn board(&self) -> Bitboard {
        self.board
    }

    /// Squares of the 8x8 grid outside the board; sliders are stopped there.
    #[inline]
    pub fn off_board(&self) -> Bitboard {
        !self.board
    }

    /// The rank (from 0) where pawns of `color` promote.
    #[inline]
    pub fn last_rank(&self, color: Color) -> u8 {
        match color {
            Color::White => self.ranks - 1,
            Color::Black => 0,
        }
    }

    /// The rank (from 0) where pawns of `color` start.
    #[inline]
    pub fn second_rank(&self, color: Color) -> u8 {
        match color {
            Color::White => 1,
            Color::Black => self.ranks - 2,
        }
    }

    /// `5x6`: files by ranks.
    pub fn size_text(&self) -> String {
        format!("{}x{}", self.files, self.ranks)
    }

    /// Roles that can occur, pawn first.
    pub fn roles(&self) -> &[Role] {
        &self.roles
    }

    /// The castling of `color` that ends with the king on `king_to`.
    pub fn castling_of(&self, color: Color, king_to: Square) -> Option<&Castling> {
        self.castlings.iter().find(|c| c.color == color && c.king_to == king_to)
    }

    #[inline]
    pub(super) fn kept_rights(&self, square: Square) -> u8 {
        self.kept_rights[square.index()]
    }

    /// The ply at which the game is drawn, if the variant has a move limit.
    #[inline]
    pub fn ply_limit(&self) -> Option<u32> {
        self.move_limit.map(|moves| 2 * u32::from(moves))
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
        LazyLock::new(|| match parse_variants(include_str!("../../../assets/variants.ron")) {
            Ok(variants) if !variants.is_empty() => variants,
            Ok(_) => unreachable!("the built-in variants.ron is empty"),
            Err(error) => unreachable!("the built-in variants.ron is tested to be right: {error}"),
        });
    &VARIANTS
}
