//! The desktop program; egui is used only here.
//!
//! Views read the state and emit actions, `screen` decides what each action means on the screen that
//! is shown, and `program` carries out the effects: files, clipboard and the window itself.

pub mod action;
pub mod analyse;
mod editor;
mod game_board;
pub mod games;
mod keymap;
pub mod lab;
pub mod learn;
pub mod moves;
mod play;
mod program;
mod review;
pub mod screen;
pub mod session;
mod settings;
mod shell;
mod start;
pub mod storage;
pub mod ui;

pub use play::TENTHS_BELOW_MS;
pub use program::MinnowApp;
pub use start::run;
