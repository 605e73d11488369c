//! The engine's scores in human terms: win chances, the review of a whole game, and the user's rating.
//!
//! A [`Reviewer`] searches a game one position at a time, so that its owner can pause it between
//! two positions; it reads no clock and starts no thread. The game stores the result as verdicts.
//! [`summary`] and [`mistake_exercises`] read the verdicts, also from a file.
//!
//! ```
//! use minnow_base::sync::StopFlag;
//! use minnow_study::analysis::{ReviewLimits, Reviewer, summary};
//! use minnow_engine::Searcher;
//! use minnow_game::{Game, Judgement};
//! use minnow_rules::{Position, Variant};
//!
//! let variant = Variant::by_id("gardner").expect("a built-in variant");
//! let mut game = Game::from_position(Position::from_fen(variant, "k4/3p1/2n2/3Q1/K4 w")?);
//! for text in ["d2c3", "d4c3"] {
//!     game.play(game.position().parse_move(text)?)?;
//! }
//! let limits = ReviewLimits { depth: Some(4), nodes: None, movetime_ms: None };
//! let mut reviewer = Reviewer::new(&game, limits);
//! let mut searcher = Searcher::new(variant, 1);
//! while !reviewer.is_finished() {
//!     reviewer.step(&mut searcher, &StopFlag::new());
//! }
//! reviewer.review().write_into(&mut game);
//! let summary = summary(&game).expect("a reviewed game");
//! assert_eq!(summary.sides[0].count(Judgement::Blunder), 1, "the queen for a knight");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accuracy;
mod coach;
mod comparison;
mod exercise;
mod explain;
mod job;
mod judge;
mod manners;
mod match_me;
mod material;
mod moments;
mod player_rating;
mod position_value;
mod review;
mod score_text;
mod summary;
#[cfg(test)]
mod tests;
mod value;
mod win;

pub use accuracy::{game_accuracy, move_accuracy, shown_accuracy};
pub use coach::{CoachWarning, coach_limits, coach_warning};
pub use exercise::{
    Attempt, AttemptSearch, MistakeExercise, mistake_exercises, moment_name, moment_position,
};
pub use job::{ReviewJob, ReviewUpdate, ReviewedPosition};
pub use judge::judge;
pub use manners::{OwnScore, PaceFacts, ResignFacts, accepts_draw, is_dead, pace_share, resigns};
pub use match_me::{BoardStanding, MatchPick, opponent_elo};
pub use material::{captured, material};
pub use moments::{InstructiveMoment, MomentTheme, instructive_moments};
pub use player_rating::{MatchAim, OtherBoard, PlayerRating, RatedGame, expected_points};
pub use review::{
    ComparedMove, MoveFinding, PositionEval, Review, ReviewLimits, ReviewNodes, ReviewProgress,
    Reviewer,
};
pub use score_text::{score_text, short_score_text};
pub use summary::{SideSummary, Summary, review_facts, summary};
pub use value::{mover_percent, white_score};
pub use win::WinCurve;
