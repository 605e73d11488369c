//! Static exchange evaluation: what a capture is worth once every recapture on its square is made.
//!
//! Both sides take with their cheapest piece and may stop when going on would
//! cost them (the swap algorithm; Reul 2009 for asking against a threshold).
//! Pins and checks are not looked at.

use super::params::EXCHANGE_WORTH;
use crate::rules::{Bitboard, Move, MoveKind, Position, Role, Square};

/// What a capture or promotion gains if nothing comes back, in centipawns.
#[inline]
pub(super) fn capture_gain(position: &Position, played: Move) -> i32 {
    position.captured(played).map_or(0, worth)
        + played.promotion().map_or(0, |role| worth(role) - worth(Role::Pawn))
}

/// Whether the exchange that the move begins gains its side `threshold` centipawns or more.
pub(super) fn gains_at_least(position: &Position, played: Move, threshold: i32) -> bool {
    let (from, to) = (played.from(), played.to());
    let standing = played.promotion().unwrap_or_else(|| position.moved(played));
    let mut balance = capture_gain(position, played) - threshold;
    if balance < 0 {
        return false;
    }
    // If what now stands on the square is lost for nothing and that is still enough, it is enough.
    balance -= worth(standing);
    if balance >= 0 {
        return true;
    }
    let mut occupied = (position.board().occupied() & !Bitboard::of(from)) | Bitboard::of(to);
    if played.kind() == MoveKind::EnPassant {
        occupied &= !Bitboard::of(Square::new(to.file(), from.rank()));
    }
    let us = position.turn();
    let mut side = !us;
    loop {
        // Slides behind pieces that have taken are opened by asking anew.
        let attackers = position.attackers_among(to, occupied);
        let own = attackers & position.board().color(side);
        let Some((role, square)) = cheapest(position, own) else { break };
        let defended = (attackers & position.board().color(!side)).any();
        if role == Role::King && defended {
            break;
        }
        occupied &= !Bitboard::of(square);
        side = !side;
        balance = -balance - 1 - worth(role);
        if balance >= 0 {
            break;
        }
    }
    // The side whose turn it is to take, and who cannot or will not, has lost the exchange.
    side != us
}

fn worth(role: Role) -> i32 {
    EXCHANGE_WORTH[role.index()]
}

fn cheapest(position: &Position, own: Bitboard) -> Option<(Role, Square)> {
    Role::ALL.into_iter().find_map(|role| {
        let square = (own & position.board().role(role)).first()?;
        Some((role, square))
    })
}
