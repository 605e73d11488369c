//! Puzzles: a page with the choice of them and the user's record, the search for puzzles in the
//! user's games, and the puzzle on the board.

mod action;
mod own_games;
mod page;
mod page_view;
mod solving;
mod stock;
mod view;

pub use action::PuzzlesAction;
pub(super) use page::PuzzlesPage;
pub(super) use solving::PuzzleSolving;
pub(super) use stock::{PuzzleSource, StockedPuzzle};
pub(super) use view::{enter_key_ui, puzzle_ui};
