//! The program `minnow-workshop`, see [`minnow::workshop`].

use std::process::ExitCode;

fn main() -> ExitCode {
    minnow::workshop::run()
}
