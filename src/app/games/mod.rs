//! Other games on the board: new games, examples, saved games, PGN files and pasted text.
//!
//! An update reads the game completely before it requests it from the session, so that a game that
//! cannot be read asks no question and changes nothing.

mod action;
pub mod chooser;
mod files;
mod pgn;
mod saving;
mod update;
pub mod view;

pub use action::{ChooserAction, GamesAction};
pub use files::{next_wake, resume, tick};
pub use pgn::{begin_linked, paste};
pub use update::{GamesReply, save_copy_first, save_first, update};
