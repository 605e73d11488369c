//! Correction history: the mean error of the static evaluation by pawn structure.
//!
//! A search result shows the error of its position's static evaluation. The mean error is added to
//! the static evaluation of the next positions with the same pawns (Stockfish and Caissa, 2023).

use crate::{Score, params};
use minnow_rules::{Bitboard, Color, Position, Role};

const ENTRIES: usize = 1 << 14;
/// Mean errors are stored in units of 1/128 centipawn.
const GRAIN: i32 = 128;

/// Mean errors of the static evaluation by pawn structure and side to move. Each thread has its
/// own.
pub(super) struct CorrectionHistory(Vec<[i16; 2]>);

impl CorrectionHistory {
    pub(super) fn new() -> CorrectionHistory {
        CorrectionHistory(vec![[0; 2]; ENTRIES])
    }

    /// The static evaluation with the mean error for these pawns added.
    #[inline]
    pub(super) fn corrected(&self, position: &Position, raw_eval: Score) -> Score {
        let mean = self.0[index(position)][position.turn().index()];
        Score::centipawns(raw_eval.value() + i32::from(mean) / GRAIN)
    }

    /// Moves the mean towards the error shown by a search of `depth` plies.
    pub(super) fn update(
        &mut self,
        position: &Position,
        depth: i32,
        raw_eval: Score,
        score: Score,
    ) {
        let max = params::correction_max() * GRAIN;
        let error = ((score.value() - raw_eval.value()) * GRAIN).clamp(-max, max);
        let weight = (depth + 1).min(params::correction_max_weight());
        let mean = &mut self.0[index(position)][position.turn().index()];
        let old = i32::from(*mean);
        *mean = (old + (error - old) * weight / params::correction_weights()) as i16;
    }
}

/// The table index of a pawn structure: a hash of both pawn bitboards.
#[inline]
fn index(position: &Position) -> usize {
    let pawns = |color| -> Bitboard { position.board().of(color, Role::Pawn) };
    let (white, black) = (pawns(Color::White).0, pawns(Color::Black).0);
    let mixed =
        white.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ black.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    (mixed.wrapping_mul(0xff51_afd7_ed55_8ccd) >> 50) as usize
}
