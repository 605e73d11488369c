//! Puzzles: positions with one good move at each step, their themes and difficulty, and when to
//! repeat them.
//!
//! A [`PuzzleFinder`] decides whether a position is a [`Puzzle`]: at each step one move is best by a
//! million nodes, and every other loses 30 points of winning chance or more. The difficulty is the
//! lowest level that solves it. [`shipped`] has the puzzles that come with the program, [`Theme`]
//! says what a line shows by the rules alone.
//!
//! The layer has no I/O, clock or threads: the stop flag and the present time come as arguments.

mod difficulty;
mod finder;
mod puzzle;
mod record;
mod schedule;
mod shipped;
mod theme;

pub use difficulty::difficulty_of;
pub use finder::{FinderLimits, PuzzleFinder};
pub use puzzle::{MAX_STEPS, Puzzle, PuzzleGoal, PuzzleTextError, is_mated};
pub use record::{
    MAX_OF_GAME, OwnPuzzles, OwnPuzzlesList, PuzzleResult, PuzzleTry, PuzzleTryList, SolvedDays,
};
pub use schedule::{PuzzleSchedule, ScheduledPuzzle};
pub use shipped::{PuzzleFileError, parse_puzzles, shipped};
pub use theme::Theme;
