//! The boards and panels of each screen, as methods of the program.

mod analyse;
mod board_area;
mod lab;
mod learn;

use super::MinnowApp;
