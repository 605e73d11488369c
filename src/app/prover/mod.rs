//! The card of the prover in Analyse: it looks for a proof that a side wins from the position on the
//! board, and the moves of a proof are then walked through on the board.

mod action;
mod place;
mod search;
mod state;
mod update;
mod view;

pub use action::ProverAction;
pub(super) use state::Prover;
pub(super) use update::update;
pub(super) use view::prover_ui;
