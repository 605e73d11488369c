//! The parts of the window. Each reads the state, draws itself and emits actions; none uses another.

pub mod analysis;
pub mod banner;
pub mod chooser;
pub mod comment;
pub mod controls;
pub mod dialogs;
pub mod editor;
pub mod evaluation_bar;
pub mod graph;
pub mod lab;
pub mod menu;
pub mod moves;
pub mod pages;
pub mod path_box;
pub mod players;
pub mod review;
pub mod settings;
pub mod status;
