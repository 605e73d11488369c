//! What earlier cut-offs say about moves: history (Schaeffer 1983) and killers (Huberman 1968).

use super::{MAX_PLY, params};
use crate::rules::{Color, Move};

/// Statistics over quiet moves, kept through one game.
pub(super) struct History {
    /// By colour, from-square and to-square.
    butterfly: Box<[[[i32; 64]; 64]; 2]>,
    /// The last two quiet moves that cut off at each ply.
    killers: [[Option<Move>; 2]; MAX_PLY + 1],
}

impl History {
    pub fn new() -> History {
        History { butterfly: Box::new([[[0; 64]; 64]; 2]), killers: [[None; 2]; MAX_PLY + 1] }
    }

    /// Killers belong to one search; history is halved, so that old games fade.
    pub fn start_search(&mut self) {
        self.killers = [[None; 2]; MAX_PLY + 1];
        self.butterfly.iter_mut().flatten().flatten().for_each(|value| *value /= 2);
    }

    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply.min(MAX_PLY)]
    }

    #[inline]
    pub fn score(&self, color: Color, played: Move) -> i32 {
        self.butterfly[color.index()][played.from().index()][played.to().index()]
    }

    /// Rewards the quiet move that cut off and lowers the ones tried before it.
    pub fn reward(&mut self, color: Color, ply: usize, depth: i32, best: Move, tried: &[Move]) {
        let killers = &mut self.killers[ply.min(MAX_PLY)];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        let bonus = (depth * depth * 16).min(params::HISTORY_MOST_BONUS);
        self.update(color, best, bonus);
        for other in tried {
            self.update(color, *other, -bonus);
        }
    }

    /// Moves the value towards its limit, the slower the nearer it is.
    fn update(&mut self, color: Color, played: Move, bonus: i32) {
        let entry = &mut self.butterfly[color.index()][played.from().index()][played.to().index()];
        *entry += bonus - *entry * bonus.abs() / params::HISTORY_RANGE;
    }
}
