//! Pseudo-random numbers, the same for the same seed: SplitMix64 (Steele, Lea and Flood 2014).
//!
//! They choose openings, games for fitting and the mistakes of weak levels. They are not suitable
//! for cryptography.

use minnow_rules::internal::{SPLIT_MIX_STEP, split_mix};

/// A generator, made from its seed.
///
/// ```
/// use minnow_engine::Random;
///
/// let (mut one, mut other) = (Random(7), Random(7));
/// assert_eq!(one.draw(), other.draw());
/// assert!(one.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next number of 64 bits.
    pub fn draw(&mut self) -> u64 {
        let drawn = split_mix(self.0);
        self.0 = self.0.wrapping_add(SPLIT_MIX_STEP);
        drawn
    }

    /// A number below `limit`; 0 if `limit` is 0 or 1. The bias is less than one in billions.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.draw() % limit.max(1) as u64) as usize
    }

    /// Puts items into a random order (the Fisher-Yates shuffle).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_equal_the_published_generators() {
        let mut random = Random(1_234_567);
        let drawn = [random.draw(), random.draw(), random.draw()];
        assert_eq!(
            drawn,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn below_draws_all_numbers_below_the_limit() {
        let mut random = Random(1);
        let mut counts = [0; 6];
        (0..6000).for_each(|_| counts[random.below(6)] += 1);
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        assert_eq!(random.below(0), 0);
        let mut shuffled = [0, 1, 2, 3, 4, 5];
        random.shuffle(&mut shuffled);
        assert_ne!(shuffled, [0, 1, 2, 3, 4, 5]);
        shuffled.sort_unstable();
        assert_eq!(shuffled, [0, 1, 2, 3, 4, 5]);
    }
}
