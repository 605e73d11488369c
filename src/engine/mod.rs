//! Finds the best move: search, evaluation, transposition table, time and levels.
//!
//! [`Searcher`] is the whole of it for callers: it searches a [`Root`] within
//! [`SearchLimits`] and reports on the way. It reads no input, and its threads end with the search.

pub mod bench;
mod correction;
mod deepen;
pub(crate) mod eval;
mod handicap;
mod history;
mod job;
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

pub use eval::StaticEvaluation;
pub use handicap::Handicap;
pub use job::{SearchJob, SearchUpdate, SharedSearcher};
pub use level::{LEVELS, Level};
pub use limits::{SearchClock, SearchLimits};
pub use observer::{Branch, NoObserver, Observer, PruningRule, ScoreSource, SearchEvent};
pub use random::Random;
pub use score::{MAX_PLY, Score, Window};
pub use searcher::{Root, SearchInfo, SearchResult, Searcher};
pub use table::Bound;
