//! Games between engines: openings, single games, self-play, matches, ladders, and Elo; games of
//! other people's programs; and [tournaments](tournament) of both.
//!
//! The seed decides every game unless a time limit is set, so that a match can be repeated.
//! Command lines, files and progress messages are left to the callers.
//!
//! ```
//! use minnow_arena::{GameResult, Tally};
//!
//! let mut tally = Tally::default();
//! for result in [GameResult::Win, GameResult::Draw, GameResult::Draw, GameResult::Loss] {
//!     tally.add(result);
//! }
//! assert_eq!((tally.score(), tally.elo().elo), (0.5, 0.0));
//! ```

#![warn(missing_docs)]
#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod book_games;
mod bot_game;
mod elo;
mod engine_game;
mod even_openings;
#[cfg(not(target_arch = "wasm32"))]
pub mod league;
mod level_match;
mod numbers_game;
mod openings;
mod player;
mod rating_fit;
mod round_robin;
mod self_play;
pub mod tournament;

pub use book_games::BookGames;
pub use bot_game::{BotGameEnd, play_bot_game};
pub use elo::{EloRange, GameResult, Tally};
pub use engine_game::{FinishedGame, RecordedGame, RecordedMove, record_game};
pub use even_openings::{EvenOpening, EvenOpenings};
pub use level_match::{LevelMatch, MatchError, MatchProgress, MatchReport};
pub use numbers_game::NumbersGame;
pub use player::{Player, PlayerKind, PlayerMove, PlayerNameError};
pub use rating_fit::{
    JointOrder, PairingResults, RatingErrors, RatingFit, fit_with_errors, fit_with_pooled_errors,
};
pub use round_robin::{OpeningResult, Pairing, RoundRobin};
pub use self_play::{Sample, SelfPlay};

/// Items for the other crates of Minnow, its benchmarks and its fuzz targets only.
#[doc(hidden)]
pub mod internal {
    pub use crate::openings::random_safe_move;
}
