//! Reads a line of the protocol without carrying it out, for the fuzz target of the commands.

use super::command::UciCommand;

/// Reads a line.
///
/// # Errors
///
/// The message about a line that is no command.
pub fn check_command(line: &str) -> Result<(), String> {
    UciCommand::parse(line).map(drop).map_err(|error| error.to_string())
}
