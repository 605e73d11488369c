//! The protocol as another program meets it: the real binary, its pipes and its exit.

use std::{
    io::{BufRead, BufReader, Seek, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use minnow_engine::Random;
use minnow_rules::{Position, Variant};

use crate::cli::MINNOW;

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<BufReader<ChildStdout>>,
}

impl Engine {
    fn start() -> Engine {
        Engine::of(Command::new(MINNOW).arg("uci"))
    }

    fn of(command: &mut Command) -> Engine {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let output = child.stdout.take().map(BufReader::new);
        Engine { input: child.stdin.take(), output, child }
    }

    /// An engine to which the system gives this much memory.
    #[cfg(target_os = "linux")]
    fn limited(memory_kb: u32) -> Engine {
        let script = format!("ulimit -v {memory_kb}; exec \"$0\" uci");
        Engine::of(Command::new("sh").args(["-c", &script, MINNOW]))
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Reads up to the first line that starts so.
    fn hear(&mut self, start: &str) -> String {
        loop {
            let mut line = String::new();
            let read = self.output.as_mut().unwrap().read_line(&mut line).unwrap();
            assert!(read > 0, "no \"{start}\" to the end");
            if line.starts_with(start) {
                return line.trim_end().to_owned();
            }
        }
    }

    #[track_caller]
    fn quit(&mut self) {
        self.say("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Engine {
    /// A failed test must not leave a process behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_game_is_begun_thought_about_and_quit() {
    let mut engine = Engine::start();
    engine.say("uci");
    engine.hear("uciok");
    engine.say("ucinewgame");
    engine.say("isready");
    engine.hear("readyok");
    engine.say("position startpos moves b2b3");
    engine.say("go infinite");
    engine.hear("info depth 3 ");
    engine.say("isready");
    engine.hear("readyok");
    engine.say("stop");
    assert_eq!(engine.hear("bestmove ").split(' ').count(), 2);
    engine.say("nonsense");
    assert!(engine.hear("info string ").contains("nonsense"));
    engine.quit();
}

#[test]
fn a_reader_that_went_away_is_no_crash() {
    let mut engine = Engine::start();
    engine.say("uci");
    engine.hear("uciok");
    engine.output = None;
    engine.say("go depth 3");
    engine.input = None;
    assert!(engine.child.wait().unwrap().success());
}

/// Writes commands that stay within a few nodes each, and counts the answers that they need.
struct SessionWriter {
    random: Random,
    position: Position,
    text: Vec<u8>,
    commands: usize,
    searches: usize,
    counts: usize,
    ready: usize,
}

impl SessionWriter {
    fn new(seed: u64) -> SessionWriter {
        let position = Position::start(Variant::default_variant());
        let mut writer = SessionWriter {
            random: Random(seed),
            position,
            text: Vec::new(),
            commands: 0,
            searches: 0,
            counts: 0,
            ready: 0,
        };
        writer.line("setoption name Hash value 1");
        writer
    }

    fn line(&mut self, line: &str) {
        self.text.extend_from_slice(line.as_bytes());
        self.text.push(b'\n');
        self.commands += 1;
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.random.below(words.len())]
    }

    fn command(&mut self) {
        match self.random.below(20) {
            0..5 => self.bounded_go(),
            5..8 => self.malformed_go(),
            8..10 => self.unlimited_go(),
            10..12 => {
                self.ready += 1;
                self.line("isready");
            }
            12..16 => self.position(),
            16..18 => self.option(),
            _ => self.other(),
        }
    }

    fn bounded_go(&mut self) {
        let go = self.pick(&[
            "nodes 1",
            "nodes 60",
            "depth 1",
            "depth 2 nodes 90",
            "movetime 0",
            "movetime 1",
            "mate 1 nodes 80",
            "wtime 4 btime 4 winc 0 binc 0",
            "wtime -20 btime -3 nodes 70",
            "searchmoves a2a3 b2b3 nodes 50",
            "ponder nodes 40",
            "depth 3 nodes 100 movestogo 0",
            "perft 0",
            "perft 1",
            "perft 2",
        ]);
        let answers = if go.starts_with("perft") { &mut self.counts } else { &mut self.searches };
        *answers += 1;
        self.line(&format!("go {go}"));
    }

    fn malformed_go(&mut self) {
        const VALUES: [&str; 10] = [
            "",
            "-1",
            "1.5",
            "x",
            "1e9",
            "99999999999999999999",
            "-9223372036854775808",
            "\u{fc}",
            "nodes",
            "a9z9",
        ];
        let names = "depth nodes movetime mate wtime btime winc binc movestogo perft searchmoves";
        let names: Vec<&str> = names.split(' ').collect();
        let (name, value) = (self.pick(&names), self.pick(&VALUES));
        let word = self.pick(&["", "foo", "\u{7f}", "0x10", "--help"]);
        self.searches += 1;
        self.line(&format!("go {name} {value} {word} nodes 30"));
    }

    /// A search that only `stop` or another command ends, or a second.
    fn unlimited_go(&mut self) {
        let go = self.pick(&[
            "",
            "infinite",
            "infinite nodes 5",
            "foo",
            "depth -1",
            "movestogo 3",
            "btime x",
            "mate 0",
            "nodes 18446744073709551615",
            "depth 4294967295",
            "mate 4294967295",
            "movetime 18446744073709551615",
        ]);
        self.searches += 1;
        self.line(&format!("go {go}"));
        let end = self.pick(&["stop", "stop", "position startpos", "setoption name Hash value 1"]);
        if end.starts_with("position") {
            self.position = Position::start(self.position.variant());
        }
        self.line(end);
    }

    /// A position after random moves, as moves or as a FEN; one in four is damaged.
    fn position(&mut self) {
        let start = Position::start(self.position.variant());
        let (mut position, mut words) = (start, String::from("position startpos moves"));
        for _ in 0..self.random.below(30) {
            let moves: Vec<_> = position.legal_moves().iter().collect();
            if moves.is_empty() || position.outcome(1).is_some() {
                break;
            }
            let mv = moves[self.random.below(moves.len())];
            words += &format!(" {}", position.move_text(mv));
            position = position.play(mv);
        }
        if self.random.below(2) == 0 {
            words = format!("position fen {}", position.fen());
        }
        if self.random.below(4) == 0 {
            let letters: Vec<char> = words.chars().collect();
            let at = self.random.below(letters.len());
            let damage = self.pick(&["", " ", "9", "k", "-", "\u{0}", "4294967296"]);
            words = letters[..at].iter().chain(&damage.chars().collect::<Vec<_>>()).collect();
            words.extend(&letters[(at + 1).min(letters.len())..]);
        } else {
            self.position = position;
        }
        self.line(&words);
    }

    fn option(&mut self) {
        let option = self.pick(&[
            "Hash value 1",
            "Hash value 2",
            "Hash value -1",
            "Hash",
            "Clear Hash",
            "MultiPV value 3",
            "MultiPV value 1",
            "Threads value 2",
            "Threads value 1",
            "Level value 4",
            "Level value 12",
            "Move Overhead value 0",
            "Move Overhead value 99999999999999999999",
            "UCI_Variant value gardner",
            "UCI_Variant value minichess",
            "UCI_Variant value x",
            "Colour value red",
            "",
        ]);
        if let Some(variant) = option.strip_prefix("UCI_Variant value ").and_then(Variant::by_id) {
            self.position = Position::start(variant);
        }
        self.line(&format!("setoption name {option}"));
    }

    fn other(&mut self) {
        match self.random.below(8) {
            0 => self.line("ucinewgame"),
            1 => self.line("ponderhit"),
            2 => self.line("stop"),
            3 => self.line(""),
            4 => self.line(&"go".repeat(3_000)),
            5 => {
                let bytes = (0..self.random.below(40)).map(|_| self.random.below(256) as u8);
                let bytes: Vec<u8> = bytes.filter(|byte| *byte != b'\n').collect();
                self.text.extend(bytes);
                self.line("\u{fffd}");
            }
            6 => self.line("position fen 8/8/8/8/8/8/8/8/8/8 w - - 99999999999 -1"),
            _ => self.line("debug on"),
        }
    }
}

#[test]
fn twenty_thousand_commands_get_their_answers() {
    let mut writer = SessionWriter::new(2_026);
    while writer.commands < 20_000 {
        writer.command();
    }
    let mut input = tempfile::tempfile().unwrap();
    input.write_all(&writer.text).unwrap();
    input.rewind().unwrap();
    let ran = Command::new(MINNOW).arg("uci").stdin(input).output().unwrap();
    assert!(ran.status.success());
    assert_eq!(String::from_utf8_lossy(&ran.stderr), "", "no panic");
    let answers = String::from_utf8(ran.stdout).unwrap();
    let count = |start: &str| answers.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(count("bestmove "), writer.searches);
    assert_eq!(count("readyok"), writer.ready);
    assert_eq!(count("nodes ") + count("info string the count was stopped"), writer.counts);
    assert_eq!(count("info string the search failed"), 0);
    assert!(answers.lines().all(|line| line.chars().count() < 2_000));
}

#[cfg(target_os = "linux")]
#[test]
fn refused_memory_gives_a_smaller_table() {
    let mut engine = Engine::limited(800_000);
    engine.say("setoption name Hash value 1024");
    let info = engine.hear("info string the transposition table has ");
    assert!(info.ends_with(" of the 1024 MB wanted: the system refuses more memory"), "{info}");
    engine.say("go depth 3");
    engine.hear("info depth 3 ");
    engine.hear("bestmove ");
    engine.quit();
}

#[cfg(target_os = "linux")]
#[test]
fn refused_memory_gives_fewer_threads() {
    let mut engine = Engine::limited(200_000);
    engine.say("setoption name Threads value 256");
    let info = engine.hear("info string the search uses ");
    assert!(info.ends_with(" of 256 threads: the system refuses more memory"), "{info}");
    engine.say("go depth 6");
    engine.hear("bestmove ");
    engine.quit();
}
