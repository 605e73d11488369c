//! A middle-game and an end-game value that are added together.

use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// Middle-game and end-game centipawns in one word, so that one addition adds both. The end-game
/// value is in the upper half. A negative middle-game value borrows 1 from it, which [`Pair::end`]
/// adds back.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Pair(i64);

impl Pair {
    /// A value for the middle game and one for the end game, in centipawns.
    #[inline]
    pub const fn new(middle: i32, end: i32) -> Pair {
        Pair(((end as i64) << 32) + middle as i64)
    }

    /// The middle-game value in centipawns.
    #[inline]
    pub const fn middle(self) -> i32 {
        self.0 as i32
    }

    /// The end-game value in centipawns.
    #[inline]
    pub const fn end(self) -> i32 {
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    /// Both values times a factor in percent, rounded towards 0.
    pub const fn scaled(self, percent: i32) -> Pair {
        Pair::new(self.middle() * percent / 100, self.end() * percent / 100)
    }
}

impl std::fmt::Debug for Pair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.middle(), self.end())
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0 + other.0)
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0 - other.0)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline]
    fn mul(self, count: i32) -> Pair {
        Pair(self.0 * i64::from(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_affect_each_other() {
        let mut sum = Pair::default();
        let (mut middle, mut end) = (0, 0);
        for n in -40..60 {
            let (m, e) = (n * 37 % 101 - 50, n * 53 % 97 - 48);
            sum += Pair::new(m, e) * n;
            sum -= Pair::new(e, m);
            (middle, end) = (middle + m * n - e, end + e * n - m);
            assert_eq!((sum.middle(), sum.end()), (middle, end));
        }
    }
}
