//! The engine for other programs: the Universal Chess Interface on standard input and output.
//!
//! The caller's thread reads the commands. A search runs as a job on another thread, so that the
//! engine answers `stop` and `isready` at once.
//!
//! ```no_run
//! // Serves a chess program until it closes the standard input.
//! minnow_uci::run_on_standard_streams()?;
//! # Ok::<(), std::io::Error>(())
//! ```

#![warn(missing_docs)]

mod command;
mod go;
mod options;
mod perft;
mod report;
mod search;
mod session;
mod strength;
mod tables;
mod task;

use std::{
    io::{self, BufRead, Read, Write},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use command::{PositionStart, UciCommand};
use minnow_engine::{Opponent, Root, SharedSearcher};
use minnow_jobs::{Runner, Spawner};
use minnow_rules::{FenError, MoveTextError, Position, Variant, visible};
use minnow_tables::cache::TableCache;
use options::{HASH_MB, MOVE_OVERHEAD_MS};
use perft::MAX_LATE_SEQUENCES;
use strength::StrengthOptions;
use tables::UciTables;
use task::{TaskEnd, UciTask};

/// Longer lines are cut: a game of more than 100,000 moves still fits.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// The output of the answers, which the search's thread shares.
#[derive(Clone)]
struct UciOutput {
    stream: Arc<Mutex<dyn Write + Send>>,
    failure: Arc<Mutex<Option<io::Error>>>,
}

impl UciOutput {
    fn new(output: impl Write + Send + 'static) -> UciOutput {
        UciOutput { stream: Arc::new(Mutex::new(output)), failure: Arc::default() }
    }

    /// Writes one line at once. After a failure, the protocol ends with the next command.
    fn write_line(&self, text: &str) {
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = writeln!(stream, "{text}").and_then(|()| stream.flush()) {
            self.failure().get_or_insert(error);
        }
    }

    /// Why a line could not be written.
    fn failure(&self) -> MutexGuard<'_, Option<io::Error>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why a `position` command was refused, or its moves from one on.
#[derive(Debug, thiserror::Error)]
enum PositionCommandError {
    #[error("\"position\" needs startpos or fen FEN, then perhaps moves and the moves")]
    Unreadable,
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The moves are numbered from 1.
    #[error("move {number} of the position: {source}; the position before it counts")]
    Move { number: usize, source: MoveTextError },
}

/// Runs the protocol on the process's standard input and output, until `quit` or the end of input.
/// At the end of input a limited search finishes and prints its move; an infinite one stops.
///
/// # Errors
///
/// The first error of the output.
pub fn run_on_standard_streams() -> io::Result<()> {
    run(io::stdin().lock(), io::stdout(), Spawner::default(), TableCache::of_user())
}

fn run(
    mut input: impl BufRead,
    output: impl Write + Send + 'static,
    spawner: Spawner,
    table_cache: Option<TableCache>,
) -> io::Result<()> {
    let runner = Runner::new("search", spawner.clone(), || {});
    let mut uci = Uci::new(UciOutput::new(output), runner, SharedSearcher::new(HASH_MB));
    uci.tables = UciTables::new(table_cache, spawner);
    let end = uci.execute_all(&mut input);
    uci.end_task(end);
    let failure = uci.output.failure().take();
    failure.map_or(Ok(()), Err)
}

/// Reads a line, or its first [`MAX_LINE_BYTES`]; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
    if line.len() as u64 == MAX_LINE_BYTES && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(if line.is_empty() { None } else { Some(line) })
}

/// The state of the engine between two commands.
struct Uci {
    output: UciOutput,
    runner: Runner,
    searcher: SharedSearcher,
    running: Option<UciTask>,
    root: Root,
    /// False after a refused position: no older one may be played from.
    has_position: bool,
    strength: StrengthOptions,
    tables: UciTables,
    /// The number of the game: the seed of a weak level's mistakes.
    game: u64,
    overhead_ms: u64,
    /// The number of best moves that a search reports.
    lines: usize,
    /// True if a best move is printed with the reply that the engine expects (`Ponder`).
    names_reply: bool,
    /// A count that a later command ends continues up to this many sequences.
    max_late_sequences: u64,
}

impl Uci {
    fn new(output: UciOutput, runner: Runner, searcher: SharedSearcher) -> Uci {
        let mut uci = Uci {
            output,
            runner,
            searcher,
            running: None,
            root: Root::new(Position::start(Variant::default_variant())),
            has_position: true,
            strength: StrengthOptions::full(),
            tables: UciTables::new(None, Spawner::default()),
            game: 0,
            overhead_ms: MOVE_OVERHEAD_MS,
            lines: 1,
            names_reply: false,
            max_late_sequences: MAX_LATE_SEQUENCES,
        };
        uci.get_ready();
        uci.write_reduced_table();
        uci
    }

    fn write_line(&self, text: &str) {
        self.output.write_line(text);
    }

    fn write_info(&self, problem: &dyn std::fmt::Display) {
        self.write_line(&format!("info string {problem}"));
    }

    /// Executes the commands up to `quit` or the end of input. Returns how the task under way ends.
    fn execute_all(&mut self, input: &mut impl BufRead) -> TaskEnd {
        while let Ok(Some(line)) = read_line(input) {
            // A line that is not text is an unknown command, not the end of input.
            match UciCommand::parse(&visible(&String::from_utf8_lossy(&line))) {
                Ok(Some(UciCommand::Quit)) => return TaskEnd::Replaced,
                Ok(Some(command)) => self.execute(command),
                Ok(None) => {}
                Err(error) => self.write_info(&error),
            }
            if self.output.failure().is_some() {
                return TaskEnd::Replaced;
            }
        }
        TaskEnd::InputEnded
    }

    fn execute(&mut self, command: UciCommand) {
        match command {
            UciCommand::Uci => self.identify(),
            UciCommand::IsReady => self.write_line("readyok"),
            UciCommand::NewGame => {
                self.game += 1;
                self.end_task(TaskEnd::Replaced);
                if !self.get_ready() {
                    self.searcher.new_game();
                }
                self.set_tables();
            }
            UciCommand::SetOption(option) => self.set_option(option),
            UciCommand::Position { start, moves } => {
                if let Err(error) = self.set_position(&start, &moves) {
                    self.write_info(&error);
                }
            }
            UciCommand::Go(go) => self.go(go),
            UciCommand::PonderHit => self.ponder_hit(),
            UciCommand::Stop => self.end_task(TaskEnd::Stopped),
            UciCommand::Ignored | UciCommand::Quit => {}
        }
    }

    /// The opponent that plays in this game. The strongest level adds no limits of its own.
    fn opponent(&self) -> Option<Opponent> {
        let strength = self.strength.strength(self.root.position.variant());
        (!strength.is_full()).then_some(Opponent { strength, seed: self.game })
    }

    /// Clears the table now if the next search would have to clear it: a large table takes long, and
    /// the next search runs on a clock. Returns `true` if it cleared the table. No search may be
    /// under way.
    fn get_ready(&mut self) -> bool {
        let variant = self.root.position.variant();
        self.searcher.with(variant, |searcher| searcher.get_ready(variant))
    }

    /// Sets the root. After a bad start there is none; after a bad move it is the position before
    /// that move.
    fn set_position(
        &mut self,
        start: &PositionStart,
        moves: &[String],
    ) -> Result<(), PositionCommandError> {
        self.end_task(TaskEnd::Replaced);
        self.has_position = false;
        let variant = self.root.position.variant();
        let position = match start {
            PositionStart::OfVariant => Position::start(variant),
            PositionStart::Fen(fen) => Position::from_fen(variant, fen)?,
            PositionStart::Unreadable => return Err(PositionCommandError::Unreadable),
        };
        self.root = Root::new(position);
        self.has_position = true;
        for (text, number) in moves.iter().zip(1..) {
            let mv = self.root.position.parse_move(text);
            let mv = mv.map_err(|source| PositionCommandError::Move { number, source })?;
            self.root.play(mv);
        }
        Ok(())
    }
}

/// Items for the other crates of Minnow, its benchmarks and its fuzz targets only.
#[doc(hidden)]
pub mod internal {
    use crate::command::UciCommand;
    pub use crate::{command::command_words, session::UciSessions};

    /// Reads a line of the protocol without carrying it out.
    ///
    /// # Errors
    ///
    /// The message about a line that is no command.
    pub fn check_command(line: &str) -> Result<(), String> {
        UciCommand::parse(line).map(drop).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests;
