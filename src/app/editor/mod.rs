//! The position editor. It never changes the game on the board: a finished position begins a new
//! game.

mod action;
mod area;
mod state;
mod update;
mod view;

pub use action::EditorAction;
pub(super) use area::{EditorArea, editor_area_ui};
pub(super) use state::Editor;
