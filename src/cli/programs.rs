//! The check before a command starts programs of others.

use super::Failure;
use minnow_program as program;
use minnow_runner::Runner;

/// Why nothing is run for a user whose programs could stop the machine.
const UNBOUNDED: &str = "you are root, and neither a control group nor another user can bound the \
    processes of the programs here: run this as an ordinary user";

/// Refuses to run programs that could stop the machine, and reports what else is open to them.
pub(super) fn check_runner(runner: &Runner) -> Result<(), Failure> {
    if runner.is_unbounded() {
        return Err(Failure::BadInput(UNBOUNDED.to_owned()));
    }
    if let Some(gaps) = runner.gaps() {
        program::report(format_args!("minnow: {gaps}"));
    }
    Ok(())
}
