//! The changes of a move on the board, for evaluations with incremental updates.

use minnow_rules::{Color, Move, MoveKind, Position, Role, Square};

/// A piece that moves from one square to another, where it may become another piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceStep {
    pub role: Role,
    pub from: Square,
    /// The role after the move: another one after a promotion.
    pub becomes: Role,
    pub to: Square,
}

/// The changes of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardChanges {
    /// The side that moves.
    pub us: Color,
    pub step: PieceStep,
    /// The captured enemy piece and its square.
    pub captured: Option<(Role, Square)>,
    /// The rook's step in castling, which captures nothing.
    pub rook: Option<PieceStep>,
}

impl BoardChanges {
    #[inline(always)]
    pub(super) fn of(position: &Position, mv: Move) -> BoardChanges {
        let us = position.turn();
        if let Some(castling) = position.castling(mv) {
            let step = |role, from, to| PieceStep { role, from, becomes: role, to };
            let rook = step(Role::Rook, castling.rook_from, castling.rook_to);
            let step = step(Role::King, castling.king_from, castling.king_to);
            return BoardChanges { us, step, captured: None, rook: Some(rook) };
        }
        let (from, to, role) = (mv.from(), mv.to(), position.moved(mv));
        let step = PieceStep { role, from, becomes: mv.promotion().unwrap_or(role), to };
        let captured = position.captured(mv).map(|victim| {
            let is_en_passant = mv.kind() == MoveKind::EnPassant;
            (victim, if is_en_passant { Square::new(to.file(), from.rank()) } else { to })
        });
        BoardChanges { us, step, captured, rook: None }
    }
}
