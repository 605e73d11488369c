//! The options that limit the strength: `Level`, `UCI_LimitStrength` and `UCI_Elo`.
//!
//! All are on one scale: a rating stands for the strength between two levels that has it on the
//! current board. While `UCI_LimitStrength` is on, the rating decides.

use std::ops::RangeInclusive;

use minnow_engine::{Level, Strength, rating_of, strength_of};
use minnow_rules::Variant;

/// The values of the options.
#[derive(Clone, Copy, Debug)]
pub(super) struct StrengthOptions {
    pub level: &'static Level,
    /// `UCI_LimitStrength`.
    pub is_limited: bool,
    /// `UCI_Elo`; `None` before it is set stands for the strongest rating.
    pub elo: Option<i32>,
}

/// Values that contradict each other or the board, with the one that decides.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum StrengthConflict {
    #[error("UCI_LimitStrength is on: UCI_Elo {elo} decides, not Level {level}")]
    Level { elo: i32, level: u8 },
    #[error("UCI_Elo {elo} is not from {min} to {max}, the ratings on {variant}: {used} is used")]
    Range { elo: i32, min: i32, max: i32, variant: String, used: i32 },
}

impl StrengthOptions {
    /// Full strength.
    pub(crate) fn full() -> StrengthOptions {
        StrengthOptions { level: Level::strongest(), is_limited: false, elo: None }
    }

    /// The strength to play with on this board.
    pub(crate) fn strength(&self, variant: &Variant) -> Strength {
        match self.elo.filter(|_| self.is_limited) {
            Some(elo) => strength_of(variant, elo),
            None if self.is_limited => Strength::full(),
            None => Strength::of_level(self.level.number),
        }
    }

    /// The conflicts of the values on this board.
    pub(crate) fn conflicts(&self, variant: &Variant) -> Vec<StrengthConflict> {
        let range = elo_range(variant);
        let (min, max) = (*range.start(), *range.end());
        let used = self.elo.unwrap_or(max).clamp(min, max);
        let outside = self.elo.filter(|elo| !range.contains(elo));
        let is_set = self.is_limited && self.level != Level::strongest();
        let level =
            is_set.then_some(StrengthConflict::Level { elo: used, level: self.level.number });
        let range = outside.map(|elo| StrengthConflict::Range {
            elo,
            min,
            max,
            variant: variant.id.clone(),
            used,
        });
        range.into_iter().chain(level).collect()
    }
}

/// The ratings of the weakest and the strongest level on this board.
pub(super) fn elo_range(variant: &Variant) -> RangeInclusive<i32> {
    let elo = |strength| rating_of(variant, strength).elo;
    elo(Strength::of_level(1))..=elo(Strength::full())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{answers, complaints, depth, only};

    fn complaints_of(commands: &str) -> Vec<String> {
        complaints(&answers(commands)).into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn ratings_choose_strengths_while_limited() {
        let minichess = Variant::default_variant();
        let elo = Some(rating_of(minichess, Strength::of_level(4)).elo);
        let full = StrengthOptions { elo, ..StrengthOptions::full() };
        assert!(full.strength(minichess).is_full(), "UCI_LimitStrength is off");
        let limited = StrengthOptions { is_limited: true, ..full };
        assert_eq!(limited.strength(minichess), Strength::of_level(4));
        let unset = StrengthOptions { elo: None, ..limited };
        assert!(unset.strength(minichess).is_full());
        for elo in [i32::MIN, i32::MAX] {
            let strength = StrengthOptions { elo: Some(elo), ..limited }.strength(minichess);
            assert_eq!(strength, Strength::of_level(if elo < 0 { 1 } else { 12 }));
        }
    }

    #[test]
    fn the_range_of_ratings_is_that_of_the_variant() {
        for id in ["minichess", "gardner"] {
            let commands = format!("setoption name UCI_Variant value {id}\nuci\n");
            let range = elo_range(Variant::by_id(id).unwrap());
            let (min, max) = (range.start(), range.end());
            let wanted = format!("option name UCI_Elo type spin default {max} min {min} max {max}");
            assert_eq!(only(&answers(&commands), "option name UCI_Elo"), wanted);
        }
        let list = answers("uci\n");
        let check = "option name UCI_LimitStrength type check default false";
        assert_eq!(only(&list, "option name UCI_LimitStrength"), check);
    }

    #[test]
    fn a_low_rating_limits_the_search() {
        let low = *elo_range(Variant::default_variant()).start();
        let limit = format!("setoption name UCI_Elo value {low}\n");
        assert_eq!(depth(&answers(&format!("{limit}go depth 6\n"))), 6);
        // Level 1 searches one ply; beyond the book, its depth is reported.
        let late = "position fen k4/2p2/5/5/2P2/K4 w - - 0 12\n";
        let on = "setoption name UCI_LimitStrength value true\n";
        let limited = answers(&format!("{limit}{on}{late}go depth 6\n"));
        assert!(depth(&limited) < 6, "{limited:#?}");
        let off = "setoption name UCI_LimitStrength value false\n";
        assert_eq!(depth(&answers(&format!("{limit}{on}{off}{late}go depth 6\n"))), 6);
    }

    #[test]
    fn contradictions_name_the_value_that_decides() {
        let on = "setoption name UCI_LimitStrength value true\n";
        let range = elo_range(Variant::default_variant());
        let (min, max) = (range.start(), range.end());
        let both = complaints_of(&format!("{on}setoption name Level value 4\n"));
        let decides = format!("UCI_LimitStrength is on: UCI_Elo {max} decides, not Level 4");
        assert_eq!(both, [decides.as_str()]);
        assert_eq!(complaints_of(&format!("setoption name Level value 4\n{on}")), [decides]);
        let high = complaints_of("setoption name UCI_Elo value 9999\n");
        let range = format!("UCI_Elo 9999 is not from {min} to {max}, the ratings on minichess");
        assert_eq!(high, [format!("{range}: {max} is used")]);
        let none =
            format!("{on}setoption name UCI_Elo value {min}\nsetoption name Level value 12\n");
        assert_eq!(complaints_of(&none), Vec::<String>::new());
        assert_eq!(complaints_of("setoption name UCI_Elo value high\n").len(), 1);
        assert_eq!(complaints_of("setoption name UCI_LimitStrength value on\n").len(), 1);
    }
}
