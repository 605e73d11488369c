//! A timed run: as many puzzles as the user can solve in three minutes, the easy ones first. The third
//! wrong move ends it.

use super::StockedPuzzle;
use crate::app::{
    session::{Effect, KeptListName, Session, WallTime},
    ui::text::time_text,
};
use minnow_rules::counted;
use minnow_study::puzzles::{PuzzleRun, best_run};

/// The length of a run.
pub(super) const RUN_MS: u64 = 180_000;
const MAX_ERRORS: u32 = 3;

/// A run and its score.
#[derive(Debug)]
pub struct TimedRun {
    /// The puzzles that are left, the next one last.
    left: Vec<StockedPuzzle>,
    pub(super) ends_ms: u64,
    pub(super) solved: u32,
    pub(super) errors: u32,
    /// How it ended, in a sentence.
    pub(super) end: Option<String>,
}

impl TimedRun {
    /// A run through these puzzles.
    pub(super) fn new(mut puzzles: Vec<StockedPuzzle>, now_ms: u64) -> TimedRun {
        puzzles.reverse();
        TimedRun { left: puzzles, ends_ms: now_ms + RUN_MS, solved: 0, errors: 0, end: None }
    }

    /// The next puzzle; `None` after too many errors or after the last one.
    pub(super) fn next_puzzle(&mut self) -> Option<StockedPuzzle> {
        if self.errors < MAX_ERRORS { self.left.pop() } else { None }
    }

    /// True while the user solves puzzles.
    pub(super) fn is_on(&self) -> bool {
        self.end.is_none()
    }

    /// Ends the run and keeps its score.
    pub(super) fn finish(&mut self, session: &mut Session, variant: &str, now_ms: u64) {
        let before = best_run(&session.lists.puzzle_runs, variant);
        self.end = Some(self.end_text(before, now_ms));
        session.lists.puzzle_runs.add(PuzzleRun {
            ended: WallTime::now().stamp(),
            variant: variant.to_owned(),
            solved: self.solved,
            errors: self.errors,
        });
        session.effects.push(Effect::KeepList(KeptListName::PuzzleRuns));
    }

    /// `Time is up: 14 solved, your best on this board is 17.`
    fn end_text(&self, best_before: Option<u32>, now_ms: u64) -> String {
        let why = if self.errors >= MAX_ERRORS {
            "Three errors end the run"
        } else if now_ms >= self.ends_ms {
            "Time is up"
        } else {
            "No puzzle is left"
        };
        let solved = self.solved;
        match best_before {
            Some(best) if best >= solved => {
                format!("{why}: {solved} solved, your best on this board is {best}.")
            }
            None if solved == 0 => format!("{why}: none solved."),
            Some(_) | None => format!("{why}: {solved} solved, your best on this board."),
        }
    }

    /// `7 solved, 1 error`
    pub(super) fn score_text(&self) -> String {
        let errors = counted(u64::from(self.errors), "error", "errors");
        format!("{} solved, {errors}", self.solved)
    }

    /// `2:13 left`
    pub(super) fn time_text(&self, now_ms: u64) -> String {
        let seconds = self.ends_ms.saturating_sub(now_ms).div_ceil(1_000);
        format!("{} left", time_text(seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(solved: u32, errors: u32) -> TimedRun {
        TimedRun { solved, errors, ..TimedRun::new(Vec::new(), 1_000) }
    }

    #[test]
    fn the_end_names_score_and_best() {
        let end = run(14, 1).ends_ms;
        let text = |run: TimedRun, best, now_ms| run.end_text(best, now_ms);
        assert_eq!(
            text(run(14, 1), Some(17), end),
            "Time is up: 14 solved, your best on this board is 17."
        );
        assert_eq!(
            text(run(14, 3), Some(13), 9_000),
            "Three errors end the run: 14 solved, your best on this board."
        );
        assert_eq!(
            text(run(2, 0), None, 9_000),
            "No puzzle is left: 2 solved, your best on this board."
        );
        assert_eq!(text(run(0, 0), None, end), "Time is up: none solved.");
    }

    #[test]
    fn the_time_left_is_in_minutes() {
        let run = run(7, 1);
        assert_eq!(run.time_text(1_000), "3:00 left");
        assert_eq!(run.time_text(run.ends_ms - 72_400), "1:13 left");
        assert_eq!(run.time_text(run.ends_ms + 5), "0:00 left");
        assert_eq!(run.score_text(), "7 solved, 1 error");
    }
}
