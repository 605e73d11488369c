//! The desktop program; egui is used only here.
//!
//! Views read the state and emit actions, `screen` decides what each action means on the screen that
//! is shown, and `program` carries out the effects: files, clipboard and the window itself.

pub mod action;
mod apply;
mod editor;
pub mod games;
mod keymap;
pub mod lab;
pub mod learn;
pub mod live;
pub mod moves;
mod panels;
mod play;
mod program;
mod review_sheet;
pub mod screen;
pub mod session;
mod settings;
mod shell;
mod start;
pub mod storage;
pub mod ui;
mod window;

pub use apply::LiveStatus;
pub use play::TENTHS_BELOW_MS;
pub use program::MinnowApp;
pub use start::run;
