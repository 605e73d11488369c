//! What the engine's scores mean to people: win chances, and the review of a whole game.
//!
//! A [`Reviewer`] goes through a game position by position, so that its owner decides when it
//! runs and when it pauses; it reads no clock and starts no thread. What it found is kept in the
//! game as verdicts, from which [`summary`] and [`mistake_exercises`] work, also in a game that was opened.

mod accuracy;
mod exercise;
mod explain;
mod job;
mod judge;
mod material;
mod review;
mod summary;
#[cfg(test)]
mod tests;
mod value;
mod win;

pub use accuracy::{game_accuracy, move_accuracy};
pub use exercise::{Attempt, MistakeExercise, RETRY_DROP, attempt_limits, mistake_exercises};
pub use job::{ReviewJob, ReviewUpdate, ReviewedPosition};
pub use judge::judge;
pub use review::{MoveFinding, PositionEval, Review, ReviewLimits, ReviewProgress, Reviewer};
pub use summary::{SideSummary, Summary, summary};
pub use value::{evaluation_of, mover_percent, white_score};
pub use win::WinCurve;
