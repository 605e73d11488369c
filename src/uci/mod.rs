//! The engine for other programs: the Universal Chess Interface on standard input and output.
//!
//! Commands are read on the caller's thread. A search runs as a job on another thread, so that
//! `stop` and `isready` are answered at once.

mod command;
mod report;

use std::{
    io::{self, BufRead, Write},
    sync::{Arc, Mutex},
};

use crate::{
    engine::{Handicap, LEVELS, Level, Root, SearchInfo, SearchLimits, SharedSearcher},
    jobs::{JobContext, JobHandle, Runner, Spawner, catch_panic},
    rules::{Move, Position, Variant, divide},
};
use command::{Command, Go, SetOption};

/// The default size of the transposition table in MB.
const HASH_MB: usize = 16;
/// The largest table an engine of this size is asked for, in MB.
const MOST_HASH_MB: usize = 4_096;
/// The most threads and lines a caller may ask for: more than any board here has use for.
const MOST_THREADS: usize = 256;
const MOST_LINES: usize = 256;
/// Milliseconds kept back for the way to the caller.
const MOVE_OVERHEAD_MS: u64 = 20;

/// Where answers go; shared with the search thread.
type Output = Arc<Mutex<dyn Write + Send>>;

/// Runs the protocol until `quit` or the end of input. At the end of input a limited search
/// finishes and prints its move; an infinite one stops.
pub fn run(input: impl BufRead, output: impl Write + Send + 'static) {
    run_with(input, output, Spawner::default());
}

fn run_with(input: impl BufRead, output: impl Write + Send + 'static, spawner: Spawner) {
    let mut engine = Uci::new(Arc::new(Mutex::new(output)), spawner);
    for line in input.split(b'\n') {
        let Ok(line) = line else { break };
        // Bytes that are not text make an unknown command and not an end.
        match Command::parse(&String::from_utf8_lossy(&line)) {
            Ok(Some(Command::Quit)) => {
                engine.finish(true);
                return;
            }
            Ok(Some(command)) => engine.obey(command),
            Ok(None) => {}
            Err(problem) => engine.say(&format!("info string {problem}")),
        }
    }
    engine.finish(false);
}

/// A search under way.
struct UciSearch {
    job: JobHandle<()>,
    /// Nothing but `stop` ends it.
    endless: bool,
}

struct Uci {
    output: Output,
    runner: Runner,
    searcher: SharedSearcher,
    running: Option<UciSearch>,
    root: Root,
    level: &'static Level,
    /// Numbers the games, so that weak levels make different mistakes in each.
    game: u64,
    overhead_ms: u64,
    /// How many of the best moves to report.
    lines: usize,
}

impl Uci {
    fn new(output: Output, spawner: Spawner) -> Uci {
        let mut uci = Uci {
            output,
            runner: Runner::new("search", spawner, || {}),
            searcher: SharedSearcher::new(HASH_MB),
            running: None,
            root: Root::new(Position::start(Variant::default_variant())),
            level: Level::strongest(),
            game: 0,
            overhead_ms: MOVE_OVERHEAD_MS,
            lines: 1,
        };
        uci.get_ready();
        uci
    }

    fn say(&self, text: &str) {
        say(&self.output, text);
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.say("readyok"),
            Command::NewGame => {
                self.game += 1;
                self.stop(true);
                if !self.get_ready() {
                    self.searcher.new_game();
                }
            }
            Command::SetOption(option) => self.set_option(option),
            Command::Position { fen, moves } => {
                if let Err(problem) = self.set_position(fen.as_deref(), &moves) {
                    self.say(&format!("info string {problem}"));
                }
            }
            Command::Go(go) => self.go(go),
            Command::Perft(depth) => self.perft(depth),
            Command::Stop => self.stop(true),
            Command::Nothing | Command::Quit => {}
        }
    }

    fn introduce(&self) {
        let variants: Vec<String> = crate::rules::builtin_variants()
            .iter()
            .map(|variant| format!("var {}", variant.id))
            .collect();
        self.say(&format!("id name Minnow {}", env!("CARGO_PKG_VERSION")));
        self.say("id author the Minnow founders");
        self.say(&format!("option name Hash type spin default {HASH_MB} min 1 max {MOST_HASH_MB}"));
        self.say("option name Clear Hash type button");
        self.say(&format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"));
        self.say(&format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"));
        let levels = LEVELS.len();
        self.say(&format!("option name Level type spin default {levels} min 1 max {levels}"));
        self.say(&format!(
            "option name Move Overhead type spin default {MOVE_OVERHEAD_MS} min 0 max 5000"
        ));
        let default = &Variant::default_variant().id;
        self.say(&format!(
            "option name UCI_Variant type combo default {default} {}",
            variants.join(" ")
        ));
        self.say("uciok");
    }

    fn set_option(&mut self, option: SetOption) {
        self.stop(true);
        match option {
            SetOption::HashMb(megabytes) => {
                self.searcher.resize_table(megabytes.clamp(1, MOST_HASH_MB));
            }
            SetOption::ClearHash => self.searcher.new_game(),
            SetOption::Threads(threads) => {
                self.searcher.set_threads(threads.clamp(1, MOST_THREADS));
            }
            SetOption::Lines(lines) => self.lines = lines.clamp(1, MOST_LINES),
            SetOption::Level(number) => {
                self.level = Level::get(number);
                self.get_ready();
            }
            SetOption::MoveOverheadMs(ms) => self.overhead_ms = ms.min(5000),
            SetOption::Variant(variant) => {
                self.root = Root::new(Position::start(variant));
                self.get_ready();
            }
        }
    }

    /// The level's mistakes in this game.
    fn handicap(&self) -> Handicap {
        self.level.handicap(self.game)
    }

    /// Clears the table now if the next search would have to, since that takes long for a large
    /// table and would be on the running clock. Returns whether the table was cleared. No search
    /// may be under way.
    fn get_ready(&mut self) -> bool {
        let (variant, handicap) = (self.root.position.variant(), self.handicap());
        self.searcher.with(variant, |searcher| searcher.get_ready(variant, handicap))
    }

    /// Sets the root; on an error it stays as it was.
    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), String> {
        self.stop(true);
        let variant = self.root.position.variant();
        let position = match fen {
            None => Position::start(variant),
            Some(fen) => Position::from_fen(variant, fen).map_err(|e| e.to_string())?,
        };
        let mut root = Root::new(position);
        for (number, text) in moves.iter().enumerate() {
            let played = root
                .position
                .parse_move(text)
                .map_err(|problem| format!("move {} of the position: {problem}", number + 1))?;
            root.play(played);
        }
        self.root = root;
        Ok(())
    }

    fn go(&mut self, go: Go) {
        self.stop(true);
        let (limits, problem) = go.limits(&self.root.position);
        if let Some(problem) = problem {
            self.say(&format!("info string {problem}"));
        }
        let limits = SearchLimits { overhead_ms: self.overhead_ms, lines: self.lines, ..limits };
        // The strongest level adds no limits of its own.
        let handicap = self.handicap();
        let limits = if self.level == Level::strongest() {
            limits
        } else {
            limits.tightened(&self.level.limits())
        };
        // A mate that pruning hides from so deep a search would not be found later either.
        let depth = limits.depth.or(limits.mate.map(|moves| moves.saturating_mul(4) + 8));
        let limits = SearchLimits { depth, ..limits };
        let search = PreparedSearch {
            root: self.root.clone(),
            limits,
            handicap,
            waits_for_stop: go.infinite,
            searcher: self.searcher.clone(),
            output: self.output.clone(),
        };
        let endless = go.infinite || search.limits.is_endless();
        let job = self.runner.submit(move |job| search.run(job));
        let has_answer = !job.is_started() && !go.infinite;
        self.running = Some(UciSearch { job, endless });
        if has_answer {
            self.stop(false);
        }
    }

    fn perft(&self, depth: u32) {
        let position = &self.root.position;
        let counts = divide(position, depth);
        for (played, count) in &counts {
            self.say(&format!("{}: {count}", position.move_text(*played)));
        }
        let total: u64 = counts.iter().map(|(_, count)| count).sum();
        self.say(&format!("nodes {}", if depth == 0 { 1 } else { total }));
    }

    /// Waits for the end of the running search; with `now` it is stopped first. If its thread did
    /// not start, the caller gets the reason and a move.
    fn stop(&mut self, now: bool) {
        let Some(UciSearch { job, .. }) = self.running.take() else { return };
        if now {
            job.stop();
        }
        if let Err(problem) = job.wait() {
            self.say(&format!("info string the search failed: {problem}"));
            let best = unsearched_move(&self.root.position);
            self.say(&report::best_move(&self.root.position, best));
        }
    }

    fn finish(&mut self, now: bool) {
        let endless = self.running.as_ref().is_some_and(|running| running.endless);
        self.stop(now || endless);
    }
}

/// What a `go` command has asked for.
struct PreparedSearch {
    root: Root,
    limits: SearchLimits,
    handicap: Handicap,
    /// The protocol forbids the answer to `go infinite` before `stop`.
    waits_for_stop: bool,
    searcher: SharedSearcher,
    output: Output,
}

impl PreparedSearch {
    /// The job: searches, and prints the reports and the best move. A search that panics still
    /// gives a move, and the next one has a new searcher.
    fn run(self, job: &JobContext<()>) {
        let position = &self.root.position;
        let mut report = |info: &SearchInfo| say(&self.output, &report::info_line(position, info));
        let searched = catch_panic(|| {
            self.searcher.with(position.variant(), |searcher| {
                let stop = job.stop_flag();
                searcher.search(&self.root, &self.limits, self.handicap, stop, &mut report)
            })
        });
        if self.waits_for_stop {
            job.wait_for_stop();
        }
        let best = match searched {
            Ok(result) => result.best,
            Err(problem) => {
                let text = format!("info string the search failed: {problem}; it starts afresh");
                say(&self.output, &text);
                unsearched_move(position)
            }
        };
        say(&self.output, &report::best_move(position, best));
        // After a panic this makes a searcher before the next clock runs.
        self.searcher.with(position.variant(), |_| ());
    }
}

/// A move to play where the search failed: the other king, else one that keeps the own king, else
/// any.
fn unsearched_move(position: &Position) -> Option<Move> {
    let (legal, safe) = (position.legal_moves(), position.safe_moves());
    let taking = legal.iter().find(|played| position.takes_king(*played));
    taking.or_else(|| safe.iter().next()).or_else(|| legal.iter().next())
}

/// Writes one line. A reader that has gone away is no reason to fail: the end of input follows.
fn say(output: &Output, text: &str) {
    let mut output = match output.lock() {
        Ok(output) => output,
        Err(poisoned) => poisoned.into_inner(),
    };
    let _ = writeln!(output, "{text}").and_then(|()| output.flush());
}

/// Runs the protocol on the process's standard input and output.
pub fn run_on_standard_streams() {
    run(io::stdin().lock(), io::stdout());
}

#[cfg(test)]
mod tests;
