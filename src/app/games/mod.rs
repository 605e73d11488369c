//! Other games on the board: new ones, examples, saved games, PGN with one or many games, pasted
//! text.

pub mod chooser;
pub mod examples;
mod files;
mod update;
pub mod view;
