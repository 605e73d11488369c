//! The program as users and other programs run it: the verbs, their output, errors and exit status.

// In a test a panic is the report.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, clippy::disallowed_methods)]

mod class;
mod cli;
mod command_line;
mod exercise_forms;
mod grade;
mod imcs;
mod lab;
mod league;
mod ran;
mod review;
mod streams;
mod tournament;
mod uci;
