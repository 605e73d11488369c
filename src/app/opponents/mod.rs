//! The page of all opponents: the levels with their fish, rating and results, *match me*, and the
//! user's own rating.

mod action;
mod card;
mod fish;
mod history;
mod state;
mod update;
pub mod view;

pub use action::OpponentsAction;
pub use state::OpponentsPage;
pub use update::{OpponentsReply, update};
