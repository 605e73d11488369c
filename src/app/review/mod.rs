//! The review of the whole game: its start and end, its verdicts in the game, its card and its
//! graph. The state of the review that runs stands in the session, beside the game.

pub mod graph;
pub mod layout;
mod update;
pub mod view;
