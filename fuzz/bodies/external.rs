//! The readers of what other people's programs write, and of the commands that start them.

use minnow_external::{ProgramEntry, internal::read_engine_line};
use minnow_rules::Position;

use super::{check_message, variant_of};

/// Lines of an engine in a search of a board, each also as a command.
pub fn engine_line(data: &[u8]) {
    let (variant, text) = variant_of(data);
    let position = Position::start(variant);
    for line in String::from_utf8_lossy(text).lines() {
        if let Err(fault) = read_engine_line(line, &position) {
            check_message(&fault);
        }
        match ProgramEntry::parse_command_line(line) {
            Err(error) => check_message(&error),
            Ok(words) => {
                let entry = ProgramEntry::of_command("any", &words);
                let read_back = ProgramEntry::parse_command_line(&entry.command_line());
                assert_eq!(read_back.ok(), Some(words), "the command changes when it is written");
            }
        }
    }
}
