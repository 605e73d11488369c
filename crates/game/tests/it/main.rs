//! Games, their files and their memory.

// In a test a panic is the report.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, clippy::disallowed_methods)]

mod archive;
mod differential;
mod files;
mod history;
mod hostile;
mod large;
mod linear;
mod pgn;
mod pgn_tolerant;
mod pgn_written;
mod save;
mod store;
#[path = "../support/mod.rs"]
mod support;
mod tree;
