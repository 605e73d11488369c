//! The card of the prover in Analyse: it looks for a proof that a side wins from the position on the
//! board, and the moves of a proof are then walked through on the board.

mod action;
mod place;
mod search;
mod state;
mod update;
mod view;

pub use action::ProverAction;
pub use state::Prover;
pub use update::update;
pub use view::prover_ui;
