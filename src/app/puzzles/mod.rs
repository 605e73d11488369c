//! Puzzles: a page with the choice of them and the user's record, the search for puzzles in the
//! user's games, and the puzzle on the board.

mod card;
mod figures;
mod own_games;
mod page;
mod solving;
mod stock;

pub(super) use page::PuzzlesPage;
pub(super) use solving::PuzzleSolving;
pub(super) use stock::StockedPuzzle;
