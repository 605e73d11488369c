//! The frame of the window: bars, menu, pages, questions, notices, the arrangement of the cards and
//! the keyboard. It names the features; no feature names it.

mod analyse_screen;
pub mod announcer;
mod board_area;
mod boards_page;
pub mod dialogs;
mod documents;
mod help_page;
mod keyboard;
mod lab_screen;
mod learn_screen;
mod menu;
mod notices;
pub mod pages;
pub mod panes;
mod rules_page;
pub mod status;
mod task_panel;
mod task_screen;

pub use notices::NoticeLine;

use super::MinnowApp;
