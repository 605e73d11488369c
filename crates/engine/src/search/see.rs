//! Static exchange evaluation: the material a capture gains once all recaptures on its square are
//! made.
//!
//! Both sides capture with their least valuable piece and stop when going on would lose material
//! (the swap algorithm, here against a threshold as in Reul 2009). Pins and checks are ignored.

use crate::params;
use minnow_rules::{Bitboard, Move, MoveKind, Position, Role, Square};

/// The material a capture or promotion gains without a recapture, in centipawns.
#[inline]
pub(crate) fn capture_gain(position: &Position, mv: Move) -> i32 {
    position.captured(mv).map_or(0, exchange_value)
        + mv.promotion().map_or(0, |role| exchange_value(role) - exchange_value(Role::Pawn))
}

/// True if the exchange that the move begins gains its side at least `threshold` centipawns.
pub(crate) fn gains_at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let moved = mv.promotion().unwrap_or_else(|| position.moved(mv));
    let mut balance = capture_gain(position, mv) - threshold;
    if balance < 0 {
        return false;
    }
    // Even losing the moved piece meets the threshold.
    balance -= exchange_value(moved);
    if balance >= 0 {
        return true;
    }
    let mut occupied = (position.board().occupied() & !Bitboard::of(from)) | Bitboard::of(to);
    if mv.kind() == MoveKind::EnPassant {
        occupied &= !Bitboard::of(Square::new(to.file(), from.rank()));
    }
    let us = position.turn();
    let mut side = !us;
    loop {
        // Computed anew for each capture, because captures open lines for sliders behind them.
        let attackers = position.attackers_among(to, occupied);
        let own = attackers & position.board().color(side);
        let Some((role, square)) = least_valuable(position, own) else { break };
        let defended = (attackers & position.board().color(!side)).any();
        if role == Role::King && defended {
            break;
        }
        occupied &= !Bitboard::of(square);
        side = !side;
        balance = -balance - 1 - exchange_value(role);
        if balance >= 0 {
            break;
        }
    }
    // The exchange is lost by the side that cannot capture or would lose material by a capture.
    side != us
}

/// The value of a role in exchanges, in centipawns.
pub(crate) fn exchange_value(role: Role) -> i32 {
    match role {
        Role::Pawn => params::exchange_pawn(),
        Role::Knight => params::exchange_knight(),
        Role::Bishop => params::exchange_bishop(),
        Role::Rook => params::exchange_rook(),
        Role::Queen => params::exchange_queen(),
        Role::King => 10_000,
    }
}

fn least_valuable(position: &Position, own: Bitboard) -> Option<(Role, Square)> {
    Role::ALL.into_iter().find_map(|role| {
        let square = (own & position.board().role(role)).first()?;
        Some((role, square))
    })
}
