//! What a move changes on the board, for evaluations that are kept up to date.

use crate::rules::{Color, Move, MoveKind, Position, Role, Square};

/// A piece that goes from one square to another, where it may be another piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub role: Role,
    pub from: Square,
    pub becomes: Role,
    pub to: Square,
}

/// What a move changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changes {
    /// Whose move it is.
    pub us: Color,
    pub step: Step,
    /// The enemy's piece that is taken off the board, and where.
    pub captured: Option<(Role, Square)>,
    /// The rook's step when castling; nothing is captured then.
    pub rook: Option<Step>,
}

impl Changes {
    #[inline(always)]
    pub fn of(position: &Position, played: Move) -> Changes {
        let us = position.turn();
        if let Some(castling) = position.castling(played) {
            let step = |role, from, to| Step { role, from, becomes: role, to };
            let rook = step(Role::Rook, castling.rook_from, castling.rook_to);
            let step = step(Role::King, castling.king_from, castling.king_to);
            return Changes { us, step, captured: None, rook: Some(rook) };
        }
        let (from, to, role) = (played.from(), played.to(), position.moved(played));
        let step = Step { role, from, becomes: played.promotion().unwrap_or(role), to };
        let captured = position.captured(played).map(|victim| {
            let passing = played.kind() == MoveKind::EnPassant;
            (victim, if passing { Square::new(to.file(), from.rank()) } else { to })
        });
        Changes { us, step, captured, rook: None }
    }
}
