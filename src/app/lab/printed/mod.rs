//! The page of printed functions, each with an error for the student to find.

mod state;
mod update;
pub mod view;

pub use state::{PrintedAction, PrintedPage, PrintedRuns};
