//! What earlier cut-offs say about moves: killers (Huberman 1968) and histories (Schaeffer 1983).
//!
//! Three histories: quiet moves by their squares (butterfly), captures by piece,
//! square and victim, and moves by what was played one and two plies before
//! (continuation). All are pulled towards a limit, the slower the nearer they are.

use super::{MAX_PLY, correction::Correction, params};
use crate::rules::{Move, Position, Role};

/// A piece that came to a square: the context of the moves that follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrival(u16);

const ROLES: usize = 6;
const SQUARES: usize = 64;
/// Pieces of both colours times squares.
const ARRIVALS: usize = 2 * ROLES * SQUARES;

impl Arrival {
    /// What stands before the first move, and after a pass.
    pub const NONE: Arrival = Arrival(ARRIVALS as u16);

    #[inline]
    pub fn of(position: &Position, played: Move) -> Arrival {
        let piece = position.turn().index() * ROLES + position.moved(played).index();
        Arrival((piece * SQUARES + played.to().index()) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Statistics over moves, kept through one game. Each search thread has its own.
pub(super) struct History {
    /// By colour, from-square and to-square.
    butterfly: Box<[[[i16; SQUARES]; SQUARES]; 2]>,
    /// By the piece that takes, its square and the victim.
    captures: Box<[[i16; ROLES]; ARRIVALS]>,
    /// By an earlier arrival, then by role and square of the move.
    continuation: Vec<[i16; ROLES * SQUARES]>,
    /// What static scores were off by.
    pub correction: Correction,
    /// The last two quiet moves that cut off at each ply.
    killers: [[Option<Move>; 2]; MAX_PLY + 1],
}

impl History {
    pub fn new() -> History {
        History {
            butterfly: Box::new([[[0; SQUARES]; SQUARES]; 2]),
            captures: Box::new([[0; ROLES]; ARRIVALS]),
            continuation: vec![[0; ROLES * SQUARES]; ARRIVALS + 1],
            correction: Correction::new(),
            killers: [[None; 2]; MAX_PLY + 1],
        }
    }

    /// Killers belong to one search; the butterfly history is halved, so that old games fade.
    pub fn start_search(&mut self) {
        self.killers = [[None; 2]; MAX_PLY + 1];
        self.butterfly.iter_mut().flatten().flatten().for_each(|value| *value /= 2);
    }

    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply.min(MAX_PLY)]
    }

    /// Killers hold among a node's grandchildren: this is called with their ply when it is entered.
    #[inline]
    pub fn forget_killers(&mut self, ply: usize) {
        self.killers[ply.min(MAX_PLY)] = [None; 2];
    }

    /// What speaks for a quiet move after the last two arrivals.
    #[inline]
    pub fn quiet(&self, position: &Position, played: Move, before: [Arrival; 2]) -> i32 {
        let follow = follow(position, played);
        let (color, from, to) = (position.turn(), played.from(), played.to());
        i32::from(self.butterfly[color.index()][from.index()][to.index()])
            + i32::from(self.continuation[before[0].index()][follow])
            + i32::from(self.continuation[before[1].index()][follow])
    }

    #[inline]
    pub fn capture(&self, position: &Position, played: Move, victim: Role) -> i32 {
        i32::from(self.captures[Arrival::of(position, played).index()][victim.index()])
    }

    /// A quiet move cut off: it is rewarded, and those tried before it are lowered.
    pub fn reward_quiet(
        &mut self,
        position: &Position,
        (ply, depth): (usize, i32),
        before: [Arrival; 2],
        best: Move,
        tried: impl Iterator<Item = Move>,
    ) {
        let killers = &mut self.killers[ply.min(MAX_PLY)];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        self.update_quiet(position, best, before, bonus(depth));
        for other in tried {
            self.update_quiet(position, other, before, -bonus(depth));
        }
    }

    /// Another move than the captures tried cut off, or one of them did.
    pub fn reward_capture(
        &mut self,
        position: &Position,
        depth: i32,
        best: Option<Move>,
        tried: impl Iterator<Item = Move>,
    ) {
        for (played, bonus) in best
            .map(|played| (played, bonus(depth)))
            .into_iter()
            .chain(tried.map(|other| (other, -bonus(depth))))
        {
            let victim = position.captured(played).unwrap_or(Role::Pawn);
            let arrival = Arrival::of(position, played);
            pull(&mut self.captures[arrival.index()][victim.index()], bonus);
        }
    }

    fn update_quiet(
        &mut self,
        position: &Position,
        played: Move,
        before: [Arrival; 2],
        bonus: i32,
    ) {
        let (from, to) = (played.from().index(), played.to().index());
        pull(&mut self.butterfly[position.turn().index()][from][to], bonus);
        for arrival in before.into_iter().filter(|arrival| *arrival != Arrival::NONE) {
            pull(&mut self.continuation[arrival.index()][follow(position, played)], bonus);
        }
    }
}

#[inline]
fn follow(position: &Position, played: Move) -> usize {
    position.moved(played).index() * SQUARES + played.to().index()
}

fn bonus(depth: i32) -> i32 {
    (params::HISTORY_BONUS * depth).min(params::HISTORY_MOST_BONUS)
}

/// Moves a value towards its limit, the slower the nearer it is.
#[inline]
fn pull(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / params::HISTORY_RANGE) as i16;
}
