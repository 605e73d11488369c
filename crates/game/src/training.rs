//! The tries at endings in the trainer, in a file of their own.

use std::hash::Hash;

use serde::{Deserialize, Serialize};

use super::kept_list::{KeptEntry, KeptList};

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
    /// The time of its end as digits: `20261122-182205-417`.
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

/// The tries, the oldest first.
pub type TrainingList = KeptList<TrainingTry>;

/// The user's record in an ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrainingRecord {
    /// All tries.
    pub tries: u32,
    /// The tries in which no move gave away the result.
    pub successes: u32,
    /// Successes since the last failure.
    pub in_a_row: u32,
}

impl KeptList<TrainingTry> {
    /// The record in an ending of a variant.
    pub fn record(&self, variant: &str, ending: &str, goal: TrainingGoal) -> TrainingRecord {
        let mut record = TrainingRecord::default();
        for tried in self.entries() {
            if tried.variant == variant && tried.ending == ending && tried.goal == goal {
                record.tries += 1;
                record.successes += u32::from(tried.succeeded);
                record.in_a_row = if tried.succeeded { record.in_a_row + 1 } else { 0 };
            }
        }
        record
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_counts_one_ending_and_goal() {
        let mut list = TrainingList::default();
        let tries = [
            ("KRK", TrainingGoal::Win, true),
            ("KRK", TrainingGoal::Win, false),
            ("KRK", TrainingGoal::Win, true),
            ("KRK", TrainingGoal::Hold, false),
            ("KQK", TrainingGoal::Win, false),
        ];
        for (number, (ending, goal, succeeded)) in tries.into_iter().enumerate() {
            list.add(TrainingTry {
                ended: format!("20261122-18000{number}-000"),
                variant: "gardner".to_owned(),
                ending: ending.to_owned(),
                goal,
                succeeded,
            });
        }
        let record = list.record("gardner", "KRK", TrainingGoal::Win);
        assert_eq!(record, TrainingRecord { tries: 3, successes: 2, in_a_row: 1 });
        assert_eq!(list.record("minichess", "KRK", TrainingGoal::Win).tries, 0);
    }
}
