//! Finds the best move: search, evaluation, transposition table, time and levels.
//!
//! [`Searcher`] is the facade: it searches a [`Root`] within [`SearchLimits`] and reports on the
//! way. It reads no input, and its threads end with the search.

pub mod bench;
mod book;
mod by_squares;
pub(crate) mod eval;
mod exchange;
mod job;
mod level;
mod limits;
mod memory;
mod observer;
mod params;
mod random;
mod ratings;
mod result;
mod root_position;
mod score;
mod search;
mod searcher;
mod table;
mod time;

pub use book::{BookMove, book_moves};
pub(crate) use by_squares::{BoardValue, by_squares};
pub use eval::StaticEvaluation;
pub use exchange::{exchange_gain, material_gain, round_value};
pub use job::{SearchJob, SearchUpdate, SharedSearcher};
pub(crate) use level::Misjudgement;
pub use level::{LEVELS, Level, Opponent, OverlookedMove, Oversight, Strength};
pub use limits::{SearchClock, SearchLimits};
pub use observer::{
    Branch, MemoryChange, NoObserver, Observer, OrderedBranch, RootEnd, RootEnds, ScoreSource,
    SearchEvent,
};
pub use random::Random;
pub use ratings::{
    Rating, RatingColumn, RatingsFault, parse_ratings, rating_of, ratings_text, strength_of,
};
pub use result::{SearchInfo, SearchResult};
pub use root_position::Root;
pub use score::{MAX_PLY, Score, Window};
pub use search::PruningRule;
pub use searcher::Searcher;
pub use table::{Bound, TableSize};
