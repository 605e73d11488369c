//! Finds the best move: search, evaluation, transposition table, time and levels.
//!
//! [`Searcher`] is the facade: it searches a [`Root`] within [`SearchLimits`] and reports on the
//! way. It reads no input, and its threads end with the search. [`Level`] makes it weaker.
//!
//! ```
//! use minnow_base::sync::StopFlag;
//! use minnow_engine::{Root, SearchLimits, Searcher};
//! use minnow_rules::{Position, Variant};
//!
//! let variant = Variant::by_id("gardner").expect("a built-in variant");
//! let start = Position::start(variant);
//! let table_mb = 1;
//! let mut searcher = Searcher::new(variant, table_mb);
//! let stop = StopFlag::new();
//! let limits = SearchLimits::depth(4);
//! let result = searcher.search(&Root::new(start), &limits, &stop, &mut |info| {
//!     println!("depth {}: {}", info.depth, info.score);
//! });
//! let best = result.best.expect("the game is not over");
//! assert!(start.legal_moves().contains(best));
//! ```

#![warn(missing_docs)]

pub mod bench;
mod book;
mod by_squares;
mod eval;
mod exchange;
mod job;
mod level;
mod limits;
mod observer;
mod params;
mod random;
mod ratings;
mod result;
mod root_position;
mod score;
mod search;
mod search_numbers;
mod searcher;
mod table;
mod time;

pub use book::{BookMove, book_moves};
pub use eval::StaticEvaluation;
pub use exchange::{exchange_gain, material_gain, round_value};
pub use job::{SearchJob, SearchUpdate, SharedSearcher};
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

/// Items for the other crates of Minnow, its benchmarks and its fuzz targets only.
#[doc(hidden)]
pub mod internal {
    pub use crate::eval::{
        EvalWeights, Evaluator, FEATURES, HIDDEN, HIDDEN_ONE, Inputs, MAX_OUTPUT_WEIGHT,
        MAX_ROW_WEIGHT, Network, OUTPUT_ONE, OUTPUTS, OutputBuckets, Pair, TERMS, UnitRow,
        WeightedEval, WeightsError, bias_row, bias_rows, fades,
    };
    pub use crate::level::Misjudgement;
    pub use crate::params::{SEARCH_NUMBERS, with_search_numbers};
    pub use crate::search_numbers::{ARE_NUMBERS_TUNABLE, SearchNumber};
}

/// The example of the README is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
