//! Finds the best move: search, evaluation, transposition table, time and levels.
//!
//! [`Searcher`] is the whole of it for callers: it searches a [`Root`] within
//! [`Limits`] and reports on the way. It starts no threads and reads no input.

pub mod bench;
mod eval;
mod handicap;
mod history;
mod level;
mod limits;
mod line;
mod node;
mod order;
mod params;
mod quiescence;
mod score;
mod searcher;
mod table;
mod time;
pub mod tune;

pub use handicap::Handicap;
pub use level::{LEVELS, Level};
pub use limits::{Clock, Limits};
pub use score::{MAX_PLY, Score, Window};
pub use searcher::{Info, Root, SearchResult, Searcher};
