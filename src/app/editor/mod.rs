//! The position editor. It never changes the game on the board: a finished position begins a new
//! game.

mod state;
mod update;
pub mod view;

pub use state::Editor;
