//! The frame of the window: bars, menu, pages, questions, notices, the arrangement of the cards and the
//! keyboard. It knows the features; none of them knows it.

pub mod dialogs;
mod keyboard;
mod menu;
pub mod pages;
pub mod panes;
mod rules_page;
pub mod status;

use super::MinnowApp;
