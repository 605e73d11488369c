//! Premoves: moves chosen before the other side has moved.
//!
//! The other side's move may clear a line or capture on any square, so a premove ignores what stands
//! in its way and on its target. It is checked once that move is known.

use super::castling::castling_letter;
use super::san::{SanPattern, without_marks};
use super::{
    Bitboard, Castling, Color, Move, MoveKind, Position, Role, SanError, attacks, excerpt, visible,
};

impl Position {
    /// The moves of `color` that may become legal by moves of the other side: all that its pieces
    /// could make if nothing stood in their way.
    ///
    /// ```
    /// use minnow_rules::{Color, Position, Variant};
    ///
    /// let start = Position::start(Variant::default_variant());
    /// let named = |mv: &minnow_rules::Move| format!("{mv:?}");
    /// let premoves: Vec<String> = start.premoves(Color::White).iter().map(named).collect();
    /// assert!(premoves.contains(&"a2b3".to_owned()), "a capture of what may come to b3");
    /// ```
    pub fn premoves(&self, color: Color) -> Vec<Move> {
        let mut moves = Vec::new();
        let variant = self.variant();
        for (from, piece) in self.board().pieces().filter(|(_, piece)| piece.color == color) {
            if piece.role == Role::Pawn {
                self.pawn_premoves(color, Bitboard::of(from), &mut moves);
                continue;
            }
            let targets = match piece.role {
                Role::Knight => attacks::knight(from),
                Role::Bishop if variant.bishop_step => {
                    attacks::bishop(from, Bitboard::EMPTY) | attacks::step(from)
                }
                Role::Bishop => attacks::bishop(from, Bitboard::EMPTY),
                Role::Rook => attacks::rook(from, Bitboard::EMPTY),
                Role::Queen => attacks::queen(from, Bitboard::EMPTY),
                Role::King | Role::Pawn => attacks::king(from),
            };
            let targets = targets & variant.board();
            moves.extend(targets.into_iter().map(|to| Move::new(from, to, MoveKind::Normal)));
        }
        for (right, castling) in variant.castlings.iter().enumerate() {
            if self.castling_rights() >> right & 1 != 0 && castling.color == color {
                moves.push(Move::new(castling.king_from, castling.king_to, MoveKind::Castle));
            }
        }
        moves
    }

    /// The steps and captures of a pawn, the only piece in `pawn`.
    fn pawn_premoves(&self, color: Color, pawn: Bitboard, moves: &mut Vec<Move>) {
        let Some(from) = pawn.first() else { return };
        let variant = self.variant();
        let forward = |set: Bitboard| match color {
            Color::White => set.shift_up(1),
            Color::Black => set.shift_down(1),
        };
        let ahead = forward(pawn);
        let targets = (ahead | ahead.shift_left() | ahead.shift_right()) & variant.board();
        let last = Bitboard::rank(variant.last_rank(color));
        for to in targets {
            if last.contains(to) {
                let promoted = variant.promotions.iter();
                let promotion = |role: &Role| Move::new(from, to, MoveKind::Promotion(*role));
                moves.extend(promoted.map(promotion));
            } else {
                moves.push(Move::new(from, to, MoveKind::Normal));
            }
        }
        let second = Bitboard::rank(variant.second_rank(color));
        if variant.double_step && second.contains(from) {
            let double = |to| Move::new(from, to, MoveKind::DoubleStep);
            moves.extend(forward(ahead).first().map(double));
        }
    }

    /// The legal move that a premove has become in this position; `None` if it is not legal.
    pub fn premove_here(&self, premove: Move) -> Option<Move> {
        let parts = |mv: Move| (mv.from(), mv.to(), mv.promotion(), mv.kind() == MoveKind::Castle);
        self.legal_moves().iter().find(|mv| parts(*mv) == parts(premove))
    }
}

/// Reads a premove of `color` as [`parse_san`](super::parse_san) reads a move: the text fits one of
/// [`Position::premoves`]. A pawn without a file of origin steps straight ahead, and `x` needs no
/// piece to capture yet.
///
/// # Errors
///
/// Returns a [`SanError`] that quotes the text if it is not a move, or if no premove or several fit.
pub fn parse_premove(position: &Position, color: Color, text: &str) -> Result<Move, SanError> {
    let text = visible(text);
    let text = text.trim();
    let core = without_marks(text);
    let letter = castling_letter(core, color);
    let pattern = SanPattern::read(core);
    if letter.is_none() && pattern.is_none() {
        return Err(SanError::Unreadable(excerpt(text)));
    }
    let castling = |mv: Move| {
        let castles = mv.kind() == MoveKind::Castle;
        castles.then(|| position.variant().castling_of(color, mv.to())).flatten()
    };
    let fits = |mv: &Move| match &pattern {
        Some(pattern) => fits_premove(pattern, position, castling(*mv), *mv),
        None => castling(*mv).map(|castling| castling.letter) == letter,
    };
    let fitting: Vec<Move> = position.premoves(color).into_iter().filter(fits).collect();
    let candidates = || fitting.iter().map(|mv| position.move_text(*mv)).collect();
    let text = excerpt(text);
    match fitting.as_slice() {
        [only] => Ok(*only),
        [] => Err(SanError::Illegal(text)),
        [first, others @ ..] if others.iter().all(|other| other.from() == first.from()) => {
            Err(SanError::MissingPromotion { text, candidates: candidates() })
        }
        _ => Err(SanError::Ambiguous { text, candidates: candidates() }),
    }
}

/// True if a text fits a premove, which may carry out `castling`.
fn fits_premove(
    pattern: &SanPattern,
    position: &Position,
    castling: Option<&Castling>,
    mv: Move,
) -> bool {
    let (from, role) = (mv.from(), position.moved(mv));
    let names_squares = pattern.coordinates().is_some();
    // A pawn captures on another file only.
    let fits_file = match (role, from.file() == mv.to().file()) {
        (Role::Pawn, true) => !pattern.capture,
        (Role::Pawn, false) => pattern.capture || pattern.from_file.is_some(),
        _ => true,
    };
    let target = match castling {
        Some(castling) if castling.king_step() == 1 => castling.rook_from,
        _ => mv.to(),
    };
    target == pattern.to
        && (names_squares || castling.is_none() && role == pattern.role.unwrap_or(Role::Pawn))
        && fits_file
        && pattern.from_file.is_none_or(|file| file == from.file())
        && pattern.from_rank.is_none_or(|rank| rank == from.rank())
        && (pattern.promotion.is_none() || pattern.promotion == mv.promotion())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Variant, builtin_variants, parse_san, san};

    #[test]
    fn every_reply_that_can_come_is_a_premove() {
        for variant in builtin_variants() {
            let mut position = Position::start(variant);
            for ply in 0..12 {
                let premoves = position.premoves(!position.turn());
                for mv in position.legal_moves() {
                    let next = position.play(mv);
                    let known: Vec<Move> =
                        premoves.iter().filter_map(|one| next.premove_here(*one)).collect();
                    for reply in next.legal_moves() {
                        let name = san(&position, mv);
                        assert!(known.contains(&reply), "{}: {name}, {reply:?}", variant.id);
                    }
                }
                let moves = position.legal_moves();
                let Some(mv) = moves.iter().nth(ply * 7 % moves.len().max(1)) else { break };
                position = position.play(mv);
            }
        }
    }

    #[test]
    fn an_illegal_premove_becomes_no_move() {
        let start = Position::start(Variant::default_variant());
        let capture =
            start.premoves(Color::White).into_iter().find(|mv| format!("{mv:?}") == "a2b3");
        assert_eq!(start.premove_here(capture.unwrap()), None);
    }

    #[test]
    fn premoves_are_read_as_moves_are() {
        let start = |id: &str| Position::start(Variant::by_id(id).unwrap());
        let position = start("minichess").play(parse_san(&start("minichess"), "a3").unwrap());
        let read = |color, text| match parse_premove(&position, color, text) {
            Ok(mv) => position.move_text(mv),
            Err(error) => error.to_string(),
        };
        for (text, expected) in [
            ("b1c3", "b1c3"),
            ("Nc3", "b1c3"),
            ("Nb1xc3", "b1c3"),
            ("b3", "b2b3"),
            ("axb4", "a3b4"),
            ("cxb3", "c2b3"),
            ("xb3", "c2b3"),
            ("xc3", "the move \"xc3\" may mean b2c3 or d2c3"),
            ("Qe5", "the move \"Qe5\" is not allowed here"),
            ("hello", "\"hello\" is not a move; moves are written like Nc3, axb4 or a2a3"),
        ] {
            assert_eq!(read(Color::White, text), expected, "{text}");
        }
        assert_eq!(read(Color::Black, "Nc4"), "d6c4");
        let variant = Variant::by_id("gardner").unwrap();
        let position = Position::from_fen(variant, "k4/4P/5/5/K4 b - - 0 1").unwrap();
        let white = |text| parse_premove(&position, Color::White, text);
        assert_eq!(white("e8=N").unwrap_err().to_string(), "the move \"e8=N\" is not allowed here");
        assert_eq!(white("e5=N").unwrap().promotion(), Some(Role::Knight));
        assert!(matches!(white("e5"), Err(SanError::MissingPromotion { .. })));
    }

    #[test]
    fn castling_is_a_premove_by_its_own_text() {
        let variant = Variant::by_id("diana").unwrap();
        let fen = "r2k1r/pppppp/6/6/PPPPPP/R2K1R b KQkq - 0 1";
        let position = Position::from_fen(variant, fen).unwrap();
        let white = |text| parse_premove(&position, Color::White, text).unwrap();
        for text in ["O-O", "0-0-0"] {
            assert_eq!(white(text).kind(), MoveKind::Castle, "{text}");
        }
        assert_eq!(white("Ke1").kind(), MoveKind::Normal);
    }
}
