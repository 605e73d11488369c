//! The ending trainer: the user plays an ending with a task, and the program answers by the end-game
//! tables and says at once which move has given away the result.

mod action;
mod opponent;
mod start;
mod state;
mod view;

pub use action::TrainerAction;
pub(super) use state::Trainer;
pub(super) use view::trainer_ui;
