//! The tries at endings in the trainer, in a file of their own.
//!
//! They count in the order of entry. One from a clock that was wrong counts for no row.

use std::hash::Hash;

use serde::{Deserialize, Serialize};

use super::{
    EntryTime,
    kept_list::{KeptEntry, KeptList},
};

/// The user's task in an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TrainingGoal {
    /// To win a won position as the side named first.
    Win,
    /// To hold a drawn position as the side named last.
    Hold,
}

/// A try at an ending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrainingTry {
    /// The time of its end, see [`EntryTime`].
    pub ended: String,
    /// The id of the variant.
    pub variant: String,
    /// The men, such as `KRK`.
    pub ending: String,
    /// The user's task.
    pub goal: TrainingGoal,
    /// True if no move gave away the result.
    pub succeeded: bool,
}

impl KeptEntry for TrainingTry {
    fn time(&self) -> &str {
        &self.ended
    }

    fn key(&self) -> impl Eq + Hash {
        [self.ended.as_str(), self.ending.as_str()]
    }
}

/// The tries in the order of entry.
pub type TrainingList = KeptList<TrainingTry>;

/// The user's record in an ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrainingRecord {
    /// All tries.
    pub tries: u32,
    /// The tries in which no move gave away the result.
    pub successes: u32,
}

impl KeptList<TrainingTry> {
    fn tries(
        &self,
        variant: &str,
        ending: &str,
        goal: TrainingGoal,
    ) -> impl DoubleEndedIterator<Item = &TrainingTry> {
        self.entries().iter().filter(move |tried| {
            tried.variant == variant && tried.ending == ending && tried.goal == goal
        })
    }

    /// The record in an ending of a variant.
    pub fn record(&self, variant: &str, ending: &str, goal: TrainingGoal) -> TrainingRecord {
        let tries = self.tries(variant, ending, goal);
        tries.fold(TrainingRecord::default(), |record, tried| TrainingRecord {
            tries: record.tries + 1,
            successes: record.successes + u32::from(tried.succeeded),
        })
    }

    /// The successes in an ending since the last failure, without those from a clock that was wrong.
    /// `now` is a time as in [`TrainingTry::ended`].
    pub fn successes_in_a_row(
        &self,
        variant: &str,
        ending: &str,
        goal: TrainingGoal,
        now: &str,
    ) -> u32 {
        let now = EntryTime::parse(now);
        let is_future = |tried: &&TrainingTry| {
            let times = EntryTime::parse(&tried.ended).zip(now);
            times.is_some_and(|(time, now)| time.is_future(now))
        };
        let tries = self.tries(variant, ending, goal).rev().filter(|tried| !is_future(tried));
        tries.take_while(|tried| tried.succeeded).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: &str = "20261126-093000-000+0100";

    /// A list of tries at KRK, in the order of entry.
    fn list(tries: &[(&str, bool)]) -> TrainingList {
        let mut list = TrainingList::default();
        for (ended, succeeded) in tries {
            list.add(TrainingTry {
                ended: (*ended).to_owned(),
                variant: "gardner".to_owned(),
                ending: "KRK".to_owned(),
                goal: TrainingGoal::Win,
                succeeded: *succeeded,
            });
        }
        list
    }

    fn row(list: &TrainingList) -> u32 {
        list.successes_in_a_row("gardner", "KRK", TrainingGoal::Win, NOW)
    }

    #[test]
    fn a_record_counts_one_ending_and_goal() {
        let mut list = list(&[
            ("20261122-180000-000", true),
            ("20261122-180001-000", false),
            ("20261122-180002-000", true),
        ]);
        let others = [("KRK", TrainingGoal::Hold), ("KQK", TrainingGoal::Win)];
        for (number, (ending, goal)) in (3..).zip(others) {
            list.add(TrainingTry {
                ended: format!("20261122-18000{number}-000"),
                variant: "gardner".to_owned(),
                ending: ending.to_owned(),
                goal,
                succeeded: false,
            });
        }
        let record = list.record("gardner", "KRK", TrainingGoal::Win);
        assert_eq!(record, TrainingRecord { tries: 3, successes: 2 });
        assert_eq!(row(&list), 1);
        assert_eq!(list.record("minichess", "KRK", TrainingGoal::Win).tries, 0);
    }

    #[test]
    fn tries_count_in_the_order_of_entry() {
        // The clock was set back, or the user flew west.
        let back = [("20261125-220000-000", false), ("20261125-080000-000", true)];
        assert_eq!(row(&list(&back)), 1);
        let other = [("20261125-220000-000", true), ("20261125-080000-000", false)];
        assert_eq!(row(&list(&other)), 0);
        let hour = [("20261025-025900-000+0200", true), ("20261025-020100-000+0100", true)];
        assert_eq!(row(&list(&hour)), 2);
    }

    #[test]
    fn a_try_from_the_future_makes_no_row() {
        let wrong = list(&[("20261125-090000-000", false), ("20310101-120000-000", true)]);
        assert_eq!(row(&wrong), 0);
        assert_eq!(wrong.record("gardner", "KRK", TrainingGoal::Win).successes, 1);
        let later = list(&[
            ("20310101-120000-000+0100", true),
            ("20261125-090000-000+0100", true),
            ("20261126-090000-000+0100", true),
        ]);
        assert_eq!(row(&later), 2);
    }
}
