//! Puzzles: positions with one good move at each step, their themes and difficulty, and when to
//! repeat them.
//!
//! A [`PuzzleFinder`] decides whether a position is a [`Puzzle`]: at each step one move is best by a
//! million nodes, and every other loses 30 points of winning chance or more. The difficulty is the
//! lowest level that solves it. [`shipped`] has the puzzles that come with the program, [`Theme`]
//! says what a line shows by the rules alone. [`PuzzleSchedule`] says when to repeat which, and
//! [`PuzzleStanding`] how good the user is at them.
//!
//! The module has no I/O, clock or threads: the stop flag and the present time come as arguments.
//!
//! ```
//! use minnow_rules::Variant;
//! use minnow_study::puzzles::shipped;
//!
//! let puzzle = &shipped(Variant::default_variant())[0];
//! let (position, mv) = puzzle.walk().next().expect("a first move");
//! assert_eq!(position.turn(), puzzle.solver());
//! assert!(puzzle.is_solution(0, mv));
//! ```

mod difficulty;
mod finder;
mod puzzle;
mod rating;
mod record;
mod schedule;
mod shipped;
mod theme;

pub use finder::{FinderLimits, PuzzleFinder};
pub use puzzle::{MAX_STEPS, Puzzle, PuzzleGoal, PuzzleTextError, is_mated};
pub use rating::{LEAST_RATED_TRIES, PuzzleRating, PuzzleStanding, difficulty_rating};
pub use record::{
    MAX_OF_GAME, OwnPuzzles, OwnPuzzlesList, PuzzleResult, PuzzleRun, PuzzleRunList, PuzzleTry,
    PuzzleTryList, SolvedDays, best_run, solved_days,
};
pub use schedule::PuzzleSchedule;
pub use shipped::{PuzzleFileError, parse_puzzles, shipped};
pub use theme::Theme;
