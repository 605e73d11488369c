//! Unchecked set-ups, from a FEN or an editor, and their validation.

use super::{Board, Color, Role, Square, Variant, attacks};

/// The six fields of a FEN, not yet validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The piece placement.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// Bit `n` is the right to the variant's `n`th castling.
    pub castling_rights: u8,
    /// The square that a pawn has just passed.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The move number: 1 at the start, one more after each move of Black.
    pub fullmove: u16,
}

/// Why a set-up cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// This side has no king, which is refused even where kings can be captured.
    #[error("{0} has no king")]
    NoKing(Color),
    /// This side has two kings or more.
    #[error("{0} has more than one king")]
    ManyKings(Color),
    /// A side has more pieces than this limit, which is two for each file.
    #[error("{color} has more than {limit} pieces")]
    ManyPieces {
        /// The side with too many pieces.
        color: Color,
        /// The most pieces that a side may have on this board.
        limit: u32,
    },
    /// The square of a pawn; pawns stand on all ranks but these two.
    #[error("the pawn on {0} stands on the first or last rank")]
    PawnOnEndRank(Square),
    /// A piece stands on this square of the 8x8 grid, outside the variant's board.
    #[error("{0} is not on this board")]
    OffBoard(Square),
    /// A role that occurs neither in the variant's start nor among its promotions.
    #[error("this variant has no {}", .0.name())]
    ForeignPiece(Role),
    /// The side to move can capture this side's king.
    #[error("{0} is in check but not to move")]
    OpponentInCheck(Color),
    /// The set-up has this right, by its FEN letter, although king or rook stand elsewhere.
    #[error("the castling right {0} needs king and rook on their start squares")]
    CastlingRight(char),
    /// This en passant square does not lie behind an enemy pawn that can just have made a double step.
    #[error("no pawn can just have passed {0} (en passant)")]
    EnPassant(Square),
    /// The move number is 0.
    #[error("the move number must be at least 1")]
    TurnNumber,
}

impl Setup {
    /// True if `color` attacks `square` in this placement.
    fn attacks(&self, variant: &Variant, color: Color, square: Square) -> bool {
        let occupied = self.board.occupied() | variant.off_board();
        attackers_to(&self.board, color, square, occupied).any()
    }

    /// Checks that the set-up is playable.
    ///
    /// # Errors
    ///
    /// Returns the first [`SetupError`], in the order in which a user would mend them: pieces,
    /// castling rights, en passant, check, move number.
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
            let limit = 2 * u32::from(variant.files);
            if self.board.color(color).count() > limit {
                return Err(SetupError::ManyPieces { color, limit });
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

    /// True if an enemy pawn can just have passed `square` with a double step.
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

/// Pieces of `color` that attack `square`; `occupied` blocks sliders.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Piece;

    fn validate(variant: &str, fen: &str) -> Result<(), SetupError> {
        let variant = Variant::by_id(variant).unwrap();
        Setup::from_fen(variant, fen).unwrap().validate(variant)
    }

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn each_side_needs_one_king() {
        let no_white = validate("minichess", "4k/5/5/5/5/5 w");
        assert_eq!(no_white, Err(SetupError::NoKing(Color::White)));
        let two_black = validate("minichess", "k3k/5/5/5/5/4K w");
        assert_eq!(two_black, Err(SetupError::ManyKings(Color::Black)));
    }

    #[test]
    fn pieces_must_fit_the_board_and_the_variant() {
        let crowd = validate("minichess", "k4/5/5/NNNNN/NNNNN/4K w");
        assert_eq!(crowd, Err(SetupError::ManyPieces { color: Color::White, limit: 10 }));
        for (fen, at) in [("P3k/5/5/5/5/4K w", "a6"), ("4k/5/5/5/5/1p2K w", "b1")] {
            assert_eq!(validate("minichess", fen), Err(SetupError::PawnOnEndRank(square(at))));
        }
        let knight = validate("simpler", "k5/6/2N3/6/6/5K w");
        assert_eq!(knight, Err(SetupError::ForeignPiece(Role::Knight)));
        let variant = Variant::by_id("gardner").unwrap();
        let mut setup = Setup::from_fen(variant, "4k/5/5/5/4K w").unwrap();
        setup.board.set(square("f1"), Some(Piece { color: Color::White, role: Role::Rook }));
        assert_eq!(setup.validate(variant), Err(SetupError::OffBoard(square("f1"))));
    }

    #[test]
    fn only_king_capture_allows_check_off_turn() {
        let fen = "k3R/5/5/5/4K w";
        let in_check = validate("gardner", fen);
        assert_eq!(in_check, Err(SetupError::OpponentInCheck(Color::Black)));
        assert_eq!(validate("minichess", &format!("5/{fen}")), Ok(()));
    }

    #[test]
    fn castling_rights_need_king_and_rook_at_home() {
        assert_eq!(validate("chessattack", "r3k/5/5/5/5/R3K w Qq"), Ok(()));
        for (fen, letter) in [
            ("r3k/5/5/5/5/1R2K w Qq", 'Q'),
            ("r3k/5/5/5/5/R2K1 w Q", 'Q'),
            ("n3k/5/5/5/5/R3K w Qq", 'q'),
            ("R3k/1p3/5/5/5/R3K b q", 'q'),
        ] {
            let found = validate("chessattack", fen);
            assert_eq!(found, Err(SetupError::CastlingRight(letter)), "{fen}");
        }
    }

    #[test]
    fn en_passant_needs_a_pawn_that_passed() {
        assert_eq!(validate("chessattack", "k4/5/5/Pp3/5/4K w - b4"), Ok(()));
        assert_eq!(validate("chessattack", "k4/5/5/Pp3/5/4K b - a2"), Err(en_passant("a2")));
        for (fen, passed) in [
            ("k4/5/5/P4/5/4K w - b4", "b4"),
            ("k4/1n3/5/Pp3/5/4K w - b4", "b4"),
            ("k4/5/1n3/Pp3/5/4K w - b4", "b4"),
            ("k4/5/5/Pp3/5/4K w - b3", "b3"),
            ("k4/5/5/PP3/5/4K w - b4", "b4"),
        ] {
            assert_eq!(validate("chessattack", fen), Err(en_passant(passed)), "{fen}");
        }
        let elsewhere = validate("chess5x6", "k4/5/5/Pp3/5/4K w - b4");
        assert_eq!(elsewhere, Err(en_passant("b4")), "no double step");
    }

    fn en_passant(passed: &str) -> SetupError {
        SetupError::EnPassant(square(passed))
    }

    #[test]
    fn move_numbers_count_from_one() {
        let variant = Variant::default_variant();
        let setup = Setup::from_fen(variant, "k4/5/5/5/5/4K w").unwrap();
        assert_eq!(setup.validate(variant), Ok(()));
        assert_eq!(Setup { fullmove: 0, ..setup }.validate(variant), Err(SetupError::TurnNumber));
    }
}
