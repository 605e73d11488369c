//! Caps on the mistakes of a level: what it never overlooks, whatever its oversights are.
//!
//! No level leaves its king to be taken: the search has only moves that keep it. From level 4 on the
//! queen is not left to a capture that wins material; from level 5 on mates in one are seen for both
//! sides, and no capture is overlooked (the chances of those kinds are 0).

use super::oversight::{Look, Sight};
use crate::{
    engine::{
        Score,
        search::{capture_gain, gains_at_least, score_without_safe_move},
    },
    rules::{Move, Position, Role},
};

/// The first level that keeps its queen.
const KEEPS_QUEEN_FROM: u8 = 4;
/// The first level that sees mates in one.
const SEES_MATES_FROM: u8 = 5;

/// The limits of a level's oversights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Caps {
    keeps_queen: bool,
    sees_mates: bool,
}

impl Caps {
    /// The caps of the level with this number.
    pub fn of_level(number: u8) -> Caps {
        Caps { keeps_queen: number >= KEEPS_QUEEN_FROM, sees_mates: number >= SEES_MATES_FROM }
    }

    /// True if the move is seen for certain: with `keeps_queen` the reply that captures a queen.
    pub fn shows(self, look: &Look) -> bool {
        self.keeps_queen && look.ply == 1 && look.position.captured(look.mv) == Some(Role::Queen)
    }

    /// The moves to search at the root: of those wanted (all if none is), the ones that are not
    /// overlooked and break no cap. A rule that would leave no move does not apply, and none does
    /// where every move leaves the king to be taken.
    pub fn root_moves(self, position: &Position, sight: &Sight, wanted: &[Move]) -> Vec<Move> {
        let mut moves: Vec<Move> = position.safe_moves().iter().collect();
        if moves.is_empty() {
            return wanted.to_vec();
        }
        retain_if_any(&mut moves, |mv| wanted.is_empty() || wanted.contains(&mv));
        if self.sees_mates {
            retain_if_any(&mut moves, |mv| mates(position, mv));
            retain_if_any(&mut moves, |mv| !allows_mate(&position.play(mv)));
        }
        if self.keeps_queen {
            retain_if_any(&mut moves, |mv| !loses_queen(position, mv));
        }
        retain_if_any(&mut moves, |mv| !sight.overlooks(position, mv, 0));
        moves
    }
}

/// Keeps the moves for which `keep` is true; all if it is true for none.
fn retain_if_any(moves: &mut Vec<Move>, keep: impl Fn(Move) -> bool) {
    let kept: Vec<Move> = moves.iter().copied().filter(|mv| keep(*mv)).collect();
    if !kept.is_empty() {
        *moves = kept;
    }
}

/// True if the move mates, or wins by stalemate where that wins.
fn mates(position: &Position, mv: Move) -> bool {
    let next = position.play(mv);
    !next.at_move_limit()
        && !next.has_safe_move()
        && score_without_safe_move(&next, 0) < Score::DRAW
}

/// True if the side to move can mate with its next move.
fn allows_mate(position: &Position) -> bool {
    !position.at_move_limit() && position.safe_moves().iter().any(|mv| mates(position, mv))
}

/// True if after the move a capture of a queen gains more in the exchange on its square than the
/// move has gained.
fn loses_queen(position: &Position, mv: Move) -> bool {
    let next = position.play(mv);
    let gained = capture_gain(position, mv);
    next.safe_captures().iter().any(|reply| {
        next.captured(reply) == Some(Role::Queen) && gains_at_least(&next, reply, gained + 1)
    })
}

#[cfg(test)]
mod tests;
