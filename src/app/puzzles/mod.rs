//! Puzzles: a page with the choice of them and the user's record, the search for puzzles in the
//! user's games, the puzzle on the board, and timed runs.

mod card;
mod figures;
mod own_games;
mod page;
mod run;
mod solving;
mod stock;
#[cfg(test)]
mod tests;
mod view;

pub(super) use page::PuzzlesPage;
pub(super) use solving::PuzzleSolving;
pub(super) use stock::StockedPuzzle;
