//! The engine for other programs: the Universal Chess Interface on standard input and output.
//!
//! The caller's thread reads the commands. A search runs as a job on another thread, so that the
//! engine answers `stop` and `isready` at once.
//!
//! ```no_run
//! // Serves a chess program until it closes the standard input.
//! minnow_uci::run_on_standard_streams();
//! ```

#![warn(missing_docs)]

mod command;
mod go;
mod perft;
mod report;
mod search;
mod session;
mod strength;
mod tables;

use std::{
    io::{self, BufRead, Read, Write},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use command::{SetOption, UciCommand};
use go::GoCommand;
use minnow_base::sync::StopFlag;
use minnow_engine::{
    LEVELS, Level, Opponent, Root, SearchJob, SearchLimits, SharedSearcher, TableSize,
};
use minnow_jobs::{JobHandle, Runner, Spawner};
use minnow_rules::{FenError, MoveTextError, Position, Variant, builtin_variants};
use minnow_tables::cache::TableCache;
use perft::{MAX_LATE_SEQUENCES, PreparedPerft};
use search::{PreparedSearch, fallback_move};
use strength::{StrengthOptions, elo_range};
use tables::UciTables;

/// The default size of the transposition table in MB.
const HASH_MB: usize = 16;
/// The largest transposition table on offer, in MB.
const MAX_HASH_MB: usize = 4_096;
/// The most search threads on offer; no board here gains from more.
const MAX_THREADS: usize = 256;
/// The most lines on offer: more than any position here has moves.
const MAX_LINES: usize = 256;
/// The default reserve on the clock for the transmission of a move, in ms.
const MOVE_OVERHEAD_MS: u64 = 20;
const MAX_MOVE_OVERHEAD_MS: u64 = 5_000;
/// Longer lines are cut: a game of more than 100,000 moves still fits.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// The output of the answers, which the search's thread shares.
#[derive(Clone)]
struct UciOutput(Arc<Mutex<dyn Write + Send>>);

impl UciOutput {
    fn new(output: impl Write + Send + 'static) -> UciOutput {
        UciOutput(Arc::new(Mutex::new(output)))
    }

    /// Writes one line at once. A reader that has closed its end is not an error, because the end of
    /// input follows.
    fn write_line(&self, text: &str) {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(output, "{text}").and_then(|()| output.flush());
    }
}

/// Why a `position` command was refused.
#[derive(Debug, thiserror::Error)]
enum PositionCommandError {
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The moves are numbered from 1.
    #[error("move {number} of the position: {source}")]
    Move { number: usize, source: MoveTextError },
}

/// Runs the protocol on the process's standard input and output, until `quit` or the end of input.
/// At the end of input a limited search finishes and prints its move; an infinite one stops.
pub fn run_on_standard_streams() {
    run(io::stdin().lock(), io::stdout(), Spawner::default(), TableCache::of_user());
}

fn run(
    mut input: impl BufRead,
    output: impl Write + Send + 'static,
    spawner: Spawner,
    table_cache: Option<TableCache>,
) {
    let runner = Runner::new("search", spawner.clone(), || {});
    let mut uci = Uci::new(UciOutput::new(output), runner, SharedSearcher::new(HASH_MB));
    uci.tables = UciTables::new(table_cache, spawner);
    let end = uci.execute_all(&mut input);
    uci.end_task(end);
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

/// The task that a `go` command has started.
enum UciTask {
    Search {
        job: JobHandle<()>,
        /// Only `stop` ends it.
        is_endless: bool,
    },
    Perft {
        job: JobHandle<()>,
        /// Set when a later command waits for the end of the count.
        is_late: Arc<AtomicBool>,
    },
    /// The best move of an endless search without a thread, which `stop` prints.
    Answered(String),
}

/// The reason to end the task under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TaskEnd {
    Stopped,
    /// Another command, or `quit`.
    Replaced,
    /// The input has ended: a search with limits goes on to them.
    InputEnded,
}

/// The state of the engine between two commands.
struct Uci {
    output: UciOutput,
    runner: Runner,
    searcher: SharedSearcher,
    running: Option<UciTask>,
    root: Root,
    strength: StrengthOptions,
    tables: UciTables,
    /// The number of the game: the seed of a weak level's mistakes.
    game: u64,
    overhead_ms: u64,
    /// The number of best moves that a search reports.
    lines: usize,
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
            strength: StrengthOptions::full(),
            tables: UciTables::new(None, Spawner::default()),
            game: 0,
            overhead_ms: MOVE_OVERHEAD_MS,
            lines: 1,
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

    /// Reports the size of the transposition table if it is smaller than wanted.
    fn write_reduced_table(&self) {
        if let Some(size) = self.searcher.table_size().filter(TableSize::is_reduced) {
            self.write_info(&format_args!("the transposition table has {size}"));
        }
    }

    /// Executes the commands up to `quit` or the end of input. Returns how the task under way ends.
    fn execute_all(&mut self, input: &mut impl BufRead) -> TaskEnd {
        while let Ok(Some(line)) = read_line(input) {
            // A line that is not text is an unknown command, not the end of input.
            match UciCommand::parse(&String::from_utf8_lossy(&line)) {
                Ok(Some(UciCommand::Quit)) => return TaskEnd::Replaced,
                Ok(Some(command)) => self.execute(command),
                Ok(None) => {}
                Err(error) => self.write_info(&error),
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
            UciCommand::Position { fen, moves } => {
                if let Err(error) = self.set_position(fen.as_deref(), &moves) {
                    self.write_info(&error);
                }
            }
            UciCommand::Go(go) => self.go(go),
            UciCommand::Stop => self.end_task(TaskEnd::Stopped),
            UciCommand::Ignored | UciCommand::Quit => {}
        }
    }

    fn identify(&self) {
        let levels = LEVELS.len();
        let ratings = elo_range(self.root.position.variant());
        let (min_elo, max_elo) = (ratings.start(), ratings.end());
        let variant = &Variant::default_variant().id;
        let variants = builtin_variants().iter().map(|variant| format!(" var {}", variant.id));
        let options = [
            format!("Hash type spin default {HASH_MB} min 1 max {MAX_HASH_MB}"),
            "Clear Hash type button".to_owned(),
            format!("Threads type spin default 1 min 1 max {MAX_THREADS}"),
            format!("MultiPV type spin default 1 min 1 max {MAX_LINES}"),
            format!("Level type spin default {levels} min 1 max {levels}"),
            "Tables type check default false".to_owned(),
            "UCI_LimitStrength type check default false".to_owned(),
            format!("UCI_Elo type spin default {max_elo} min {min_elo} max {max_elo}"),
            format!(
                "Move Overhead type spin default {MOVE_OVERHEAD_MS} min 0 max {MAX_MOVE_OVERHEAD_MS}"
            ),
            format!("UCI_Variant type combo default {variant}{}", String::from_iter(variants)),
        ];
        self.write_line(&format!("id name Minnow {}", env!("CARGO_PKG_VERSION")));
        self.write_line("id author the Minnow founders");
        for option in options {
            self.write_line(&format!("option name {option}"));
        }
        self.write_line("uciok");
    }

    fn set_option(&mut self, option: SetOption) {
        self.end_task(TaskEnd::Replaced);
        match option {
            SetOption::HashMb(megabytes) => {
                self.searcher.resize_table(megabytes.clamp(1, MAX_HASH_MB));
                self.write_reduced_table();
            }
            SetOption::ClearHash => self.searcher.new_game(),
            SetOption::Threads(threads) => {
                self.set_threads(threads.clamp(1, MAX_THREADS));
            }
            SetOption::Lines(lines) => self.lines = lines.clamp(1, MAX_LINES),
            SetOption::Level(number) => {
                self.strength.level = Level::get(number);
                self.write_conflicts();
            }
            SetOption::LimitStrength(is_limited) => {
                self.strength.is_limited = is_limited;
                self.write_conflicts();
            }
            SetOption::Elo(elo) => {
                self.strength.elo = Some(elo);
                self.write_conflicts();
            }
            SetOption::Tables(is_on) => {
                self.tables.set_on(is_on);
                self.set_tables();
            }
            SetOption::MoveOverheadMs(ms) => self.overhead_ms = ms.min(MAX_MOVE_OVERHEAD_MS),
            SetOption::Variant(variant) => {
                self.root = Root::new(Position::start(variant));
                self.get_ready();
                self.write_conflicts();
                self.set_tables();
            }
        }
    }

    /// Sets the end-game tables of a new game.
    fn set_tables(&mut self) {
        let mut messages = Vec::new();
        let tables = self.tables.of_new_game(self.root.position.variant(), &mut messages);
        self.searcher.set_tables(tables);
        for message in messages {
            self.write_info(&message);
        }
    }

    /// Reports which option decides where those of the strength contradict each other.
    fn write_conflicts(&self) {
        for conflict in self.strength.conflicts(self.root.position.variant()) {
            self.write_info(&conflict);
        }
    }

    fn set_threads(&mut self, wanted: usize) {
        self.searcher.set_threads(wanted);
        let threads = self.searcher.with(self.root.position.variant(), |s| s.threads());
        if threads < wanted {
            self.write_info(&format_args!(
                "the search uses {threads} of {wanted} threads: the system refuses more memory"
            ));
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

    /// Sets the root; after an error it is unchanged.
    fn set_position(
        &mut self,
        fen: Option<&str>,
        moves: &[String],
    ) -> Result<(), PositionCommandError> {
        self.end_task(TaskEnd::Replaced);
        let variant = self.root.position.variant();
        let position = match fen {
            None => Position::start(variant),
            Some(fen) => Position::from_fen(variant, fen)?,
        };
        let mut root = Root::new(position);
        for (text, number) in moves.iter().zip(1..) {
            let mv = root.position.parse_move(text);
            root.play(mv.map_err(|source| PositionCommandError::Move { number, source })?);
        }
        self.root = root;
        Ok(())
    }

    fn go(&mut self, go: GoCommand) {
        self.end_task(TaskEnd::Replaced);
        if let Some(problem) = go.problems.first() {
            self.write_info(problem);
        }
        if let Some(depth_plies) = go.perft_plies {
            return self.start_perft(depth_plies);
        }
        let position = &self.root.position;
        if let Some(error) = go.bad_search_move(position) {
            self.write_info(&format_args!("searchmoves: {error}"));
        }
        let own =
            SearchLimits { overhead_ms: self.overhead_ms, lines: self.lines, ..Default::default() };
        let limits = go.limits(position, own);
        let opponent = self.opponent();
        let limits = match &opponent {
            Some(opponent) => limits.tightened(&opponent.strength.limits()),
            None => limits,
        };
        // A search this deep has found the mate, or pruning hides it from deeper searches, too.
        let depth =
            limits.depth.or(limits.mate.map(|moves| moves.saturating_mul(4).saturating_add(8)));
        let limits = SearchLimits { depth, ..limits };
        self.start_search(PreparedSearch {
            request: SearchJob { root: self.root.clone(), limits, opponent },
            waits_for_stop: go.infinite,
            searcher: self.searcher.clone(),
            output: self.output.clone(),
        });
    }

    /// Starts a search on the search thread. If that thread cannot be started, the calling thread
    /// searches.
    fn start_search(&mut self, search: PreparedSearch) {
        let is_endless = search.waits_for_stop || search.request.limits.is_endless();
        let threaded = search.clone();
        let job = self.runner.submit(move |job| threaded.run(job));
        if job.is_started() {
            self.running = Some(UciTask::Search { job, is_endless });
            return;
        }
        self.write_no_thread(job, "searches for at most one second");
        let answer = search.run_without_thread();
        if is_endless {
            self.running = Some(UciTask::Answered(answer));
        } else {
            self.write_line(&answer);
        }
    }

    fn start_perft(&mut self, depth_plies: u32) {
        let is_late = Arc::new(AtomicBool::new(false));
        let perft = PreparedPerft {
            position: self.root.position,
            depth_plies,
            is_late: is_late.clone(),
            max_late_sequences: self.max_late_sequences,
            output: self.output.clone(),
        };
        let threaded = perft.clone();
        let job = self.runner.submit(move |job| threaded.run(job.stop_flag()));
        if job.is_started() {
            self.running = Some(UciTask::Perft { job, is_late });
            return;
        }
        self.write_no_thread(job, &format!("counts at most {} sequences", self.max_late_sequences));
        is_late.store(true, Relaxed);
        perft.run(&StopFlag::new());
    }

    /// Reports why a job got no thread, and what the thread that reads the commands does instead.
    fn write_no_thread(&self, job: JobHandle<()>, instead: &str) {
        if let Err(error) = job.wait() {
            self.write_info(&format_args!("{error}; the thread that reads commands {instead}"));
        }
    }

    /// Ends the task under way and waits for its answer. A failed search or count is reported, and a
    /// failed search also gets a fallback move.
    fn end_task(&mut self, end: TaskEnd) {
        match self.running.take() {
            Some(UciTask::Search { job, is_endless }) => {
                if is_endless || end != TaskEnd::InputEnded {
                    job.stop();
                }
                if let Err(error) = job.wait() {
                    self.write_info(&format_args!("the search failed: {error}"));
                    let position = &self.root.position;
                    self.write_line(&report::best_move(position, fallback_move(position)));
                }
            }
            Some(UciTask::Perft { job, is_late }) => {
                if end == TaskEnd::Stopped {
                    job.stop();
                }
                is_late.store(true, Relaxed);
                if let Err(error) = job.wait() {
                    self.write_info(&format_args!("the count failed: {error}"));
                }
            }
            Some(UciTask::Answered(answer)) => self.write_line(&answer),
            None => {}
        }
    }
}

/// Items for the other crates of Minnow, its benchmarks and its fuzz targets only.
#[doc(hidden)]
pub mod internal {
    use crate::command::UciCommand;
    pub use crate::session::UciSessions;

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
