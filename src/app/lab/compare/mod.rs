//! The page that compares techniques on the position on the board.

mod export;
mod plot;
mod state;
mod update;
pub mod view;

pub use state::{CompareAction, ComparePage};
