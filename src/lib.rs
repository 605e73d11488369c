//! Minnow: chess on small boards, with a strong engine and a look inside its search.
//!
//! The library is a stack of layers, one module each. A layer uses only layers that this list names
//! before it; `docs/architecture.md` draws the arrows and `tests/layers.rs` checks them.
//!
//! - [`sync`]: locks between threads.
//! - [`rules`]: variants, positions, legal moves, the ends of games, and notation. It has no I/O,
//!   clock, thread or randomness.
//! - [`tables`]: end-game tables, with the result and the distance of positions with few men.
//! - [`engine`]: finds the best move. [`engine::Searcher`] searches an [`engine::Root`] within
//!   [`engine::SearchLimits`]; [`engine::Level`] makes it weaker.
//! - [`lab`]: textbook searches that record their tree, for study. It shares the engine's scores and
//!   evaluation, but not its search.
//! - [`game`]: the record of a game. [`game::Game`] is a tree of moves with comments and clock times;
//!   [`game::save`] and [`game::pgn`] read and write files.
//! - [`analysis`]: what scores mean to people. [`analysis::WinCurve`] gives win chances, and
//!   [`analysis::Reviewer`] reviews a whole game.
//! - [`prove`]: forced wins and draws. [`prove::MateProver`] finds a proof, [`prove::check`] verifies
//!   a certificate of one.
//! - [`puzzles`]: positions with one good move at each step, found by searches and proofs, with their
//!   themes, difficulty and schedule.
//! - [`explorer`]: what games have played in a position, and how they ended.
//! - [`jobs`]: runs closures on other threads. [`jobs::Runner`] owns a thread.
//! - [`table_cache`]: the tables in the user's cache folder, and the job that builds them.
//! - [`arena`]: games between engines. [`arena::LevelMatch`] plays a match and gives the Elo
//!   difference, [`arena::SelfPlay`] makes samples for fits.
//! - [`uci`]: the engine for other programs, by the UCI protocol.
//! - [`app`]: the window. It alone uses egui, and only the feature `gui` builds it.
//! - [`cli`]: the other verbs of the program `minnow`.
//! - [`workshop`]: the program `minnow-workshop`, which makes the data that Minnow ships.
//! - [`program`]: the errors and exit statuses of the two programs.
//!
//! # Example
//!
//! Play a move, let the engine search the position, and play its answer:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use minnow::{
//!     engine::{SearchLimits, Root, Searcher},
//!     game::Game,
//!     rules::{Variant, san},
//! };
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let variant = Variant::by_id("gardner").ok_or("unknown variant")?;
//! let mut game = Game::new(variant);
//! game.play(game.position().parse_move("b2b3")?)?;
//!
//! let table_mb = 1;
//! let mut searcher = Searcher::new(variant, table_mb);
//! let root = Root::new(*game.position());
//! let stop = AtomicBool::new(false);
//! let result =
//!     searcher.search(&root, &SearchLimits::depth(4), &stop, &mut |info| {
//!         println!("depth {}: {}", info.depth, info.score);
//!     });
//!
//! let best = result.best.ok_or("the game is over")?;
//! println!("Black answers {}", san(game.position(), best));
//! game.play(best)?;
//! assert_eq!(game.position().ply(), 2);
//! # Ok(())
//! # }
//! ```

pub mod analysis;
#[cfg(feature = "gui")]
pub mod app;
pub mod arena;
pub mod cli;
pub mod engine;
pub mod explorer;
pub mod files;
#[doc(hidden)]
pub mod fuzzing;
pub mod game;
pub mod jobs;
pub mod lab;
pub mod program;
pub mod prove;
pub mod puzzles;
pub mod rules;
pub mod sync;
pub mod table_cache;
pub mod tables;
pub mod uci;
pub mod workshop;
