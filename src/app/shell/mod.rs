//! The frame of the window: bars, menu, pages, questions, notices, the arrangement of the cards and
//! the keyboard. It names the features; no feature names it.

mod analyse_screen;
pub(super) mod announcer;
pub(super) mod dialogs;
mod keyboard;
mod menu;
mod notices;
mod panes;
pub(super) mod status;
mod task_screen;
mod train_screen;

pub(super) use notices::NoticeLine;

use super::MinnowApp;
