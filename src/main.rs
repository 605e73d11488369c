//! The program `minnow`: the window, or a verb of the command line.

// A console program would open a console window beside its own.
#![cfg_attr(feature = "gui", windows_subsystem = "windows")]

#[cfg(not(target_arch = "wasm32"))]
use std::process::ExitCode;

#[cfg(not(target_arch = "wasm32"))]
use minnow::cli;

/// The script of a page calls the library's functions.
#[cfg(target_arch = "wasm32")]
fn main() {
    use minnow as _;
}

#[cfg(not(target_arch = "wasm32"))]
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

#[cfg(all(feature = "gui", not(target_arch = "wasm32")))]
fn open_window(file: Option<std::path::PathBuf>) -> ExitCode {
    minnow::app::run(file)
}

#[cfg(all(not(feature = "gui"), not(target_arch = "wasm32")))]
fn open_window(_: Option<std::path::PathBuf>) -> ExitCode {
    eprintln!("minnow: this build has no window; `minnow --help` lists its verbs");
    ExitCode::FAILURE
}
