//! The program `minnow`: the window and the commands. What they are built on are the crates in
//! `crates/`, which `docs/architecture.md` draws.
//!
//! - [`app`]: the window, the only place of egui.
//! - [`cli`]: the other verbs of the command line, none of which needs a display.
//!
//! It is a library for the tests and benchmarks of the window alone.

#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod app;
// A page has no command line.
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
