//! The search: iterative deepening over a principal variation search with quiescence search.
//!
//! The files form layers, and each uses only files below it:
//!
//! | file | content |
//! |---|---|
//! | `threads` | lazy SMP: one leading thread, helpers beside it |
//! | `deepening` | one thread's iterations, aspiration windows, when to stop |
//! | `root` | one search of the root's moves |
//! | `node` | the node of the principal variation search |
//! | `quiescence` | captures and evasions below the horizon |
//! | `pruning`, `events` | the pruning rules; the events for an observer |
//! | `probe` | scores from the end-game tables |
//! | `state` | what one thread's search holds; makes and unmakes moves |
//! | `stack`, `keys`, `shared` | what belongs to a ply; repetitions; limits and what threads share |
//! | `order` | move ordering |
//! | `history`, `correction`, `see` | statistics over moves and evaluations; exchanges |
//!
//! From the rest of the engine the search uses scores, limits, the transposition table, the
//! evaluation and the parameters, and the end-game tables.

mod correction;
mod deepening;
mod events;
mod history;
mod keys;
mod node;
mod order;
mod probe;
mod pruning;
mod quiescence;
mod root;
mod see;
mod shared;
mod stack;
mod state;
mod threads;

pub(super) use history::Histories;
pub(super) use probe::order_drawn_moves;
pub use pruning::PruningRule;
pub(super) use root::{RootMove, root_moves};
pub(super) use see::{capture_gain, exchange_value, gains_at_least};
pub(super) use shared::SharedSearch;
pub(super) use state::score_without_safe_move;
pub(super) use threads::{SearchTask, has_room_for_helper, search};
