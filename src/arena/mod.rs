//! Games between engines: openings, single games, self-play, matches of levels, and Elo.
//!
//! The seed decides every game unless a time limit is set, so that a match can be repeated.
//! Command lines, files and progress messages are left to the callers.

mod elo;
mod engine_game;
mod level_match;
mod openings;
mod self_play;

pub use elo::{EloRange, GameResult, Tally};
pub use engine_game::FinishedGame;
pub use level_match::{LevelMatch, MatchError, MatchProgress, MatchReport};
pub(crate) use openings::random_safe_move;
pub use self_play::{Sample, SelfPlay};
