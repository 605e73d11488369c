//! The page of all opponents: the levels with their fish, rating and results, *match me*, and the
//! user's own rating.

mod action;
mod card;
mod fish;
mod history;
mod state;
mod update;
pub(super) mod view;

pub use action::OpponentsAction;
pub(super) use state::OpponentsPage;
pub(super) use update::{OpponentsReply, update};
