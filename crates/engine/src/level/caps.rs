//! Caps on the mistakes of a level: what it never overlooks, whatever its oversights are.
//!
//! No level leaves its king to be taken: the search has only moves that keep it. From level 4 on the
//! queen is not left to a capture that wins material; from level 5 on mates in one are seen for both
//! sides, no capture is overlooked (the chances of those kinds are 0), and what is free is taken back.
//!
//! What the exchange on a square wins may lose more elsewhere: `cap_check` finds those positions.

use super::oversight::{Look, Sight};
use crate::{
    Root, Score,
    search::{capture_gain, gains_at_least, score_without_safe_move},
};
use minnow_rules::{Move, Position, Role, Square};

/// The first level that keeps its queen.
const KEEPS_QUEEN_FROM: u8 = 4;
/// The first level that sees mates in one.
const SEES_MATES_FROM: u8 = 5;
/// The first level that takes back what is free.
const TAKES_BACK_FROM: u8 = 5;
/// The least gain of the exchange on a square, in centipawns, by which what stands there is free.
const FREE_GAIN: i32 = 100;

/// The limits of a level's oversights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Caps {
    keeps_queen: bool,
    sees_mates: bool,
    takes_back: bool,
}

impl Caps {
    /// The caps of the level with this number.
    pub(super) fn of_level(number: u8) -> Caps {
        Caps {
            keeps_queen: number >= KEEPS_QUEEN_FROM,
            sees_mates: number >= SEES_MATES_FROM,
            takes_back: number >= TAKES_BACK_FROM,
        }
    }

    /// True if the move is seen for certain: with `keeps_queen` the reply that captures a queen.
    pub(super) fn shows(self, look: &Look) -> bool {
        self.keeps_queen && look.ply == 1 && look.position.captured(look.mv) == Some(Role::Queen)
    }

    /// The moves to search at the root: of those wanted (all if none is), the ones that are not
    /// overlooked and break no cap. A rule that would leave no move does not apply, and none does
    /// where a wanted move takes the king, or where every one leaves the own king to be taken.
    pub(super) fn root_moves(self, root: &Root, sight: &Sight, wanted: &[Move]) -> CappedMoves {
        let position = &root.position;
        let mut moves: Vec<Move> = position.legal_moves().iter().collect();
        retain_if_any(&mut moves, |mv| wanted.contains(&mv));
        let safe = position.safe_moves();
        let takes_king = moves.iter().any(|mv| position.takes_king(*mv));
        if takes_king || !moves.iter().any(|mv| safe.contains(*mv)) {
            return CappedMoves { kept: wanted.to_vec(), excluded: Vec::new() };
        }
        moves.retain(|mv| safe.contains(*mv));
        if self.sees_mates {
            retain_if_any(&mut moves, |mv| mates(position, mv));
            retain_if_any(&mut moves, |mv| !allows_mate(&position.play(mv)));
        }
        let mut kept = moves.clone();
        if self.keeps_queen {
            retain_if_any(&mut kept, |mv| !loses_queen(position, mv));
        }
        if let Some(free) = FreeRecapture::of(root).filter(|_| self.takes_back) {
            retain_if_any(&mut kept, |mv| free.is_taken_by(position, mv));
        }
        moves.retain(|mv| !kept.contains(mv) && !sight.overlooks(position, *mv, 0));
        retain_if_any(&mut kept, |mv| !sight.overlooks(position, mv, 0));
        CappedMoves { kept, excluded: moves }
    }
}

/// The moves of a root under the caps.
#[derive(Debug)]
pub(super) struct CappedMoves {
    /// The moves that break no cap.
    pub kept: Vec<Move>,
    /// The moves that the level sees and that break the caps on material alone: by the exchange on a
    /// square they lose the queen, or what could be taken back.
    pub excluded: Vec<Move>,
}

/// Something free on the square of the opponent's capture.
#[derive(Clone, Copy, Debug)]
struct FreeRecapture {
    square: Square,
    /// The value of what stands on the square, with the gain of a promotion there, in centipawns.
    gain: i32,
}

impl FreeRecapture {
    fn of(root: &Root) -> Option<FreeRecapture> {
        let position = &root.position;
        let square = root.taken_on?;
        let recaptures = position.safe_captures().into_iter().filter(|mv| mv.to() == square);
        let free = recaptures.filter(|mv| gains_at_least(position, *mv, FREE_GAIN));
        let gain = free.map(|mv| capture_gain(position, mv)).max()?;
        Some(FreeRecapture { square, gain })
    }

    /// True if the move takes it back for free or gains as much elsewhere.
    fn is_taken_by(self, position: &Position, mv: Move) -> bool {
        let least = if mv.to() == self.square { FREE_GAIN } else { self.gain };
        position.captured(mv).is_some() && gains_at_least(position, mv, least)
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
