//! The engine for other programs: the Universal Chess Interface on standard input and output.
//!
//! Commands are read on the caller's thread; a search runs on its own, so
//! that `stop` and `isready` are answered at once.

mod command;
mod report;

use std::{
    io::{self, BufRead, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Sender, channel},
    },
    thread::JoinHandle,
};

use crate::{
    engine::{Handicap, Level, Root, SearchLimits, Searcher},
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
    let mut engine = Uci::new(Arc::new(Mutex::new(output)));
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
struct Running {
    thread: JoinHandle<Searcher>,
    stop: Arc<AtomicBool>,
    /// Dropped to release an infinite search that has nothing more to do.
    release: Sender<()>,
    /// Nothing but `stop` ends it.
    endless: bool,
}

struct Uci {
    output: Output,
    /// `None` while a search has it.
    searcher: Option<Searcher>,
    running: Option<Running>,
    root: Root,
    level: &'static Level,
    /// Numbers the games, so that weak levels make different mistakes in each.
    game: u64,
    overhead_ms: u64,
    hash_mb: usize,
    threads: usize,
    /// How many of the best moves to report.
    lines: usize,
}

impl Uci {
    fn new(output: Output) -> Uci {
        let variant = Variant::default_variant();
        Uci {
            output,
            searcher: Some(Searcher::new(variant, HASH_MB)),
            running: None,
            root: Root::new(Position::start(variant)),
            level: Level::get(12),
            game: 0,
            overhead_ms: MOVE_OVERHEAD_MS,
            hash_mb: HASH_MB,
            threads: 1,
            lines: 1,
        }
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
                if !self.get_ready() {
                    self.idle_searcher().new_game();
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
        self.say("option name Level type spin default 12 min 1 max 12");
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
                self.hash_mb = megabytes.clamp(1, MOST_HASH_MB);
                let size = self.hash_mb;
                self.idle_searcher().resize_table(size);
            }
            SetOption::ClearHash => self.idle_searcher().new_game(),
            SetOption::Threads(threads) => {
                self.threads = threads.clamp(1, MOST_THREADS);
                let threads = self.threads;
                self.idle_searcher().set_threads(threads);
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

    /// What the level overlooks in this game; level 12 is the engine as it is.
    fn handicap(&self) -> Handicap {
        if self.level.number == 12 { Handicap::NONE } else { self.level.handicap(self.game) }
    }

    /// Spares the next search the clearing of the table, which is long for a large one and would be
    /// on the running clock. Says whether the table was cleared here.
    fn get_ready(&mut self) -> bool {
        let (variant, handicap) = (self.root.position.variant(), self.handicap());
        self.idle_searcher().get_ready(variant, handicap)
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
        // Only levels below 12 add limits of their own.
        let handicap = self.handicap();
        let limits = match self.level.number {
            12 => limits,
            _ => limits.tightened(&self.level.limits()),
        };
        // A mate that pruning hides from so deep a search would not be found later either.
        let depth = limits.depth.or(limits.mate.map(|moves| moves.saturating_mul(4) + 8));
        let limits = SearchLimits { depth, ..limits };
        self.idle_searcher();
        let Some(mut searcher) = self.searcher.take() else { return };
        let stop = Arc::new(AtomicBool::new(false));
        let (release, released) = channel::<()>();
        let (root, output, flag) = (self.root.clone(), self.output.clone(), stop.clone());
        let endless = go.infinite || limits.is_endless();
        let (waits, hash_mb, threads) = (go.infinite, self.hash_mb, self.threads);
        let thread = std::thread::spawn(move || {
            let searched = catch_unwind(AssertUnwindSafe(|| {
                searcher.search(&root, &limits, handicap, &flag, &mut |info| {
                    say(&output, &report::info_line(&root.position, info));
                })
            }));
            if waits && !flag.load(Relaxed) {
                // The protocol forbids an answer before `stop`; an error means the same.
                let _ = released.recv();
            }
            let say_best = |best| say(&output, &report::best_move(&root.position, best));
            let Ok(result) = searched else {
                // What a panic left behind is not to be trusted; the caller still gets a move.
                say(&output, "info string the search failed; the engine starts afresh");
                say_best(unsearched_move(&root.position));
                drop(searcher);
                return new_searcher(root.position.variant(), hash_mb, threads);
            };
            say_best(result.best);
            searcher
        });
        self.running = Some(Running { thread, stop, release, endless });
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

    /// Waits for the running search, telling it to end at once if `now`.
    fn stop(&mut self, now: bool) {
        let Some(running) = self.running.take() else { return };
        if now {
            running.stop.store(true, Relaxed);
        }
        drop(running.release);
        // A failed join leaves no searcher; `idle_searcher` then makes another.
        self.searcher = running.thread.join().ok();
    }

    /// The searcher, waiting for a search under way.
    fn idle_searcher(&mut self) -> &mut Searcher {
        self.stop(true);
        let (variant, hash_mb) = (self.root.position.variant(), self.hash_mb);
        self.searcher.get_or_insert_with(|| new_searcher(variant, hash_mb, self.threads))
    }

    fn finish(&mut self, now: bool) {
        let endless = self.running.as_ref().is_some_and(|running| running.endless);
        self.stop(now || endless);
    }
}

/// A move to play where the search failed: the other king, else one that keeps the own king, else
/// any.
fn unsearched_move(position: &Position) -> Option<Move> {
    let (legal, safe) = (position.legal_moves(), position.safe_moves());
    let taking = legal.iter().find(|played| position.takes_king(*played));
    taking.or_else(|| safe.iter().next()).or_else(|| legal.iter().next())
}

fn new_searcher(variant: &'static Variant, hash_mb: usize, threads: usize) -> Searcher {
    let mut searcher = Searcher::new(variant, hash_mb);
    searcher.set_threads(threads);
    searcher
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
