//! Checks all claims on one position, one after the other.

use super::{BenchError, CLAIMS, ClaimBench, ClaimResult};
use minnow_base::sync::StopFlag;
use minnow_rules::Position;

/// The most nodes of minimax at the greatest measured depth.
const MAX_MINIMAX_NODES: u64 = 150_000;

/// A result of the check.
#[derive(Clone, Debug, PartialEq)]
pub enum ClaimsUpdate {
    /// The depth at which the claims are measured, in plies.
    Depth(u32),
    /// A claim has been checked.
    Claim {
        /// The claim's index in [`CLAIMS`].
        index: usize,
        /// Its verdict, and the figures.
        result: ClaimResult,
    },
    /// Nothing can be measured on the position.
    Unfit(BenchError),
}

/// Checks every claim on a position until `stop` is set.
pub fn check_claims(position: Position, stop: &StopFlag, emit: &mut dyn FnMut(ClaimsUpdate)) {
    let bench = match ClaimBench::new(position, MAX_MINIMAX_NODES, stop) {
        Ok(bench) => bench,
        Err(error) => return emit(ClaimsUpdate::Unfit(error)),
    };
    emit(ClaimsUpdate::Depth(bench.depth));
    for (index, claim) in CLAIMS.iter().enumerate() {
        let result = match claim.check(&bench) {
            Ok(result) => result,
            Err(_) if stop.is_set() => return,
            Err(limit) => ClaimResult::not_measured(limit),
        };
        emit(ClaimsUpdate::Claim { index, result });
    }
}
