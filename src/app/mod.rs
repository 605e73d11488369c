//! The desktop program: everything that needs egui lives in this folder.

pub mod theme;
