//! The review of the whole game: its start and end, its verdicts in the game, its card and its
//! graph. The state of the running review is part of the session, beside the game.

pub(super) mod action;
pub(super) mod graph;
pub(super) mod layout;
pub(super) mod update;
pub(super) mod view;

pub use action::ReviewAction;
