//! References for the tests, without the engine: forced wins proven by the rules alone, and random
//! positions from seeded games.

use std::collections::HashMap;

use minnow_rules::{Move, Position, Variant};

/// A move that captures the king, if the side to move has one.
pub(crate) fn king_capture(position: &Position) -> Option<Move> {
    position.legal_moves().iter().find(|mv| position.takes_king(*mv))
}

/// Proves forced wins by searching all moves, with a memory of results.
#[derive(Default)]
struct Prover {
    /// Earlier results of [`Prover::wins_in`], by key, counters and number of moves.
    known: HashMap<(u64, u16, u16, u32), bool>,
}

impl Prover {
    /// True if the side to move can force the win in at most `moves` moves. The last of them leaves
    /// no reply that saves the king.
    fn wins_in(&mut self, position: &Position, moves: u32) -> bool {
        let counters = (position.halfmove_clock(), position.fullmove());
        let question = (position.key(), counters.0, counters.1, moves);
        if let Some(answer) = self.known.get(&question) {
            return *answer;
        }
        let mut nexts: Vec<Position> =
            position.legal_moves().iter().map(|mv| position.play(mv)).collect();
        let mut wins = nexts.iter().any(is_mated);
        if !wins && moves > 1 {
            // Positions with few replies first, for speed.
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

/// The number of moves in which the side to move wins by force, up to `most`.
pub(crate) fn mate_distance(position: &Position, most: u32) -> Option<u32> {
    let mut prover = Prover::default();
    (1..=most).find(|moves| prover.wins_in(position, *moves))
}

/// True if the side to move has lost, or has only replies after which its king is captured.
pub(crate) fn is_mated(position: &Position) -> bool {
    match position.outcome(1) {
        Some(outcome) => outcome.winner == Some(!position.turn()),
        None => {
            position.variant().king_capture
                && king_capture(position).is_none()
                && position.legal_moves().iter().all(|reply| loses_king(&position.play(reply)))
        }
    }
}

/// True if the game continues and the king of the side that has just moved is safe.
fn is_open(position: &Position) -> bool {
    position.outcome(1).is_none() && king_capture(position).is_none()
}

/// True if the king of the side that has just moved can be captured before the game ends.
fn loses_king(position: &Position) -> bool {
    position.outcome(1).is_none() && king_capture(position).is_some()
}

/// A random number generator (xorshift, Marsaglia 2003).
pub(crate) struct Random(pub u64);

impl Random {
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count as u64) as usize
    }
}

/// Unfinished positions from random games of a variant: every `stride`th of each game.
pub(crate) fn random_positions(
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
            let Some(mv) = moves.iter().nth(random.below(moves.len())) else { break };
            position = position.play(mv);
            ply += 1;
        }
    }
    positions
}
