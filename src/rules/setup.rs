//! Unchecked set-ups, as FEN or an editor gives them, and what makes one playable.

use std::fmt;

use super::{Board, Color, Role, Square, Variant, attacks};

/// Everything a FEN says, not yet validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    pub board: Board,
    pub turn: Color,
    /// Bit `n` is the right to the variant's `n`th castling.
    pub castling_rights: u8,
    /// The square a pawn has just passed.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The turn number: 1 at the start, one more after each of Black's moves.
    pub fullmove: u16,
}

/// Why a set-up cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    NoKing(Color),
    ManyKings(Color),
    ManyPieces(Color, u32),
    PawnOnEndRank(Square),
    OffBoard(Square),
    ForeignPiece(Role),
    OpponentInCheck(Color),
    CastlingRight(char),
    EnPassant(Square),
    TurnNumber,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::NoKing(color) => write!(f, "{color} has no king"),
            SetupError::ManyKings(color) => write!(f, "{color} has more than one king"),
            SetupError::ManyPieces(color, most) => {
                write!(f, "{color} has more than {most} pieces")
            }
            SetupError::PawnOnEndRank(square) => {
                write!(f, "the pawn on {square} stands on the first or last rank")
            }
            SetupError::OffBoard(square) => write!(f, "{square} is not on this board"),
            SetupError::ForeignPiece(role) => write!(f, "this variant has no {}", role.name()),
            SetupError::OpponentInCheck(color) => {
                write!(f, "{color} is in check but not to move")
            }
            SetupError::CastlingRight(letter) => {
                write!(f, "the castling right {letter} needs king and rook on their start squares")
            }
            SetupError::EnPassant(square) => {
                write!(f, "no pawn can just have passed {square} (en passant)")
            }
            SetupError::TurnNumber => write!(f, "the turn number must be at least 1"),
        }
    }
}

impl std::error::Error for SetupError {}

impl Setup {
    /// Whether `color` could take a piece on `square` in this placement.
    fn attacks(&self, variant: &Variant, color: Color, square: Square) -> bool {
        let occupied = self.board.occupied() | variant.off_board();
        attackers_to(&self.board, color, square, occupied).any()
    }

    /// Every predicate of a playable set-up, in the order in which a person would fix them.
    pub fn validate(&self, variant: &Variant) -> Result<(), SetupError> {
        self.validate_pieces(variant)?;
        for (right, castling) in variant.castlings.iter().enumerate() {
            let in_place = self.board.of(castling.color, Role::King).contains(castling.king_from)
                && self.board.of(castling.color, Role::Rook).contains(castling.rook_from);
            if self.castling_rights >> right & 1 != 0 && !in_place {
                return Err(SetupError::CastlingRight(castling.letter));
            }
        }
        if let Some(square) = self.en_passant
            && !self.valid_en_passant(variant, square)
        {
            return Err(SetupError::EnPassant(square));
        }
        if let Some(king) = self.board.king(!self.turn)
            && !variant.king_capture
            && self.attacks(variant, self.turn, king)
        {
            return Err(SetupError::OpponentInCheck(!self.turn));
        }
        if self.fullmove == 0 {
            return Err(SetupError::TurnNumber);
        }
        Ok(())
    }

    fn validate_pieces(&self, variant: &Variant) -> Result<(), SetupError> {
        if let Some(square) = (self.board.occupied() & variant.off_board()).first() {
            return Err(SetupError::OffBoard(square));
        }
        for color in Color::ALL {
            match self.board.of(color, Role::King).count() {
                0 => return Err(SetupError::NoKing(color)),
                1 => {}
                _ => return Err(SetupError::ManyKings(color)),
            }
            let most = 2 * u32::from(variant.files);
            if self.board.color(color).count() > most {
                return Err(SetupError::ManyPieces(color, most));
            }
        }
        for (square, piece) in self.board.pieces() {
            if !variant.roles().contains(&piece.role) {
                return Err(SetupError::ForeignPiece(piece.role));
            }
            let end = square.rank() == 0 || square.rank() == variant.ranks - 1;
            if piece.role == Role::Pawn && end {
                return Err(SetupError::PawnOnEndRank(square));
            }
        }
        Ok(())
    }

    /// Whether an enemy pawn can have come to stand behind `square` by a double step.
    fn valid_en_passant(&self, variant: &Variant, square: Square) -> bool {
        let passer = !self.turn;
        let forward = if passer == Color::White { 1 } else { -1 };
        let (Some(pawn), Some(home)) = (square.offset(0, forward), square.offset(0, -forward))
        else {
            return false;
        };
        let occupied = self.board.occupied();
        variant.en_passant
            && home.rank() == variant.second_rank(passer)
            && self.board.of(passer, Role::Pawn).contains(pawn)
            && !occupied.contains(square)
            && !occupied.contains(home)
    }
}

/// Pieces of `color` that attack `square`, given what blocks sliders.
#[inline]
pub(super) fn attackers_to(
    board: &Board,
    color: Color,
    square: Square,
    occupied: super::Bitboard,
) -> super::Bitboard {
    let queens = board.role(Role::Queen);
    let bishops = board.role(Role::Bishop) | queens;
    let rooks = board.role(Role::Rook) | queens;
    let attackers = (attacks::pawn(!color, square) & board.role(Role::Pawn))
        | (attacks::knight(square) & board.role(Role::Knight))
        | (attacks::king(square) & board.role(Role::King))
        | (attacks::bishop(square, occupied) & bishops)
        | (attacks::rook(square, occupied) & rooks);
    attackers & board.color(color)
}
