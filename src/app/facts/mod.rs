//! The page of the endings of a board: for each class of men the share of positions that are won,
//! drawn and lost, and its longest win.

mod action;
mod card;
mod state;
mod update;
mod view;

pub use action::FactsAction;
pub use state::FactsPage;
pub use update::update;
pub use view::facts_ui;
