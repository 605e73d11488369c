//! How far the static score has been off in positions with the same pawns, and what to add to it.
//!
//! The search finds out how far, and the next position with these pawns is
//! judged better from the start (correction history, Stockfish and Caissa 2023).

use super::{Score, params::*};
use crate::rules::{Bitboard, Color, Position, Role};

const SLOTS: usize = 1 << 14;
/// Means are kept in this part of a centipawn.
const GRAIN: i32 = 128;

/// Mean errors of the static score by side to move and pawn structure. Each thread has its own.
pub(super) struct Correction(Vec<[i16; 2]>);

impl Correction {
    pub fn new() -> Correction {
        Correction(vec![[0; 2]; SLOTS])
    }

    /// The static score with the mean error of its pawns added.
    #[inline]
    pub fn corrected(&self, position: &Position, static_score: Score) -> Score {
        let mean = self.0[slot(position)][position.turn().index()];
        Score::centipawns(static_score.value() + i32::from(mean) / GRAIN)
    }

    /// Moves the mean towards what a search to `depth` plies found.
    pub fn learn(&mut self, position: &Position, depth: i32, static_score: Score, found: Score) {
        let most = CORRECTION_MOST * GRAIN;
        let error = ((found.value() - static_score.value()) * GRAIN).clamp(-most, most);
        let weight = (depth + 1).min(CORRECTION_MOST_WEIGHT);
        let mean = &mut self.0[slot(position)][position.turn().index()];
        let old = i32::from(*mean);
        *mean = (old + (error - old) * weight / CORRECTION_WEIGHTS) as i16;
    }
}

#[inline]
fn slot(position: &Position) -> usize {
    let pawns = |color| -> Bitboard { position.board().of(color, Role::Pawn) };
    let (white, black) = (pawns(Color::White).0, pawns(Color::Black).0);
    let mixed =
        white.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ black.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    (mixed.wrapping_mul(0xff51_afd7_ed55_8ccd) >> 50) as usize
}
