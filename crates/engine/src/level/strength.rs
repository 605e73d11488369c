//! A strength between two levels, so that an opponent can be as strong as its player.

use super::{
    LEVELS, Level, Misjudgement, Sight,
    caps::Caps,
    oversight::{Chances, notices_limit_late},
};
use crate::SearchLimits;
use minnow_rules::{Position, internal::split_mix};

/// The strength of an opponent in hundredths of a level, from 100 to 1200.
///
/// Between two levels the nodes grow geometrically and the chances of mistakes linearly. A share of
/// the moves is searched to the depth of the upper level, the others to that of the lower one, so
/// that the strength rises steadily.
///
/// ```
/// use minnow_engine::Strength;
///
/// let strength = Strength::from_hundredths(540);
/// assert_eq!(strength.level().number, 5);
/// assert!(Strength::of_level(5) < strength && strength < Strength::of_level(6));
/// assert!(Strength::of_level(12).is_full());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(u16);

/// The two levels around a strength.
#[derive(Clone, Copy)]
struct Neighbours {
    below: &'static Level,
    above: &'static Level,
    /// The place between them: 0 at the lower level, less than 1 at the upper one.
    share: f64,
}

impl Neighbours {
    /// The value in proportion to the share.
    fn linear(self, value: impl Fn(&Level) -> f64) -> f64 {
        let (below, above) = (value(self.below), value(self.above));
        below + self.share * (above - below)
    }

    /// The value whose logarithm is in proportion to the share.
    fn geometric(self, value: impl Fn(&Level) -> u64) -> u64 {
        self.linear(|level| (value(level) as f64).ln()).exp().round() as u64
    }
}

impl Strength {
    /// The strength of the level with this number; numbers out of range give the nearest level.
    pub fn of_level(number: u8) -> Strength {
        Strength::from_hundredths(u16::from(number) * 100)
    }

    /// The strength of the strongest level.
    pub fn full() -> Strength {
        Strength::of_level(Level::strongest().number)
    }

    /// A strength in hundredths of a level; numbers out of range give the nearest strength.
    pub fn from_hundredths(hundredths: u16) -> Strength {
        Strength(hundredths.clamp(100, 100 * LEVELS.len() as u16))
    }

    /// The strength in hundredths of a level.
    pub fn hundredths(self) -> u16 {
        self.0
    }

    /// The nearest level; of two equally near ones the upper.
    pub fn level(self) -> &'static Level {
        Level::get(((self.0 + 50) / 100) as u8)
    }

    /// True for the strongest level, which makes no mistakes of its own.
    pub fn is_full(self) -> bool {
        self == Strength::full()
    }

    fn neighbours(self) -> Neighbours {
        let number = (self.0 / 100) as u8;
        let share = f64::from(self.0 % 100) / 100.0;
        Neighbours { below: Level::get(number), above: Level::get(number + 1), share }
    }

    /// The limits of one move. The depth is the largest that a move may have.
    pub fn limits(self) -> SearchLimits {
        let neighbours = self.neighbours();
        let above = if neighbours.share > 0.0 { neighbours.above } else { neighbours.below };
        SearchLimits {
            depth: Some(above.depth),
            nodes: Some(neighbours.geometric(|level| level.nodes)),
            movetime_ms: Some(neighbours.geometric(|level| level.time_ms)),
            // With one thread the opponent plays the same moves on every machine.
            threads: Some(1),
            ..SearchLimits::default()
        }
    }

    /// The level whose depth applies in this position: the one below or above, by the seed and the
    /// number of men on the board, so that it is the same for several moves.
    fn level_in(self, position: &Position, seed: u64) -> &'static Level {
        let Neighbours { below, above, share } = self.neighbours();
        let men = u64::from(position.board().occupied().count());
        let drawn = split_mix(split_mix(seed) ^ men) % 100;
        if (drawn as f64) < 100.0 * share { above } else { below }
    }

    /// The depth in plies of the search of this position.
    pub(super) fn depth_in(self, position: &Position, seed: u64) -> u32 {
        self.level_in(position, seed).depth
    }

    fn chances(self) -> Chances {
        let neighbours = self.neighbours();
        std::array::from_fn(|kind| {
            neighbours.linear(|level| f64::from(level.chances[kind])).round() as u8
        })
    }

    /// The caps of the strength: those of the level below.
    pub(super) fn caps(self) -> Caps {
        Caps::of_level(self.neighbours().below.number)
    }

    /// The opponent's view from this root in the game with this seed.
    pub(super) fn sight(self, root: &Position, seed: u64) -> Sight {
        let capture_plies = usize::from(self.level_in(root, seed).capture_plies);
        Sight::new(root, seed, self.chances(), self.caps(), capture_plies)
    }

    /// The errors of judgement in the game with this seed.
    pub(crate) fn misjudgement(self, seed: u64) -> Misjudgement {
        let neighbours = self.neighbours();
        let linear = |value: fn(&Level) -> u16| {
            neighbours.linear(|level| f64::from(value(level))).round() as u16
        };
        Misjudgement {
            spread_percent: linear(|level| level.misjudgement_percent),
            square_error: linear(|level| level.square_error),
            uses_network: self.level().uses_network,
            notices_limit_late: notices_limit_late(seed, &self.chances()),
            seed,
        }
    }

    /// Moves whose scores are this close to the best are played as well, in centipawns.
    pub(super) fn margin(self) -> i32 {
        self.neighbours().linear(|level| f64::from(level.margin)).round() as i32
    }

    /// The power of the counts of a book: weaker opponents choose more widely.
    pub(super) fn book_power(self) -> f64 {
        let most = f64::from(100 * LEVELS.len() as u16);
        0.25 + 0.75 * f64::from(self.0) / most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    #[test]
    fn whole_strengths_are_the_levels() {
        let start = Position::start(Variant::default_variant());
        for level in LEVELS {
            let strength = Strength::of_level(level.number);
            assert_eq!(strength.level(), level);
            assert_eq!(strength.limits(), level.limits());
            assert_eq!(strength.depth_in(&start, 7), level.depth);
        }
        assert_eq!(Strength::of_level(0), Strength::of_level(1));
        assert_eq!(Strength::from_hundredths(u16::MAX), Strength::of_level(12));
        assert_eq!(Strength::from_hundredths(750).level().number, 8);
    }

    #[test]
    fn limits_rise_between_levels() {
        let start = Position::start(Variant::default_variant());
        let at = |hundredths| Strength::from_hundredths(hundredths);
        let nodes: Vec<_> = (100..=1200).step_by(25).map(|h| at(h).limits().nodes).collect();
        assert!(nodes.is_sorted_by(|one, next| one < next), "{nodes:?}");
        // A quarter of the games of strength 8.25 search the first position as deep as level 9.
        let (lower, upper) = (Level::get(8).depth, Level::get(9).depth);
        let depths = (0..1000).map(|seed| at(825).depth_in(&start, seed));
        let deep = depths.inspect(|depth| assert!([lower, upper].contains(depth)));
        let deep = deep.filter(|depth| *depth == upper).count();
        assert!((200..300).contains(&deep), "{deep}");
    }
}
