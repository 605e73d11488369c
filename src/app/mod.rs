//! The desktop program; egui lives only here.
//!
//! Panels read [`screen::AppState`] and emit [`action::Action`]s; `apply`
//! changes the state; the window joins both to egui, files and the clipboard.

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
mod review_sheet;
mod rules_page;
pub mod screen;
pub mod session;
mod settings;
mod start;
pub mod storage;
pub mod ui;
mod window;

pub use apply::LiveStatus;
pub use play::TENTHS_BELOW_MS;
pub use start::run;
pub use window::MinnowApp;
