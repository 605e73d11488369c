//! Opening statistics: what games have played in a position, and how they ended.
//!
//! An [`OpeningTree`] counts the moves of games by position, so that lines that reach the same
//! position by other moves share its counts. [`shipped`] has the games of the strongest level that
//! come with the program, as text that [`parse_tree`] reads and [`tree_text`] writes.
//!
//! The module has no I/O, clock or threads.
//!
//! ```
//! use minnow_rules::{Position, Variant};
//! use minnow_study::explorer::shipped;
//!
//! let minichess = Variant::default_variant();
//! let tree = shipped(minichess).expect("games of this board");
//! let moves = tree.moves(&Position::start(minichess));
//! assert!(moves.iter().all(|played| played.results.games() > 0) && !moves.is_empty());
//! ```

mod shipped;
mod text;
mod tree;

pub use shipped::shipped;
pub use text::{ScoredGame, TreeTextError, parse_tree, tree_text};
pub use tree::{GameScore, OpeningTree, PlayedMove, ResultCounts};
