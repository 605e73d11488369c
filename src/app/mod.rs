//! The desktop program; egui is used only here.
//!
//! Views read the state and emit actions, `screen` decides what each action means on the current
//! screen, and `program` carries out the effects: files, clipboard and the window itself.
//!
//! The state is nested in three types:
//!
//! - [`MinnowApp`] (`program.rs`) is the eframe application: the view state of the widgets, file
//!   dialogs, autosave, and one `AppState`. Only it and the views use egui.
//! - [`AppState`](screen::AppState) (`screen/`) is the state of the whole window without egui: the
//!   current screen with its features, overlays and questions, and one `Session`.
//! - [`Session`](session::Session) (`session/`) is the part that all features may read and change:
//!   the game with its file and edits, clock, engine, settings and notice.

pub mod analyse;
pub mod archive;
pub mod cards;
pub mod context;
mod coordinates;
mod editor;
#[cfg(not(target_arch = "wasm32"))]
mod event_loop;
mod export;
mod first_size;
mod game_board;
pub mod games;
mod keymap;
pub mod lab;
pub mod learn;
mod links;
pub mod moves;
#[cfg(target_arch = "wasm32")]
pub mod page;
pub mod pages;
mod play;
mod program;
mod puzzles;
mod registry;
pub mod request;
mod review;
pub mod screen;
pub mod session;
mod setting_rows;
mod settings;
mod shell;
pub mod sound;
#[cfg(not(target_arch = "wasm32"))]
mod start;
pub mod storage;
mod system_motion;
pub mod tables;
mod task_buttons;
#[cfg(not(target_arch = "wasm32"))]
pub mod tournament;
mod trainer;
pub mod ui;

pub use play::TENTHS_BELOW_MS;
pub use program::MinnowApp;
#[cfg(not(target_arch = "wasm32"))]
pub use start::run;
