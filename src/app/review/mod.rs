//! The review of the whole game: its start and end, its verdicts in the game, its card and its
//! graph. The state of the running review is part of the session, beside the game.

pub mod action;
pub mod graph;
pub mod layout;
pub mod update;
pub mod view;

pub use action::ReviewAction;
