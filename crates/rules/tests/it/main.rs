//! The rules against published node counts and against properties of random games.

// In a test a panic is the report.
#![allow(clippy::expect_used, clippy::panic)]

mod perft;
mod properties;
