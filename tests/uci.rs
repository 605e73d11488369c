//! The protocol as another program meets it: the real binary, its pipes and its exit.

#![allow(clippy::unwrap_used)]

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<BufReader<ChildStdout>>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_minnow"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = child.stdout.take().map(BufReader::new);
        Engine { input: child.stdin.take(), output, child }
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
    engine.say("quit");
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn closed_input_ends_the_program_after_its_move() {
    let mut engine = Engine::start();
    engine.say("go depth 4");
    engine.input = None;
    engine.hear("info depth 4 ");
    engine.hear("bestmove ");
    assert!(engine.child.wait().unwrap().success());
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
