//! Moves, and their coordinate notation `a2a3`.

use std::fmt;

use super::{Position, Role, Square, excerpt, visible};

/// What a move does besides moving a piece from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// Nothing else: a step or a capture, of any piece.
    Normal,
    /// A pawn moves two squares from its start.
    DoubleStep,
    /// A pawn captures an enemy pawn that has just passed its target square.
    EnPassant,
    /// `from` and `to` are the king's squares.
    Castle,
    /// A pawn reaches its last rank, perhaps with a capture, and becomes this role.
    Promotion(Role),
}

/// A move, packed into 16 bits: six for each square, four for the kind.
///
/// A move is meaningful only in the position that generated it. [`Position::parse_move`] and
/// [`Position::legal_moves`] give moves, [`Position::move_text`] and [`san`](crate::san)
/// write them.
///
/// ```
/// use minnow_rules::{MoveKind, Position, Variant};
///
/// let start = Position::start(Variant::default_variant());
/// let mv = start.parse_move("c2-c3")?;
/// assert_eq!((mv.from().to_string(), mv.to().to_string()), ("c2".to_owned(), "c3".to_owned()));
/// assert_eq!(mv.kind(), MoveKind::Normal);
/// assert!(start.parse_move("c2c4").is_err());
/// # Ok::<(), minnow_rules::MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

const DOUBLE_STEP: u16 = 6;
const EN_PASSANT: u16 = 7;
const CASTLE: u16 = 8;

impl Move {
    /// A move from its parts. Nothing checks it against a position.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        let kind = match kind {
            MoveKind::Normal => 0,
            MoveKind::Promotion(role) => role.index() as u16,
            MoveKind::DoubleStep => DOUBLE_STEP,
            MoveKind::EnPassant => EN_PASSANT,
            MoveKind::Castle => CASTLE,
        };
        Move(from.index() as u16 | (to.index() as u16) << 6 | kind << 12)
    }

    /// The square of origin.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index(self.0 as usize)
    }

    /// The target square.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.0 >> 6) as usize)
    }

    /// What the move does besides moving the piece.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 12 {
            1 => MoveKind::Promotion(Role::Knight),
            2 => MoveKind::Promotion(Role::Bishop),
            3 => MoveKind::Promotion(Role::Rook),
            4 => MoveKind::Promotion(Role::Queen),
            DOUBLE_STEP => MoveKind::DoubleStep,
            EN_PASSANT => MoveKind::EnPassant,
            CASTLE => MoveKind::Castle,
            _ => MoveKind::Normal,
        }
    }

    /// The role that the pawn promotes to.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        }
    }

    /// The packed move, for tables. It is never 0, because no move goes from a1 to a1.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Unpacks a move; `None` for 0. The caller checks the move against a position before playing it.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        if bits == 0 { None } else { Some(Move(bits)) }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.kind() {
            MoveKind::Normal | MoveKind::DoubleStep => Ok(()),
            kind => write!(f, "({kind:?})"),
        }
    }
}

/// Why the text of a move was refused; each error quotes the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// The text does not have the form of a move.
    #[error("\"{0}\" is not a move; moves are written like a2a3 or a5a6q")]
    Unreadable(String),
    /// The rules do not allow the move in this position.
    #[error("the move \"{0}\" is not allowed here")]
    Illegal(String),
    /// The pawn may promote to several roles, and the text names none.
    #[error("the move \"{0}\" needs the letter of the piece it promotes to")]
    MissingPromotion(String),
}

impl Position {
    /// The square that, with the origin, identifies a move apart from its promotion. It is the target
    /// square, except for castling in which the king moves one square (Diana): there it is the
    /// rook's square, because the king's target would read as a plain king move.
    pub fn target_square(&self, mv: Move) -> Square {
        match self.castling(mv) {
            Some(castling) if castling.king_step() == 1 => castling.rook_from,
            _ => mv.to(),
        }
    }

    /// The move in coordinate notation for UCI and saved games: `a2a3`, `a5a6q`. Castling is
    /// written as the king's move, or as king takes rook if that would read as a plain king move.
    pub fn move_text(&self, mv: Move) -> String {
        let mut text = format!("{}{}", mv.from(), self.target_square(mv));
        if let Some(role) = mv.promotion() {
            text.push(role.letter().to_ascii_lowercase());
        }
        text
    }

    /// A line of moves from this position in coordinate notation, separated by spaces.
    pub fn line_text(&self, line: &[Move]) -> String {
        let mut position = *self;
        let mut words = Vec::with_capacity(line.len());
        for mv in line {
            words.push(position.move_text(*mv));
            position = position.play(*mv);
        }
        words.join(" ")
    }

    /// Reads the [`visible`] text `a2a3` or `a2-a3`. The promotion letter is optional if the variant
    /// has only one promotion. Castling may be the king's move or king takes rook.
    ///
    /// # Errors
    ///
    /// Returns a [`MoveTextError`] that quotes the text if it is not a move, if the rules do not
    /// allow the move here, or if it lacks the letter of the promotion.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveTextError> {
        let unreadable = || MoveTextError::Unreadable(excerpt(text));
        let compact = visible(text).trim().replacen('-', "", 1);
        if !compact.is_ascii() || !(4..=5).contains(&compact.len()) {
            return Err(unreadable());
        }
        let from: Square = compact[0..2].parse().map_err(|_| unreadable())?;
        let to: Square = compact[2..4].parse().map_err(|_| unreadable())?;
        let promotion = match compact[4..].chars().next() {
            Some(letter) => Some(Role::from_letter(letter).ok_or_else(unreadable)?),
            None => None,
        };
        let fits = |candidate: &Move| {
            candidate.from() == from
                && match candidate.kind() {
                    MoveKind::Castle => {
                        self.target_square(*candidate) == to
                            || self.castling(*candidate).is_some_and(|c| c.rook_from == to)
                    }
                    _ => candidate.to() == to,
                }
        };
        let candidates: Vec<Move> = self.legal_moves().into_iter().filter(fits).collect();
        if let Some(exact) = candidates.iter().find(|candidate| candidate.promotion() == promotion)
        {
            return Ok(*exact);
        }
        match (promotion, candidates.as_slice()) {
            (None, [only]) => Ok(*only),
            (None, [_, ..]) => Err(MoveTextError::MissingPromotion(excerpt(text))),
            _ => Err(MoveTextError::Illegal(excerpt(text))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    fn position(variant: &str, fen: &str) -> Position {
        Position::from_fen(Variant::by_id(variant).unwrap(), fen).unwrap()
    }

    #[test]
    fn packing_keeps_moves() {
        let (from, to) = (Square::new(3, 4), Square::new(7, 7));
        let kinds = [MoveKind::Normal, MoveKind::DoubleStep, MoveKind::EnPassant, MoveKind::Castle];
        let promotions = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        for kind in kinds.into_iter().chain(promotions.map(MoveKind::Promotion)) {
            let packed = Move::from_bits(Move::new(from, to, kind).bits()).unwrap();
            assert_eq!((packed.from(), packed.to(), packed.kind()), (from, to, kind));
        }
        assert_eq!(Move::from_bits(0), None);
    }

    #[test]
    fn one_square_castling_is_written_king_takes_rook() {
        let diana = position("diana", "r2k1r/pppppp/6/6/PPPPPP/R2K1R w KQkq");
        let kind = |text: &str| diana.parse_move(text).unwrap().kind();
        assert_eq!(kind("d1f1"), MoveKind::Castle);
        assert_eq!(kind("d1e1"), MoveKind::Normal);
        assert_eq!(kind("d1b1"), MoveKind::Castle);
        assert_eq!(kind("d1a1"), MoveKind::Castle);
        assert_eq!(diana.move_text(diana.parse_move("d1f1").unwrap()), "d1f1");
        assert_eq!(diana.move_text(diana.parse_move("d1a1").unwrap()), "d1b1");
    }

    #[test]
    fn promotions_are_written_with_their_letter() {
        let queening = position("minichess", "4k/P4/5/5/5/4K w");
        let mv = queening.parse_move("a5-a6").unwrap();
        assert_eq!(queening.move_text(mv), "a5a6q");
        let choosing = position("gardner", "4k/P4/5/5/4K w");
        let missing = MoveTextError::MissingPromotion("a4a5".to_owned());
        assert_eq!(choosing.parse_move("a4a5"), Err(missing));
        assert_eq!(choosing.parse_move("a4a5N").unwrap().promotion(), Some(Role::Knight));
    }

    #[test]
    fn refused_moves_are_quoted() {
        let start = Position::start(Variant::default_variant());
        let message = |text: &str| start.parse_move(text).unwrap_err().to_string();
        for illegal in ["a2a4", "a2a3q", "e1e2", "a1a1"] {
            assert_eq!(message(illegal), format!("the move \"{illegal}\" is not allowed here"));
        }
        for unreadable in ["", "a2", "a2z3", "a2a3qq", "a2a3x", "é2a3"] {
            assert!(message(unreadable).starts_with(&format!("\"{unreadable}\" is not a move")));
        }
    }
}
