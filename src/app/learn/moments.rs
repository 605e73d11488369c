//! The record of the moments that were learned, and which are due: they come again by the schedule of
//! puzzles.
//!
//! A moment is known by its position, so that it is asked once, in whichever games it occurs.

use super::{Learn, Solution};
use crate::app::session::{Effect, KeptListName, Session, WallTime};
use minnow_study::{
    analysis::moment_name,
    puzzles::{PuzzleResult, PuzzleSchedule, PuzzleTry, PuzzleTryList},
};

/// The moments that are due at a time.
pub(super) struct DueMoments(PuzzleSchedule);

impl DueMoments {
    /// Those at `now`, a time as digits, after these tries.
    pub(super) fn new(tries: &PuzzleTryList, now: &str) -> DueMoments {
        DueMoments(PuzzleSchedule::new(tries, now))
    }

    /// True if a moment has not been tried, or is to be repeated.
    pub(super) fn has(&self, moment: &str) -> bool {
        !self.0.is_known(moment) || self.0.is_due(moment)
    }
}

impl Learn {
    /// Puts the ends of problems into the record that are not there yet.
    pub(super) fn record(&mut self, session: &mut Session) {
        if self.recorded == self.solutions.len() {
            return;
        }
        let now = WallTime::now().stamp();
        let ended = self.problems.iter().zip(&self.solutions).skip(self.recorded);
        for (problem, solution) in ended {
            note(session, moment_name(&problem.position), *solution, &now);
        }
        self.recorded = self.solutions.len();
    }
}

/// Puts the end of a problem at `now` into the record. Only the first of a day counts: the answer of a
/// problem that is repeated at once is known.
pub(super) fn note(session: &mut Session, moment: String, solution: Solution, now: &str) {
    let result = match solution {
        Solution::Found => PuzzleResult::Solved,
        Solution::FoundWithHint => PuzzleResult::Helped,
        Solution::Shown => PuzzleResult::Failed,
        Solution::Skipped => return,
    };
    let is_of_today =
        |tried: &PuzzleTry| tried.puzzle == moment && tried.ended.get(..8) == now.get(..8);
    if session.lists.learned.entries().iter().any(is_of_today) {
        return;
    }
    // A moment has no difficulty.
    let tried = PuzzleTry { ended: now.to_owned(), puzzle: moment, difficulty: 0, result };
    session.lists.learned.add(tried);
    session.effects.push(Effect::KeepList(KeptListName::Learned));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::for_tests::session;

    const MOMENT: &str = "gardner: k4/3p1/2n2/3Q1/K4 w - -";

    /// Whether the moment is due at a time after these ends of problems.
    fn is_due(ends: &[(&str, Solution)], now: &str) -> bool {
        let mut session = session();
        for (at, solution) in ends {
            note(&mut session, MOMENT.to_owned(), *solution, at);
        }
        DueMoments::new(&session.lists.learned, now).has(MOMENT)
    }

    #[test]
    fn a_moment_comes_again_by_days() {
        let today = "20261125-090000-000";
        assert!(is_due(&[], today), "it has not been tried");
        assert!(is_due(&[(today, Solution::Skipped)], "20261125-090001-000"));
        for solution in [Solution::Found, Solution::FoundWithHint, Solution::Shown] {
            let ends = [(today, solution)];
            assert!(!is_due(&ends, "20261125-230000-000"), "{solution:?}");
            assert!(is_due(&ends, "20270125-090000-000"), "{solution:?}");
        }
        assert!(is_due(&[(today, Solution::Shown)], "20261126-100000-000"));
        assert!(!is_due(&[(today, Solution::Found)], "20261126-100000-000"));
    }

    #[test]
    fn only_the_first_end_of_a_day_counts() {
        let shown = ("20261125-090000-000", Solution::Shown);
        let found = ("20261125-090100-000", Solution::Found);
        assert!(is_due(&[shown, found], "20261126-100000-000"));
        let later = ("20261126-110000-000", Solution::Found);
        assert!(!is_due(&[shown, later], "20261126-230000-000"), "another day counts");
    }
}
