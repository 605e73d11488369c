//! The parts of the window. Each reads the state, draws itself and emits actions; none uses another.

pub mod analysis;
pub mod banner;
pub mod comment;
pub mod controls;
pub mod dialogs;
pub mod evaluation_bar;
pub mod graph;
pub mod lab;
pub mod menu;
pub mod moves;
pub mod pages;
pub mod players;
pub mod review;
pub mod settings;
pub mod status;
