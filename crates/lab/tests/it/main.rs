//! The records of the lab's searches, and the general sentences about them.

// In a test a panic is the report.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod engine;
mod general;
mod trace;
