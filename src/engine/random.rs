//! Numbers that look random and are the same for the same seed: SplitMix64 (Steele, Lea and Flood
//! 2014).
//!
//! Openings, games for the fitting and what weak levels overlook are chosen by them. They are fit
//! for nothing that must be kept secret.

/// A sequence of numbers, all chosen by its seed.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next number, of 64 bits.
    pub fn draw(&mut self) -> u64 {
        let drawn = mix(self.0);
        self.0 = self.0.wrapping_add(STEP);
        drawn
    }

    /// A number below `limit`, which is at least 1; the bias is less than one in billions.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.draw() % limit.max(1) as u64) as usize
    }
}

/// What the state grows by: 2^64 over the golden ratio, made odd.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The number drawn with this state: spreads every bit over the word.
pub(super) fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(STEP);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        let mut random = Random(1_234_567);
        let drawn = [random.draw(), random.draw(), random.draw()];
        assert_eq!(
            drawn,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn all_numbers_below_a_limit_come_up_and_no_others() {
        let mut random = Random(1);
        let mut counts = [0; 6];
        (0..6000).for_each(|_| counts[random.below(6)] += 1);
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        assert_eq!(random.below(0), 0);
    }
}
