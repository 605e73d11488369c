//! Steps, pins, forks, uncovered lines, promotions and quiet threats that are easily overlooked.

use super::Look;
use crate::search::exchange_value;
use minnow_rules::{Bitboard, MoveKind, Position, Role, Square, attacks};

/// A bishop's step along a rank or file.
pub(super) fn bishop_step(look: &Look) -> Option<Square> {
    let (from, to) = (look.mv.from(), look.mv.to());
    let is_step = look.position.moved(look.mv) == Role::Bishop && attacks::step(from).contains(to);
    is_step.then_some(from)
}

/// A later capture by a piece worth more than its victim on a square that is guarded, but only by
/// pinned pieces. The oversight belongs to the first of them.
pub(super) fn pinned_guard(look: &Look) -> Option<Square> {
    let victim = look.captured().filter(|_| look.ply > 0)?;
    let (position, to) = (look.position, look.mv.to());
    if exchange_value(position.moved(look.mv)) <= exchange_value(victim) {
        return None;
    }
    let them = !position.turn();
    let guards = position.attackers(them, to);
    let all_pinned = guards
        .into_iter()
        .all(|guard| position.pin_line(them, guard).is_some_and(|line| !line.contains(to)));
    guards.first().filter(|_| all_pinned)
}

/// A knight's move after the root that attacks two pieces worth more, or the king and a piece.
pub(super) fn knight_fork(look: &Look) -> Option<Square> {
    let position = look.position;
    if look.ply == 0 || position.moved(look.mv) != Role::Knight {
        return None;
    }
    let board = position.board();
    let forked = attacks::knight(look.mv.to()) & board.color(!position.turn());
    let worth_more = board.role(Role::Rook) | board.role(Role::Queen) | board.role(Role::King);
    let checks = (forked & board.role(Role::King)).any();
    let pieces = if checks { forked & !board.role(Role::Pawn) } else { forked & worth_more };
    pieces.has_two().then_some(look.mv.from())
}

/// A move after the root that uncovers a slider's attack on the king, on a piece worth more or on
/// one without a guard. The oversight belongs to the slider.
pub(super) fn discovered_attack(look: &Look) -> Option<Square> {
    let (position, board) = (look.position, look.position.board());
    if look.ply == 0 || look.mv.kind() == MoveKind::Castle {
        return None;
    }
    let (us, from, to) = (position.turn(), look.mv.from(), look.mv.to());
    let before = position.blockers();
    let after = before & !Bitboard::of(from) | Bitboard::of(to);
    let enemies = board.color(!us) & !Bitboard::of(to);
    let sliders = board.role(Role::Bishop) | board.role(Role::Rook) | board.role(Role::Queen);
    let sliders = board.color(us) & sliders & !Bitboard::of(from);
    sliders.into_iter().find(|slider| {
        let Some(role) = board.role_on(*slider) else { return false };
        let uncovered = slides(role, *slider, after) & !slides(role, *slider, before) & enemies;
        uncovered.into_iter().any(|target| is_worth_attacking(position, role, target))
    })
}

fn slides(role: Role, from: Square, blockers: Bitboard) -> Bitboard {
    match role {
        Role::Bishop => attacks::bishop(from, blockers),
        Role::Rook => attacks::rook(from, blockers),
        _ => attacks::queen(from, blockers),
    }
}

/// True if the enemy man on this square is worth more than the attacker, or has no guard.
fn is_worth_attacking(position: &Position, attacker: Role, target: Square) -> bool {
    let is_guarded = || position.attackers(!position.turn(), target).any();
    let is_worth_more = |role| exchange_value(role) > exchange_value(attacker);
    position.board().role_on(target).is_some_and(is_worth_more) || !is_guarded()
}

/// A promotion by a pawn that did not stand one step from it at the root: it is counted one step
/// late.
pub(super) fn pawn_race(look: &Look) -> Option<Square> {
    look.mv.promotion()?;
    let pawns = look.root.board().of(look.position.turn(), Role::Pawn);
    (!pawns.contains(look.mv.from())).then_some(look.mv.from())
}

/// A quiet move after the root whose piece then attacks a man worth more, or one without a guard.
pub(super) fn quiet_threat(look: &Look) -> Option<Square> {
    let position = look.position;
    if look.ply == 0 || !look.is_quiet() || look.mv.kind() == MoveKind::Castle {
        return None;
    }
    let (role, from, to) = (position.moved(look.mv), look.mv.from(), look.mv.to());
    let after = position.blockers() & !Bitboard::of(from) | Bitboard::of(to);
    let attacked = match role {
        Role::Pawn => attacks::pawn(position.turn(), to),
        Role::Knight => attacks::knight(to),
        Role::King => attacks::king(to),
        slider => slides(slider, to, after),
    };
    let targets = attacked & position.board().color(!position.turn());
    let attacks_one = targets.into_iter().any(|target| is_worth_attacking(position, role, target));
    attacks_one.then_some(from)
}
