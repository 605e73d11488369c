//! Validated positions, and playing moves.
//!
//! Playing a move copies the position (96 bytes) instead of undoing the move
//! later: that is simpler, and no undo can restore a wrong state.

use super::{
    Bitboard, Board, Castling, Color, Move, MoveKind, Piece, Role, Setup, SetupError, Square,
    Variant, attacks, setup::attackers_to, zobrist,
};

/// The variant's castlings that are still allowed; bit `n` is the `n`th of them.
pub type CastlingRights = u8;

/// A position of a game. In variants with king capture the king of the side to move may be
/// missing: then the game is over and there are no moves.
///
/// ```
/// use minnow_rules::{Position, Variant};
///
/// let variant = Variant::by_id("gardner").expect("a built-in variant");
/// let position = Position::from_fen(variant, "k4/1Q3/1K3/5/5 b")?;
/// assert!(position.in_check() && position.legal_moves().is_empty());
/// assert_eq!(position.outcome(1).map(|outcome| outcome.result_text()), Some("1-0"));
/// # Ok::<(), minnow_rules::FenError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Position {
    board: Board,
    variant: &'static Variant,
    key: u64,
    turn: Color,
    castling_rights: CastlingRights,
    en_passant: Option<Square>,
    halfmove_clock: u16,
    fullmove: u16,
    /// The pieces that attack the king of the side to move. Move generation and search need them
    /// in every position, so `play` computes them once.
    checkers: Bitboard,
}

impl Position {
    /// The variant's start position.
    pub fn start(variant: &'static Variant) -> Position {
        match Setup::from_fen(variant, &variant.start_fen) {
            Ok(setup) => Position::from_valid(&setup, variant),
            Err(error) => unreachable!("a variant's start is checked when it is read: {error}"),
        }
    }

    /// Validates a set-up.
    ///
    /// # Errors
    ///
    /// Returns the first [`SetupError`] that [`Setup::validate`] finds.
    pub fn new(setup: &Setup, variant: &'static Variant) -> Result<Position, SetupError> {
        setup.validate(variant)?;
        Ok(Position::from_valid(setup, variant))
    }

    fn from_valid(setup: &Setup, variant: &'static Variant) -> Position {
        let mut position = Position {
            board: setup.board,
            variant,
            key: 0,
            turn: setup.turn,
            castling_rights: setup.castling_rights,
            en_passant: setup.en_passant,
            halfmove_clock: setup.halfmove_clock,
            fullmove: setup.fullmove,
            checkers: Bitboard::EMPTY,
        };
        position.checkers = position.find_checkers();
        position.drop_useless_en_passant();
        position.key = position.key_from_scratch();
        position
    }

    /// The set-up of this position.
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            castling_rights: self.castling_rights,
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove: self.fullmove,
        }
    }

    /// The piece placement.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rules that apply.
    #[inline]
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The castlings that are still allowed.
    #[inline]
    pub fn castling_rights(&self) -> CastlingRights {
        self.castling_rights
    }

    /// The square that a pawn has just passed; `None` unless a pawn can capture there.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The move number, from 1; Black's move increases it.
    #[inline]
    pub fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// Plies since White's move 1, computed from the move number and the side to move.
    #[inline]
    pub fn ply(&self) -> u32 {
        2 * (u32::from(self.fullmove).max(1) - 1) + self.turn.index() as u32
    }

    /// The Zobrist key. It covers placement, side to move, castling rights and the en passant
    /// square, but not the counters.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The squares that block sliders: all pieces, and everything off the board.
    #[inline]
    pub fn blockers(&self) -> Bitboard {
        self.board.occupied() | self.variant.off_board()
    }

    /// True if the king of the side to move is attacked.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The pieces that attack the king of the side to move.
    #[inline]
    pub(super) fn checkers(&self) -> Bitboard {
        self.checkers
    }

    #[inline]
    fn find_checkers(&self) -> Bitboard {
        self.board.king(self.turn).map_or(Bitboard::EMPTY, |king| {
            attackers_to(&self.board, !self.turn, king, self.blockers())
        })
    }

    /// True if the king of `color` is attacked.
    #[inline]
    pub fn is_attacked(&self, color: Color) -> bool {
        self.board
            .king(color)
            .is_some_and(|king| attackers_to(&self.board, !color, king, self.blockers()).any())
    }

    /// The square of an attacked king. Where both are attacked, it is that of the side to move.
    pub fn attacked_king(&self) -> Option<Square> {
        let color = [self.turn, !self.turn].into_iter().find(|color| self.is_attacked(*color))?;
        self.board.king(color)
    }

    /// Pieces of `color` that attack `square`.
    pub fn attackers(&self, color: Color, square: Square) -> Bitboard {
        attackers_to(&self.board, color, square, self.blockers())
    }

    /// Pieces of both colours that attack `square` if only `occupied` is occupied. Pieces outside
    /// `occupied` neither attack nor block.
    #[inline]
    pub fn attackers_among(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let blockers = occupied | self.variant.off_board();
        let attackers = |color| attackers_to(&self.board, color, square, blockers);
        (attackers(Color::White) | attackers(Color::Black)) & occupied
    }

    /// The role that the move captures.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Role> {
        match mv.kind() {
            MoveKind::EnPassant => Some(Role::Pawn),
            MoveKind::Castle => None,
            _ => self.board.role_on(mv.to()),
        }
    }

    /// The role that moves; the pawn in a promotion.
    #[inline]
    pub fn moved(&self, mv: Move) -> Role {
        self.board.role_on(mv.from()).unwrap_or(Role::Pawn)
    }

    /// The variant's castling that the move carries out; `None` for other moves.
    pub fn castling(&self, mv: Move) -> Option<&'static Castling> {
        if mv.kind() != MoveKind::Castle {
            return None;
        }
        self.variant.castling_of(self.turn, mv.to())
    }

    /// True if the move captures the king, which ends the game.
    #[inline]
    pub fn takes_king(&self, mv: Move) -> bool {
        self.board.of(!self.turn, Role::King).contains(mv.to())
    }

    /// The position after a move. The move must be legal here.
    #[inline]
    pub fn play(&self, mv: Move) -> Position {
        let mut next = *self;
        let (us, them) = (self.turn, !self.turn);
        let (from, to) = (mv.from(), mv.to());
        let role = self.moved(mv);
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if let Some(square) = next.en_passant.take() {
            next.key ^= zobrist::en_passant(square);
        }
        if let Some(victim) = self.board.role_on(to).filter(|_| mv.kind() != MoveKind::Castle) {
            next.toggle(them, victim, to);
            next.halfmove_clock = 0;
        }
        if role == Role::Pawn {
            next.halfmove_clock = 0;
        }
        match mv.kind() {
            MoveKind::Castle => next.move_castling_pieces(mv),
            kind => {
                next.toggle(us, role, from);
                next.toggle(us, if let MoveKind::Promotion(to) = kind { to } else { role }, to);
            }
        }
        if mv.kind() == MoveKind::EnPassant {
            next.toggle(them, Role::Pawn, Square::new(to.file(), from.rank()));
        }
        next.turn = them;
        next.checkers = next.find_checkers();
        next.key ^= zobrist::BLACK_TO_MOVE;
        if mv.kind() == MoveKind::DoubleStep && self.variant.en_passant {
            next.en_passant = Some(Square::new(from.file(), (from.rank() + to.rank()) / 2));
            next.drop_useless_en_passant();
            next.key ^= next.en_passant.map_or(0, zobrist::en_passant);
        }
        if self.castling_rights != 0 {
            next.castling_rights &= self.variant.kept_rights(from) & self.variant.kept_rights(to);
            next.key ^= zobrist::castling(self.castling_rights);
            next.key ^= zobrist::castling(next.castling_rights);
        }
        if us == Color::Black {
            next.fullmove = self.fullmove.saturating_add(1);
        }
        next
    }

    /// The key after a move, but for what castling and double steps add to it: enough to fetch the memory
    /// that belongs to most positions before [`Position::play`] makes them.
    #[inline]
    pub fn likely_key_after(&self, mv: Move) -> u64 {
        let role = self.moved(mv);
        let becomes = if let MoveKind::Promotion(to) = mv.kind() { to } else { role };
        let (from, to) = (mv.from(), mv.to());
        let victim = self.board.role_on(to).map_or(0, |role| zobrist::piece(!self.turn, role, to));
        let (before, after) =
            (zobrist::piece(self.turn, role, from), zobrist::piece(self.turn, becomes, to));
        self.key ^ zobrist::BLACK_TO_MOVE ^ victim ^ before ^ after
    }

    /// The position after a null move, in which the other side is to move. The rules do not allow
    /// it; searches use it to find threats. The half-move clock restarts at 0, so that no
    /// repetition spans the null move.
    pub fn play_null_move(&self) -> Position {
        let mut next = *self;
        if let Some(square) = next.en_passant.take() {
            next.key ^= zobrist::en_passant(square);
        }
        next.turn = !self.turn;
        next.checkers = next.find_checkers();
        next.key ^= zobrist::BLACK_TO_MOVE;
        next.halfmove_clock = 0;
        if self.turn == Color::Black {
            next.fullmove = self.fullmove.saturating_add(1);
        }
        next
    }

    fn move_castling_pieces(&mut self, mv: Move) {
        if let Some(castling) = self.castling(mv) {
            self.toggle(castling.color, Role::King, castling.king_from);
            self.toggle(castling.color, Role::Rook, castling.rook_from);
            self.toggle(castling.color, Role::King, castling.king_to);
            self.toggle(castling.color, Role::Rook, castling.rook_to);
        }
    }

    #[inline]
    fn toggle(&mut self, color: Color, role: Role, square: Square) {
        self.board.toggle(color, role, Bitboard::of(square));
        self.key ^= zobrist::piece(color, role, square);
    }

    /// The en passant captures; with `keep_king` only those that leave the own king safe. Two pawns
    /// leave one rank, so pins do not suffice to find unsafe captures: each capture is played.
    pub(super) fn en_passant_moves(&self, keep_king: bool) -> impl Iterator<Item = Move> {
        let captures = self.en_passant.into_iter().flat_map(|to| {
            let pawns = self.board.of(self.turn, Role::Pawn);
            (attacks::pawn(!self.turn, to) & pawns)
                .into_iter()
                .map(move |from| Move::new(from, to, MoveKind::EnPassant))
        });
        captures.filter(move |mv| !keep_king || !self.play(*mv).is_attacked(self.turn))
    }

    /// Drops an en passant square on which no pawn can capture: positions that differ only by such
    /// a square count as repeated.
    fn drop_useless_en_passant(&mut self) {
        if self.en_passant_moves(!self.variant.king_capture).next().is_none() {
            self.en_passant = None;
        }
    }

    /// The key computed from the whole position, to test the one that `play` keeps up to date.
    pub fn key_from_scratch(&self) -> u64 {
        let pieces = self
            .board
            .pieces()
            .map(|(square, Piece { color, role })| zobrist::piece(color, role, square));
        let turn = if self.turn == Color::Black { zobrist::BLACK_TO_MOVE } else { 0 };
        pieces.fold(turn, |key, piece| key ^ piece)
            ^ zobrist::castling(self.castling_rights)
            ^ self.en_passant.map_or(0, zobrist::en_passant)
    }
}

impl PartialEq for Position {
    /// Positions are equal if their variants and FENs are.
    fn eq(&self, other: &Position) -> bool {
        self.variant == other.variant && self.setup() == other.setup()
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.variant.id, self.fen())
    }
}
