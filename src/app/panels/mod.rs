//! The parts of the window. Each reads the state, draws itself and emits actions; none uses another.

pub mod analysis;
pub mod evaluation_bar;
pub mod graph;
pub mod review;
