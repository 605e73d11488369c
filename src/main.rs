//! The program `minnow`: the window, or a verb of the command line.

// A console program would open a console window beside its own.
#![windows_subsystem = "windows"]

#[cfg(not(target_arch = "wasm32"))]
use std::process::ExitCode;

/// The script of a page calls the library's functions.
#[cfg(target_arch = "wasm32")]
fn main() {
    use minnow as _;
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> ExitCode {
    use minnow::{app, cli};

    match cli::parse() {
        Err(status) => status,
        Ok(command_line) => match &command_line.verb {
            Some(verb) => cli::run(verb),
            None => app::run(command_line.files),
        },
    }
}
