//! The desktop program: everything that needs egui lives in this folder.

pub mod board;
pub mod theme;
