//! The desktop program; egui lives only here.

pub mod board;
pub mod theme;

use std::{path::PathBuf, process::ExitCode};

/// Opens the window, with a saved game if one is named.
pub fn run(_file: Option<PathBuf>) -> ExitCode {
    ExitCode::SUCCESS
}
