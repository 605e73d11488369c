//! Premoves: moves chosen before the other side has moved.
//!
//! The other side's move may clear a line or capture on any square, so a premove ignores what stands
//! in its way and on its target. It is checked once that move is known.

use super::{Bitboard, Color, Move, MoveKind, Position, Role, attacks};

impl Position {
    /// The moves of `color` that may become legal by moves of the other side: all that its pieces
    /// could make if nothing stood in their way.
    ///
    /// ```
    /// use minnow::rules::{Color, Position, Variant};
    ///
    /// let start = Position::start(Variant::default_variant());
    /// let named = |mv: &minnow::rules::Move| format!("{mv:?}");
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Variant, builtin_variants, san};

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
}
