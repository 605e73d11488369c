//! The page of the endings of a board: for each class of men the share of positions that are won,
//! drawn and lost, and its longest win.

mod action;
mod card;
mod state;
mod update;
mod view;

pub use action::FactsAction;
pub(super) use state::FactsPage;
pub(super) use update::update;
pub(super) use view::facts_ui;
