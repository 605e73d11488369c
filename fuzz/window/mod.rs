//! All bodies: those of the readers, and those of the window's state, which need the window's libraries.

#[path = "../bodies/mod.rs"]
mod bodies;
mod state;

pub use bodies::*;
pub use state::{settings, state};
