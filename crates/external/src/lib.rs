//! Other people's programs as players: UCI engines, and programs that speak the text protocol of
//! `docs/bot.md`.
//!
//! A [`ProgramEntry`] says how a program is started and spoken to, as settings and tournament files
//! hold it. [`test_program`] shakes hands with it and tries the boards; [`ProgramPlayer`] is the running
//! program, which chooses moves and, by UCI, analyses. A program's mistake is a [`ProgramFault`], a
//! sentence about it. Starting it and its limits belong to `minnow-runner`; games, clocks and results
//! belong to the callers.
//!
//! ```
//! use minnow_external::{ProgramEntry, Protocol};
//!
//! let words = ProgramEntry::parse_command_line("'my engine' --threads 1")?;
//! let entry = ProgramEntry::of_command("Mine", &words);
//! assert_eq!((entry.command.len(), entry.protocol), (3, Protocol::Uci));
//! assert_eq!(entry.command_line(), "'my engine' --threads 1");
//! # Ok::<(), minnow_external::CommandLineError>(())
//! ```

#![warn(missing_docs)]
#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod board_test;
mod command_line;
mod conversation;
mod entry;
mod fault;
mod info;
mod options;
mod player;
mod rules_file;
mod text_player;
mod turn;
mod uci_board;
mod uci_engine;
mod variants_ini;

#[cfg(test)]
#[cfg(unix)]
mod tests;

pub use board_test::{RulesCheck, TestedBoard, TestedProgram};
pub use command_line::CommandLineError;
pub use entry::{EntryError, ProgramEntry};
pub use fault::ProgramFault;
pub use minnow_runner::{BotFileError, Protocol};
pub use options::{EngineIdentity, OptionError, UciOption, UciOptionKind};
pub use player::{ProgramLimits, ProgramPlayer, test_program};
pub use turn::{Choice, ReportedScore, SearchReport, Turn, TurnClock, TurnLimits};
pub use variants_ini::variants_ini;

/// Items for the other crates of Minnow, its benchmarks and its fuzz targets only.
#[doc(hidden)]
pub mod internal {
    use minnow_rules::{Position, visible};

    use super::{
        ProgramFault, UciOption,
        info::{InfoLine, best_move, ends_search},
    };

    /// Reads a line of an engine that searches this position.
    ///
    /// # Errors
    ///
    /// The fault of a line `bestmove` without a legal move.
    pub fn read_engine_line(line: &str, position: &Position) -> Result<(), ProgramFault> {
        let line = visible(line);
        let _ = UciOption::parse(&line);
        let _ = InfoLine::parse(&line, position);
        if ends_search(&line) {
            best_move(&line, position)?;
        }
        Ok(())
    }
}
