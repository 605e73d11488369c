//! The server and its clients over sockets of this machine.

// In a test a panic is the report.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_types
)]

mod client;
mod hostile;
mod restart;
mod running;
mod transcripts;
