//! The parts of the window. Each reads the state, draws itself and emits actions; none uses another.

pub mod analysis;
pub mod dialogs;
pub mod evaluation_bar;
pub mod graph;
pub mod menu;
pub mod pages;
pub mod review;
pub mod status;
