//! What the engine is checked against: forced wins counted by the rules alone, move by move, and
//! random positions from seeded games. Nothing here uses the engine.

use std::collections::HashMap;

use minnow::rules::{Move, Position, Variant};

/// A move that takes the king, if the side to move has one.
pub fn king_capture(position: &Position) -> Option<Move> {
    position.legal_moves().iter().find(|played| position.takes_king(*played))
}

/// Counts forced wins by trying everything. What it has found out of a position it remembers.
#[derive(Default)]
struct Prover {
    /// Whether a position, with its counters, is won in so many moves.
    known: HashMap<(u64, u16, u16, u32), bool>,
}

impl Prover {
    /// Whether the side to move can force the win in at most `moves` moves: chess words, so that
    /// the last of them leaves no reply that saves the king.
    fn wins_in(&mut self, position: &Position, moves: u32) -> bool {
        let counters = (position.halfmove_clock(), position.fullmove());
        let question = (position.key(), counters.0, counters.1, moves);
        if let Some(answer) = self.known.get(&question) {
            return *answer;
        }
        let mut nexts: Vec<Position> =
            position.legal_moves().iter().map(|played| position.play(played)).collect();
        let mut wins = nexts.iter().any(is_mated);
        if !wins && moves > 1 {
            // The order changes no answer: the fewest replies are the soonest disproved.
            nexts.retain(is_open);
            nexts.sort_by_key(|next| next.safe_moves().len());
            wins = nexts.iter().any(|next| self.every_reply_loses(next, moves - 1));
        }
        self.known.insert(question, wins);
        wins
    }

    fn every_reply_loses(&mut self, position: &Position, moves: u32) -> bool {
        position.legal_moves().iter().all(|reply| {
            let next = position.play(reply);
            loses_king(&next) || next.outcome(1).is_none() && self.wins_in(&next, moves)
        })
    }
}

/// The number of moves in which the side to move wins by force, if `most` are enough.
pub fn mate_distance(position: &Position, most: u32) -> Option<u32> {
    let mut prover = Prover::default();
    (1..=most).find(|moves| prover.wins_in(position, *moves))
}

/// Whether the side to move has lost, or has only replies after which its king is taken.
pub fn is_mated(position: &Position) -> bool {
    match position.outcome(1) {
        Some(outcome) => outcome.winner == Some(!position.turn()),
        None => {
            position.variant().king_capture
                && king_capture(position).is_none()
                && position.legal_moves().iter().all(|reply| loses_king(&position.play(reply)))
        }
    }
}

/// Whether the game goes on and the king of the side that has just moved is safe.
fn is_open(position: &Position) -> bool {
    position.outcome(1).is_none() && king_capture(position).is_none()
}

/// Whether the king of the side that has just moved falls before the game is over.
fn loses_king(position: &Position) -> bool {
    position.outcome(1).is_none() && king_capture(position).is_some()
}

/// A small generator of numbers, the same for the same seed (xorshift, Marsaglia 2003).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count as u64) as usize
    }
}

/// Positions from random games of a variant, none of them finished: every `stride`th of each game.
pub fn random_positions(
    variant: &'static Variant,
    seed: u64,
    games: usize,
    stride: usize,
) -> Vec<Position> {
    let mut random = Random(seed);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Position::start(variant);
        let mut ply = random.below(stride);
        while position.outcome(1).is_none() {
            if ply.is_multiple_of(stride) {
                positions.push(position);
            }
            let moves = position.legal_moves();
            let Some(played) = moves.iter().nth(random.below(moves.len())) else { break };
            position = position.play(played);
            ply += 1;
        }
    }
    positions
}
