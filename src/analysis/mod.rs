//! What the engine's scores mean to people: win chances, and the review of a whole game.
//!
//! A [`Reviewer`] goes through a game position by position, so that its owner decides when it
//! runs and when it pauses; it reads no clock and starts no thread. What it found is kept in the
//! game as verdicts, from which [`summary`] and [`lessons`] work, also in a game that was opened.

mod accuracy;
mod explain;
mod fit;
mod judge;
mod learn;
mod material;
mod review;
mod summary;
#[cfg(test)]
mod tests;
mod value;
mod win;

pub use accuracy::{game_accuracy, move_accuracy};
pub use fit::{CurveFit, fit_curve};
pub use judge::judge;
pub use learn::{Attempt, Lesson, RETRY_DROP, attempt_limits, lessons};
pub use review::{Finding, Review, ReviewLimits, Reviewer};
pub use summary::{SideSummary, Summary, summary};
pub use value::{evaluation_of, mover_percent, white_score};
pub use win::WinCurve;
