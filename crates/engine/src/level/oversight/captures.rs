//! Captures that beginners overlook: from afar, backwards, and those that have just become possible.

use super::Look;
use minnow_rules::{Color, Role, Square};

/// A slider's captures from this many squares away are easily overlooked.
const FAR: u8 = 3;

/// A capture by a slider from three squares away or more.
pub(super) fn from_afar(look: &Look) -> Option<Square> {
    look.captured()?;
    let (from, to) = (look.mv.from(), look.mv.to());
    let slides = matches!(look.position.moved(look.mv), Role::Bishop | Role::Rook | Role::Queen);
    (slides && from.distance(to) >= FAR).then_some(from)
}

/// A capture towards the own side of the board.
pub(super) fn backward(look: &Look) -> Option<Square> {
    look.captured()?;
    let (from, to) = (look.mv.from(), look.mv.to());
    let goes_back = match look.position.turn() {
        Color::White => to.rank() < from.rank(),
        Color::Black => to.rank() > from.rank(),
    };
    goes_back.then_some(from)
}

/// A capture that was not possible at the root: taker or victim stood elsewhere, or a man between
/// them has gone.
pub(super) fn fresh(look: &Look) -> Option<Square> {
    look.captured()?;
    let (from, to) = (look.mv.from(), look.mv.to());
    let (root, board) = (look.root, look.position.board());
    let stood = [from, to].iter().all(|at| root.board().piece_on(*at) == board.piece_on(*at));
    let was_possible = stood && root.attackers(look.position.turn(), to).contains(from);
    (!was_possible).then_some(from)
}

/// A capture on a square where a man of the same side stood at the root: it has been taken there.
pub(super) fn recapture(look: &Look) -> Option<Square> {
    look.captured()?;
    let own = look.root.board().color(look.position.turn());
    own.contains(look.mv.to()).then_some(look.mv.from())
}
