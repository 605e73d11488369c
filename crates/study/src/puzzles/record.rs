//! What the user did with puzzles, and the puzzles of the user's own games, each in a file of its own.

use std::hash::Hash;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use minnow_game::kept_list::{KeptEntry, KeptList};

/// How a try ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PuzzleResult {
    /// Every step at the first attempt.
    Solved,
    /// With a hint.
    Helped,
    /// With a wrong move, or the solution was shown.
    Failed,
}

/// A try at a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzleTry {
    /// The time of its end as digits: `20261122-182205-417`.
    pub ended: String,
    /// See [`super::Puzzle::id`].
    pub puzzle: String,
    /// The puzzle's, from 1.
    pub difficulty: u8,
    /// How the user solved it.
    pub result: PuzzleResult,
}

impl KeptEntry for PuzzleTry {
    fn time(&self) -> &str {
        &self.ended
    }

    fn key(&self) -> impl Eq + Hash {
        [self.ended.as_str(), self.puzzle.as_str()]
    }
}

/// The tries, the oldest first.
pub type PuzzleTryList = KeptList<PuzzleTry>;

/// The most puzzles that are kept of one game.
pub const MAX_OF_GAME: usize = 8;

/// The puzzles that were found in one game of the user's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnPuzzles {
    /// The time of the search as digits.
    pub searched: String,
    /// The id of the variant.
    pub variant: String,
    /// The game's name in the archive and its number of moves: `20261122-182205-417/58`.
    pub game: String,
    /// The puzzles as lines of text, at most [`MAX_OF_GAME`]; none if the game has none.
    pub puzzles: Vec<String>,
}

impl KeptEntry for OwnPuzzles {
    const MAX: usize = 5_000;

    fn time(&self) -> &str {
        &self.searched
    }

    fn key(&self) -> impl Eq + Hash {
        [self.variant.as_str(), self.game.as_str()]
    }
}

/// The searched games, the oldest search first.
pub type OwnPuzzlesList = KeptList<OwnPuzzles>;

/// How regularly the user has practised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolvedDays {
    /// Solved without help, since the last other result.
    pub in_a_row: u32,
    /// Days with a try, one after the other, up to today or yesterday.
    pub days: u32,
    /// Tries of today.
    pub today: u32,
}

/// How regularly the user has practised, on the day of `now`, a time as digits.
pub fn solved_days(tries: &PuzzleTryList, now: &str) -> SolvedDays {
    let is_solved = |tried: &&PuzzleTry| tried.result == PuzzleResult::Solved;
    let in_a_row = tries.entries().iter().rev().take_while(is_solved).count() as u32;
    let Some(today) = day_of(now) else {
        return SolvedDays { in_a_row, ..SolvedDays::default() };
    };
    let mut days: Vec<NaiveDate> =
        tries.entries().iter().filter_map(|tried| day_of(&tried.ended)).collect();
    let tries_today = days.iter().filter(|day| **day == today).count() as u32;
    days.dedup();
    let mut expected = if days.last() == Some(&today) { Some(today) } else { today.pred_opt() };
    let mut count = 0;
    for day in days.iter().rev().skip_while(|day| **day > today) {
        if Some(*day) != expected {
            break;
        }
        count += 1;
        expected = day.pred_opt();
    }
    SolvedDays { in_a_row, days: count, today: tries_today }
}

/// The difficulty at which the user solves about half of the puzzles, from 1; it begins at 2.
///
/// Each try moves it towards what the result says: by a logistic curve over levels, as Elo's
/// ratings move over points.
pub fn practice_level(tries: &PuzzleTryList) -> f64 {
    const FIRST: f64 = 2.0;
    const STEP: f64 = 0.6;
    tries.entries().iter().fold(FIRST, |level, tried| {
        let expected = 1.0 / (1.0 + (f64::from(tried.difficulty) - level).exp());
        let points = match tried.result {
            PuzzleResult::Solved => 1.0,
            PuzzleResult::Helped => 0.5,
            PuzzleResult::Failed => 0.0,
        };
        (level + STEP * (points - expected)).max(1.0)
    })
}

/// The day of a time as digits.
pub(super) fn day_of(digits: &str) -> Option<NaiveDate> {
    NaiveDate::parse_from_str(digits.get(..8)?, "%Y%m%d").ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_game::kept_list::MAX_BYTES;

    fn list(tries: &[(&str, u8, PuzzleResult)]) -> PuzzleTryList {
        let mut list = PuzzleTryList::default();
        for (number, (day, difficulty, result)) in tries.iter().enumerate() {
            list.add(PuzzleTry {
                ended: format!("{day}-18000{number}-000"),
                puzzle: format!("gardner-{number}"),
                difficulty: *difficulty,
                result: *result,
            });
        }
        list
    }

    #[test]
    fn days_count_back_from_today_or_yesterday() {
        use PuzzleResult::{Failed, Solved};
        let tries = [("20261128", 3, Failed), ("20261130", 3, Solved), ("20261201", 3, Solved)];
        let list = list(&tries);
        let days = |now| solved_days(&list, now);
        let of_day = |today| SolvedDays { in_a_row: 2, days: 2, today };
        assert_eq!(days("20261201-200000-000"), of_day(1));
        assert_eq!(days("20261202-200000-000"), of_day(0));
        assert_eq!(days("20261203-200000-000"), SolvedDays { in_a_row: 2, days: 0, today: 0 });
        assert_eq!(
            solved_days(&PuzzleTryList::default(), "20261203-200000-000"),
            SolvedDays::default()
        );
    }

    #[test]
    fn a_full_list_of_own_puzzles_can_be_read_again() {
        // The longest line: 16 moves of 5 characters with their spaces, and a FEN.
        let entry = OwnPuzzles {
            searched: "20261201-180000-000".to_owned(),
            variant: "silverman4x5".to_owned(),
            game: "20261201-180000-000-99/9999".to_owned(),
            puzzles: vec!["x".repeat(16 * 6 + 70); MAX_OF_GAME],
        };
        let bytes =
            ron::ser::to_string_pretty(&entry, ron::ser::PrettyConfig::new()).unwrap().len();
        assert!(bytes * OwnPuzzles::MAX < MAX_BYTES, "{bytes}");
    }

    #[test]
    fn the_level_follows_the_results() {
        let solved = list(&[("20261201", 4, PuzzleResult::Solved); 8]);
        let failed = list(&[("20261201", 4, PuzzleResult::Failed); 8]);
        assert!(practice_level(&solved) > 3.5, "{}", practice_level(&solved));
        assert!(practice_level(&failed) < 2.0, "{}", practice_level(&failed));
        assert!(practice_level(&failed) >= 1.0);
    }
}
