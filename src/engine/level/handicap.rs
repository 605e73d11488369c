//! The mistakes of a weak level: the same during one game, others in the next.

use crate::rules::split_mix;

/// The mistakes of a weak level. They depend on the seed and the position only, so that a mistake is
/// a consistent misjudgement and not a new random choice at every node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// The share of positions in which quiescence search sees all captures, in percent.
    pub recapture_percent: u8,
    /// In the other positions it overlooks captures that gain up to this, in centipawns. This is
    /// the most that one move can lose by an oversight.
    pub max_overlooked: u16,
    /// The largest error in the value of a piece on a square, in centipawns either way.
    pub misjudgement: u16,
    /// Changes from game to game.
    pub seed: u64,
}

impl Handicap {
    /// Full strength.
    pub const NONE: Handicap =
        Handicap { recapture_percent: 100, max_overlooked: 0, misjudgement: 0, seed: 0 };

    /// In the position with this key, captures that gain no more than this are overlooked, in
    /// centipawns; 0 if none are.
    #[inline]
    pub fn overlooked_gain(&self, key: u64) -> i32 {
        let sees_all = self.recapture_percent >= 100
            || split_mix(key ^ split_mix(self.seed)) % 100 < u64::from(self.recapture_percent);
        if sees_all { 0 } else { i32::from(self.max_overlooked) }
    }

    /// The error of the value with this index, from `-misjudgement` to `misjudgement`.
    pub fn error(&self, index: u64) -> i32 {
        let width = 2 * u64::from(self.misjudgement) + 1;
        (split_mix(index ^ split_mix(self.seed)) % width) as i32 - i32::from(self.misjudgement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recapture_percent_is_met_on_average() {
        let handicap =
            Handicap { recapture_percent: 40, max_overlooked: 500, misjudgement: 30, seed: 5 };
        let seen = (0..10_000).filter(|key| handicap.overlooked_gain(*key) == 0).count();
        assert!((3_700..4_300).contains(&seen), "{seen}");
        assert!((0..1000).all(|index| handicap.error(index).abs() <= 30));
        let other = Handicap { seed: 6, ..handicap };
        assert!((0..100).any(|index| handicap.error(index) != other.error(index)));
    }

    #[test]
    fn full_strength_overlooks_nothing() {
        assert!((0..1000).all(|key| Handicap::NONE.overlooked_gain(key) == 0));
        assert!((0..1000).all(|index| Handicap::NONE.error(index) == 0));
    }
}
