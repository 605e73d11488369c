//! The program `minnow`: the window, or a verb of the command line.

// A console program would open a console window beside its own.
#![cfg_attr(feature = "gui", windows_subsystem = "windows")]

use std::process::ExitCode;

use minnow::cli;

fn main() -> ExitCode {
    let command_line = match cli::parse() {
        Ok(command_line) => command_line,
        Err(status) => return status,
    };
    match &command_line.verb {
        Some(verb) => cli::run(verb),
        None => open_window(command_line.file),
    }
}

#[cfg(feature = "gui")]
fn open_window(file: Option<std::path::PathBuf>) -> ExitCode {
    minnow::app::run(file)
}

#[cfg(not(feature = "gui"))]
fn open_window(_: Option<std::path::PathBuf>) -> ExitCode {
    eprintln!("minnow: this build has no window; `minnow --help` lists its verbs");
    ExitCode::FAILURE
}
