//! The card of the opening explorer in Analyse: what games have played in the position on the board,
//! how they ended, and the evaluations of the moves.

mod action;
mod evaluations;
mod own_games;
mod state;
mod view;

pub use action::ExplorerAction;
pub(super) use state::{Explorer, ExplorerSource};
pub(super) use view::explorer_ui;
