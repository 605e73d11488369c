//! Finds the best move: search, evaluation, transposition table, time and levels.
//!
//! [`Searcher`] is the whole of it for callers: it searches a [`Root`] within
//! [`Limits`] and reports on the way. It reads no input, and its threads end with the search.

pub mod bench;
mod correction;
mod deepen;
mod eval;
mod handicap;
mod history;
mod level;
mod limits;
mod line;
mod node;
mod observer;
mod order;
mod params;
mod pruning;
mod quiescence;
mod random;
mod root;
mod score;
mod search;
mod searcher;
mod see;
mod table;
mod threads;
mod time;
mod told;
pub mod tune;

pub use eval::StaticEvaluation;
pub use handicap::Handicap;
pub use level::{LEVELS, Level};
pub use limits::{Clock, Limits};
pub use observer::{Branch, Event, Observer, Shortcut, Silent, Source};
pub use random::Random;
pub use score::{MAX_PLY, Score, Window};
pub use searcher::{Info, Root, SearchResult, Searcher};
pub use table::Bound;
