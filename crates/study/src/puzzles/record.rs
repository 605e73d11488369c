//! What the user did with puzzles, and the puzzles of the user's own games, each in a file of its own.
//!
//! Tries count in the order of entry, and rows by the user's calendar days. A try from a clock that was
//! wrong counts for no row.

use std::{collections::HashSet, hash::Hash};

use serde::{Deserialize, Serialize};

use minnow_game::{
    EntryTime,
    kept_list::{KeptEntry, KeptList},
};

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
    /// The time of its end, see [`EntryTime`].
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

/// The tries in the order of entry.
pub type PuzzleTryList = KeptList<PuzzleTry>;

impl PuzzleTry {
    /// True if it is from a clock that was wrong.
    fn is_future(&self, now: EntryTime) -> bool {
        EntryTime::parse(&self.ended).is_some_and(|time| time.is_future(now))
    }
}

/// A timed run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzleRun {
    /// The time of its end, see [`EntryTime`].
    pub ended: String,
    /// The id of the variant.
    pub variant: String,
    /// The puzzles that were solved.
    pub solved: u32,
    /// The wrong moves.
    pub errors: u32,
}

impl KeptEntry for PuzzleRun {
    fn time(&self) -> &str {
        &self.ended
    }

    fn key(&self) -> impl Eq + Hash {
        [self.ended.as_str(), self.variant.as_str()]
    }
}

/// The timed runs in the order of entry.
pub type PuzzleRunList = KeptList<PuzzleRun>;

/// The most puzzles that were solved in a run on a board; `None` without a run.
pub fn best_run(runs: &PuzzleRunList, variant: &str) -> Option<u32> {
    let of_board = runs.entries().iter().filter(|run| run.variant == variant);
    of_board.map(|run| run.solved).max()
}

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
    /// Calendar days with a try, one after the other, up to today or yesterday.
    pub days: u32,
    /// Tries of today.
    pub today: u32,
}

/// How regularly the user has practised, on the day of `now`, a time as in [`PuzzleTry::ended`].
pub fn solved_days(tries: &PuzzleTryList, now: &str) -> SolvedDays {
    let Some(now) = EntryTime::parse(now) else { return SolvedDays::default() };
    let tries = tries.entries().iter().filter(|tried| !tried.is_future(now));
    let is_solved = |tried: &&PuzzleTry| tried.result == PuzzleResult::Solved;
    let in_a_row = tries.clone().rev().take_while(is_solved).count() as u32;
    let mut times: Vec<EntryTime> =
        tries.filter_map(|tried| EntryTime::parse(&tried.ended)).collect();
    let today = times.iter().filter(|time| time.day() == now.day()).count() as u32;
    times.sort_by_key(|time| time.minutes_since(now));
    let mut later = now;
    let row = times.into_iter().rev().take_while(|time| {
        let goes_on = time.leads_to(later);
        later = *time;
        goes_on
    });
    let days: HashSet<i64> = row.map(EntryTime::day).collect();
    SolvedDays { in_a_row, days: days.len() as u32, today }
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
    fn a_try_from_the_future_makes_no_row() {
        use PuzzleResult::{Failed, Solved};
        let list = list(&[("20261125", 1, Failed), ("20310101", 1, Solved)]);
        let days = solved_days(&list, "20261126-093000-000+0100");
        assert_eq!(days, SolvedDays { in_a_row: 0, days: 1, today: 0 });
        let then = solved_days(&list, "20310101-200000-000+0100");
        assert_eq!(then, SolvedDays { in_a_row: 1, days: 1, today: 1 });
    }

    #[test]
    fn the_best_run_is_that_of_the_board() {
        let mut runs = PuzzleRunList::default();
        for (number, (variant, solved)) in
            [("gardner", 12), ("gardner", 9), ("minichess", 17)].into_iter().enumerate()
        {
            let ended = format!("20261122-18000{number}-000+0100");
            runs.add(PuzzleRun { ended, variant: variant.to_owned(), solved, errors: 3 });
        }
        assert_eq!(best_run(&runs, "gardner"), Some(12));
        assert_eq!(best_run(&runs, "losalamos"), None);
    }
}
