//! The card of the end-game tables: the exact result of the position on the board and of each legal
//! move, and the way to the tables where they are not built yet.

mod action;
mod update;
mod view;

pub use action::EndingsAction;
pub(super) use update::{is_ending, tick, update};
pub(super) use view::endings_ui;
