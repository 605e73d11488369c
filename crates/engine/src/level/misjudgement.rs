//! Errors of misjudgement: in each game an opponent likes some things too much and others too little.
//!
//! They are factors on the weights of the evaluation and small errors in the values of pieces on
//! squares, drawn from the seed: the same in every node of a game, others in the next.

use crate::eval::EvalWeights;
use minnow_rules::{Role, internal::split_mix};

/// The errors of an opponent's evaluation in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misjudgement {
    /// The largest error of a weight besides material, in percent either way.
    pub spread_percent: u16,
    /// The largest error in the value of a piece on a square, in centipawns either way.
    pub square_error: u16,
    /// True if the board's network is used, where it has one.
    pub uses_network: bool,
    /// True if the move limit is noticed only within its last plies.
    pub notices_limit_late: bool,
    /// Decides the direction and size of each error; changes from game to game.
    pub seed: u64,
}

/// The weights that are misjudged together: groups of the weights' files.
type Taste = &'static [&'static str];

/// A fondness for a role changes its material value by this part of the spread.
const MATERIAL_PART: i32 = 3;

const TASTES: &[Taste] = &[
    // Shelter of the king.
    &["king_shield", "king_open_file", "king_danger", "king_moves"],
    // Activity.
    &["knight_mobility", "bishop_mobility", "rook_mobility", "queen_mobility"],
    // Space.
    &["control", "room"],
    // Passed pawns.
    &["pawn_passed", "passed_blocked", "passed_supported", "passed_uncatchable"],
    // The structure of the pawns.
    &["pawn_doubled", "pawn_isolated", "pawn_supported", "pawn_phalanx", "pawn_free"],
    // Threats.
    &["pawn_threat", "minor_threat", "rook_threat", "hanging"],
];

impl Misjudgement {
    /// Full strength.
    pub const NONE: Misjudgement = Misjudgement {
        spread_percent: 0,
        square_error: 0,
        uses_network: true,
        notices_limit_late: false,
        seed: 0,
    };

    /// True if weights or squares are misjudged.
    pub fn errs(&self) -> bool {
        self.spread_percent > 0 || self.square_error > 0
    }

    /// The error of the value with this index, from `-square_error` to `square_error`.
    pub fn square_error(&self, index: u64) -> i32 {
        self.drawn(index, self.square_error)
    }

    /// The weights as this opponent sees them.
    pub fn bent(&self, weights: &EvalWeights) -> EvalWeights {
        let mut bent = weights.clone();
        for (taste, number) in TASTES.iter().zip(0..) {
            let percent = 100 + self.error_percent(number);
            for group in *taste {
                bent.scale_group(group, percent);
            }
        }
        // The pawn is the measure of all other values: an opponent greedy for pawns overrates it.
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let error = self.error_percent(100 + role.index() as u64) / MATERIAL_PART;
            bent.scale_material(role, 100 + error);
        }
        bent
    }

    fn error_percent(&self, taste: u64) -> i32 {
        self.drawn(taste ^ 0x5eed_0000, self.spread_percent)
    }

    /// A number from `-most` to `most`.
    fn drawn(&self, index: u64, most: u16) -> i32 {
        let width = 2 * u64::from(most) + 1;
        (split_mix(index ^ split_mix(self.seed)) % width) as i32 - i32::from(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::builtin_variants;

    #[test]
    fn errors_stay_within_their_bounds() {
        let misjudgement =
            Misjudgement { spread_percent: 40, square_error: 30, ..Misjudgement::NONE };
        for seed in 0..200 {
            let judged = Misjudgement { seed, ..misjudgement };
            assert!((0..100).all(|index| judged.square_error(index).abs() <= 30));
            for variant in builtin_variants() {
                let weights = EvalWeights::of(variant);
                let bent = judged.bent(weights);
                for (one, other) in weights.values.iter().zip(&bent.values) {
                    let most = one.middle().abs() * 40 / 100 + 1;
                    assert!((one.middle() - other.middle()).abs() <= most, "{one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn tastes_differ_between_games() {
        let misjudgement = Misjudgement { spread_percent: 40, ..Misjudgement::NONE };
        let weights = EvalWeights::of(minnow_rules::Variant::default_variant());
        let bent = |seed| Misjudgement { seed, ..misjudgement }.bent(weights);
        assert_eq!(bent(1), bent(1));
        assert_ne!(bent(1), bent(2));
        assert_eq!(&Misjudgement::NONE.bent(weights), weights);
    }
}
