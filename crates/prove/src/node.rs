//! The value of a position before anything below it is searched.

use super::{
    path::INDEPENDENT,
    prover::ProveQuestion,
    table::{INFINITE, ProofEntry},
};
use minnow_rules::Position;

/// The numbers of a node, with what a decided one needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    pub proof: u32,
    pub disproof: u32,
    /// Of a proof: the plies to the end of the game, at most.
    pub rank: u16,
    /// Of a disproof: the place on the path that it depends on, see [`super::path`].
    pub depends: u16,
    /// The bits of the move that decides; 0 for none.
    pub mv: u16,
}

impl ProofNumbers {
    pub(super) const DISPROVEN: ProofNumbers =
        ProofNumbers { proof: INFINITE, disproof: 0, rank: 0, depends: INDEPENDENT, mv: 0 };

    pub(super) fn proven(rank: u16) -> ProofNumbers {
        ProofNumbers { proof: 0, disproof: INFINITE, rank, depends: INDEPENDENT, mv: 0 }
    }

    pub(super) fn open(proof: u32, disproof: u32) -> ProofNumbers {
        ProofNumbers { proof, disproof, rank: 0, depends: INDEPENDENT, mv: 0 }
    }

    pub(super) fn of_entry(entry: &ProofEntry) -> ProofNumbers {
        let ProofEntry { proof, disproof, rank, mv, .. } = *entry;
        ProofNumbers { proof, disproof, rank, depends: INDEPENDENT, mv }
    }

    pub(super) fn is_proven(&self) -> bool {
        self.proof == 0
    }

    pub(super) fn is_disproven(&self) -> bool {
        self.disproof == 0
    }
}

/// The plies that a lost position without moves counts. With a limit on moves, a side that has no
/// move on the last ply is not lost, while a king taken on it is: so the end without moves must come
/// one ply earlier.
fn no_moves_rank(position: &Position) -> u16 {
    u16::from(position.variant().king_capture && position.variant().move_limit.is_some())
}

/// The numbers of a position from the rules and the number of its moves. `remaining` bounds the rank
/// of a proof.
pub(super) fn evaluate(
    question: &ProveQuestion,
    position: &Position,
    remaining: Option<u16>,
) -> ProofNumbers {
    let attacks = position.turn() == question.attacker;
    let board = position.board();
    let won_by_attacker = |rank| match remaining {
        Some(plies) if rank > plies => ProofNumbers::DISPROVEN,
        _ => ProofNumbers::proven(rank),
    };
    let won = |by_mover: bool, rank| {
        if by_mover == attacks { won_by_attacker(rank) } else { ProofNumbers::DISPROVEN }
    };
    if question.drawn.contains(&position.key()) {
        return ProofNumbers::DISPROVEN;
    }
    if board.king(position.turn()).is_none() {
        return won(false, 0);
    }
    if position.variant().king_capture && position.is_attacked(!position.turn()) {
        return won(true, 1);
    }
    let safe = position.count_safe_moves() as u32;
    if safe == 0 {
        return if position.variant().king_capture && position.count_legal_moves() > 0 {
            // Every move leaves the king to be taken.
            won(false, 2)
        } else if position.loses_without_move() {
            won(false, no_moves_rank(position))
        } else {
            ProofNumbers::DISPROVEN
        };
    }
    let is_drawn = position.variant().bare_kings_draw && position.has_bare_kings();
    if is_drawn || remaining == Some(0) {
        return ProofNumbers::DISPROVEN;
    }
    // A defender with many moves is harder to mate, an attacker with many harder to stop.
    if attacks { ProofNumbers::open(1, 1 + safe / 4) } else { ProofNumbers::open(safe, 1) }
}
