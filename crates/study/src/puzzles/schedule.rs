//! When a puzzle is due again, by FSRS, a model of forgetting.
//!
//! The state of each puzzle follows from the list of tries alone, so that lists of two programs can
//! be joined. The schedule counts the user's calendar days: what comes again tomorrow is due tomorrow at
//! any hour. The tries count in the order of entry, and one from a clock that was wrong does not count.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use rs_fsrs::{Card, FSRS, Parameters, Rating};

use super::record::{PuzzleResult, PuzzleTry, PuzzleTryList};
use minnow_game::EntryTime;

/// The puzzles that were tried, and when each is due.
#[derive(Clone, Debug, Default)]
pub struct PuzzleSchedule {
    puzzles: HashMap<String, ScheduledPuzzle>,
    /// The beginning of the present day.
    today: DateTime<Utc>,
}

/// A puzzle that was tried.
#[derive(Clone, Debug)]
struct ScheduledPuzzle {
    /// Its times are the beginnings of days.
    card: Card,
    /// The place of the last try in the list.
    tried: usize,
}

impl PuzzleSchedule {
    /// The schedule after these tries at `now`, a time as in [`PuzzleTry::ended`]. It is empty if `now`
    /// is no time.
    pub fn new(tries: &PuzzleTryList, now: &str) -> PuzzleSchedule {
        let parameters = Parameters {
            // A puzzle comes again after days, never within a session.
            enable_short_term: false,
            enable_fuzz: false,
            ..Parameters::default()
        };
        let fsrs = FSRS::new(parameters);
        let Some((now, today)) = EntryTime::parse(now).and_then(|now| Some((now, day_of(now)?)))
        else {
            return PuzzleSchedule::default();
        };
        let mut puzzles: HashMap<String, ScheduledPuzzle> = HashMap::new();
        for (tried, entry) in tries.entries().iter().enumerate() {
            let time = EntryTime::parse(&entry.ended).filter(|time| !time.is_future(now));
            let Some(day) = time.and_then(day_of) else { continue };
            let new = || Card { due: day, last_review: day, ..Card::default() };
            let known = puzzles.get(&entry.puzzle).map(|known| known.card.clone());
            let card = known.unwrap_or_else(new);
            // The clock may have been set back since.
            let day = day.max(card.last_review);
            let card = fsrs.next(card, day, rating_of(entry)).card;
            puzzles.insert(entry.puzzle.clone(), ScheduledPuzzle { card, tried });
        }
        PuzzleSchedule { puzzles, today }
    }

    /// True if the puzzle was tried.
    pub fn is_known(&self, puzzle: &str) -> bool {
        self.puzzles.contains_key(puzzle)
    }

    /// True if the puzzle was tried and is to be repeated today.
    pub fn is_due(&self, puzzle: &str) -> bool {
        self.days_until_due(puzzle) == Some(0)
    }

    /// The puzzles that are due; those that have waited longest come first.
    pub fn due(&self) -> Vec<&str> {
        let due = self.puzzles.iter().filter(|(_, known)| known.card.due <= self.today);
        let mut due: Vec<(&String, &ScheduledPuzzle)> = due.collect();
        due.sort_by_key(|(_, known)| (known.card.due, known.tried));
        due.into_iter().map(|(puzzle, _)| puzzle.as_str()).collect()
    }

    /// The days until the puzzle is due, 0 if it is due today; `None` if it was never tried.
    pub fn days_until_due(&self, puzzle: &str) -> Option<u32> {
        let left = self.puzzles.get(puzzle)?.card.due - self.today;
        Some(u32::try_from(left.num_days()).unwrap_or(0))
    }
}

fn rating_of(tried: &PuzzleTry) -> Rating {
    match tried.result {
        PuzzleResult::Solved => Rating::Good,
        PuzzleResult::Helped => Rating::Hard,
        PuzzleResult::Failed => Rating::Again,
    }
}

/// The beginning of the user's calendar day, as if it were in UTC.
fn day_of(time: EntryTime) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp(24 * 60 * 60 * time.day(), 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tries(results: &[(&str, PuzzleResult)]) -> PuzzleTryList {
        let mut list = PuzzleTryList::default();
        for (ended, result) in results {
            list.add(PuzzleTry {
                ended: (*ended).to_owned(),
                puzzle: "gardner-1".to_owned(),
                difficulty: 3,
                result: *result,
            });
        }
        list
    }

    #[test]
    fn a_failed_puzzle_comes_tomorrow_and_a_solved_one_later() {
        let now = "20261201-180000-000";
        let days = |result| {
            let schedule = PuzzleSchedule::new(&tries(&[(now, result)]), now);
            assert!(schedule.is_known("gardner-1") && !schedule.is_due("gardner-1"));
            assert!(schedule.due().is_empty());
            schedule.days_until_due("gardner-1").unwrap()
        };
        let [failed, helped, solved] =
            [PuzzleResult::Failed, PuzzleResult::Helped, PuzzleResult::Solved].map(days);
        assert_eq!(failed, 1);
        assert!(failed <= helped && helped < solved, "{failed} {helped} {solved}");
    }

    #[test]
    fn what_comes_tomorrow_is_due_at_any_hour() {
        for tried in ["20261124-000100-000", "20261124-235900-000"] {
            let tries = tries(&[(tried, PuzzleResult::Failed)]);
            let days = |now| PuzzleSchedule::new(&tries, now).days_until_due("gardner-1");
            assert_eq!(days("20261124-235930-000"), Some(1), "{tried}");
            assert_eq!(days("20261125-000000-000"), Some(0), "{tried}");
            assert_eq!(days("20261125-235900-000"), Some(0), "{tried}");
            assert_eq!(days("20261224-000000-000"), Some(0), "{tried}");
        }
    }

    #[test]
    fn intervals_grow_with_each_success_and_shrink_after_a_failure() {
        let mut results = vec![("20260101-120000-000", PuzzleResult::Solved)];
        let days = |results: &[(&str, PuzzleResult)]| {
            let last = results.last().unwrap().0;
            PuzzleSchedule::new(&tries(results), last).days_until_due("gardner-1").unwrap()
        };
        let first = days(&results);
        results.push(("20260105-120000-000", PuzzleResult::Solved));
        let second = days(&results);
        results.push(("20260201-120000-000", PuzzleResult::Failed));
        let failed = days(&results);
        assert!(first < second && failed < second, "{first} {second} {failed}");
        let schedule = PuzzleSchedule::new(&tries(&results), "20260301-120000-000");
        assert_eq!(schedule.due(), ["gardner-1"]);
        assert_eq!(schedule.days_until_due("gardner-2"), None);
    }

    #[test]
    fn unreadable_times_are_left_out() {
        let tries = tries(&[("yesterday", PuzzleResult::Solved)]);
        for now in ["20260301-120000-000", "now"] {
            let schedule = PuzzleSchedule::new(&tries, now);
            assert!(!schedule.is_known("gardner-1"));
            assert!(schedule.due().is_empty());
        }
    }
}
