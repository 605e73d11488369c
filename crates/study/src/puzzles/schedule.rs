//! When a puzzle is due again, by FSRS, a model of forgetting.
//!
//! The state of each puzzle follows from the list of tries alone, so that lists of two programs can
//! be joined. Times are those of the user's clock; the schedule counts days.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDateTime, Utc};
use rs_fsrs::{Card, FSRS, Parameters, Rating};

use super::record::{PuzzleResult, PuzzleTry, PuzzleTryList};

/// The puzzles that were tried, and when each is due.
#[derive(Clone, Debug, Default)]
pub struct PuzzleSchedule {
    cards: HashMap<String, Card>,
}

/// A puzzle that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledPuzzle {
    /// See [`super::Puzzle::id`].
    pub puzzle: String,
    /// The time from which it is due.
    pub due: DateTime<Utc>,
}

impl PuzzleSchedule {
    /// The schedule after these tries.
    pub fn new(tries: &PuzzleTryList) -> PuzzleSchedule {
        let parameters = Parameters {
            // A puzzle comes again after days, never within a session.
            enable_short_term: false,
            enable_fuzz: false,
            ..Parameters::default()
        };
        let fsrs = FSRS::new(parameters);
        let mut cards: HashMap<String, Card> = HashMap::new();
        for tried in tries.entries() {
            let Some(time) = time_of(&tried.ended) else { continue };
            let new = || Card { due: time, last_review: time, ..Card::default() };
            let card = cards.entry(tried.puzzle.clone()).or_insert_with(new);
            *card = fsrs.next(card.clone(), time, rating_of(tried)).card;
        }
        PuzzleSchedule { cards }
    }

    /// True if the puzzle was tried.
    pub fn is_known(&self, puzzle: &str) -> bool {
        self.cards.contains_key(puzzle)
    }

    /// The puzzles that are due at `now`, a time as digits; those that have waited longest come
    /// first.
    pub fn due(&self, now: &str) -> Vec<ScheduledPuzzle> {
        let Some(now) = time_of(now) else { return Vec::new() };
        let is_due = |(_, card): &(&String, &Card)| card.due <= now;
        let due = self.cards.iter().filter(is_due);
        let mut due: Vec<ScheduledPuzzle> =
            due.map(|(id, card)| ScheduledPuzzle { puzzle: id.clone(), due: card.due }).collect();
        due.sort_by(|one, other| one.due.cmp(&other.due).then(one.puzzle.cmp(&other.puzzle)));
        due
    }

    /// The days from `now` until the puzzle is due, at least 0; `None` if it was never tried.
    pub fn days_until_due(&self, puzzle: &str, now: &str) -> Option<u32> {
        let (card, now) = (self.cards.get(puzzle)?, time_of(now)?);
        let hours = card.due.signed_duration_since(now).num_hours();
        Some(u32::try_from((hours + 12).div_euclid(24)).unwrap_or(0))
    }
}

fn rating_of(tried: &PuzzleTry) -> Rating {
    match tried.result {
        PuzzleResult::Solved => Rating::Good,
        PuzzleResult::Helped => Rating::Hard,
        PuzzleResult::Failed => Rating::Again,
    }
}

/// A time as digits, taken as UTC.
fn time_of(digits: &str) -> Option<DateTime<Utc>> {
    let time = NaiveDateTime::parse_from_str(digits.get(..15)?, "%Y%m%d-%H%M%S").ok()?;
    Some(time.and_utc())
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
            let schedule = PuzzleSchedule::new(&tries(&[(now, result)]));
            assert!(schedule.is_known("gardner-1"));
            assert!(schedule.due(now).is_empty());
            schedule.days_until_due("gardner-1", now).unwrap()
        };
        let [failed, helped, solved] =
            [PuzzleResult::Failed, PuzzleResult::Helped, PuzzleResult::Solved].map(days);
        assert_eq!(failed, 1);
        assert!(failed <= helped && helped < solved, "{failed} {helped} {solved}");
    }

    #[test]
    fn intervals_grow_with_each_success_and_shrink_after_a_failure() {
        let mut results = vec![("20260101-120000-000", PuzzleResult::Solved)];
        let days = |results: &[(&str, PuzzleResult)]| {
            let last = results.last().unwrap().0;
            PuzzleSchedule::new(&tries(results)).days_until_due("gardner-1", last).unwrap()
        };
        let first = days(&results);
        results.push(("20260105-120000-000", PuzzleResult::Solved));
        let second = days(&results);
        results.push(("20260201-120000-000", PuzzleResult::Failed));
        let failed = days(&results);
        assert!(first < second && failed < second, "{first} {second} {failed}");
        let schedule = PuzzleSchedule::new(&tries(&results));
        assert_eq!(schedule.due("20260301-120000-000").len(), 1);
        assert_eq!(schedule.days_until_due("gardner-2", "20260301-120000-000"), None);
    }

    #[test]
    fn unreadable_times_are_left_out() {
        let schedule = PuzzleSchedule::new(&tries(&[("yesterday", PuzzleResult::Solved)]));
        assert!(!schedule.is_known("gardner-1"));
        assert!(schedule.due("now").is_empty());
    }
}
