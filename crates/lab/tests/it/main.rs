//! The records of the lab's searches.

// In a test a panic is the report.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod engine;
mod trace;
