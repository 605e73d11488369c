//! Another engine as a process that speaks UCI, to check the results of this program.

use std::{
    io::{self, BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use minnow_base::files::plain_reason;
use minnow_engine::Score;
use minnow_rules::{Move, Position, excerpt};

/// An engine that runs until the value is dropped.
pub(super) struct UciEngine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// The answer of an engine to `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UciAnswer {
    /// `None` if the engine names no legal move.
    pub best: Option<Move>,
    /// The last exact score, for the side to move; `None` without one.
    pub score: Option<Score>,
}

/// Why an engine gave no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum UciEngineError {
    #[error("the command is empty")]
    Empty,
    #[error("{}", plain_reason(.0))]
    Io(#[from] io::Error),
    #[error("it ended without \"{0}\"")]
    Ended(&'static str),
    #[error("\"{}\" is no option; options are NAME=VALUE", excerpt(.0))]
    Option(String),
}

impl UciEngine {
    /// Starts a command, which is split at blanks, and sets options of the form `NAME=VALUE`.
    pub(crate) fn start(command: &str, options: &[String]) -> Result<UciEngine, UciEngineError> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or(UciEngineError::Empty)?;
        let piped = Stdio::piped;
        let mut process = Command::new(program)
            .args(words)
            .stdin(piped())
            .stdout(piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::Error::other("it has no pipes").into());
        };
        let mut engine = UciEngine { process, input, output: BufReader::new(output) };
        engine.send("uci")?;
        engine.read_until("uciok", |_| {})?;
        for option in options {
            let refused = || UciEngineError::Option(option.clone());
            let (name, value) = option.split_once('=').ok_or_else(refused)?;
            engine.send(&format!("setoption name {name} value {value}"))?;
        }
        Ok(engine)
    }

    /// Searches a position with the arguments of `go`, such as `nodes 1000`, and an empty table.
    pub(crate) fn search(
        &mut self,
        position: &Position,
        limit: &str,
    ) -> Result<UciAnswer, UciEngineError> {
        self.send("ucinewgame\nisready")?;
        self.read_until("readyok", |_| {})?;
        self.send(&format!("position fen {}\ngo {limit}", position.fen()))?;
        let mut score = None;
        let last = self.read_until("bestmove", |line| score = info_score(line).or(score))?;
        let best = last.split_whitespace().nth(1);
        Ok(UciAnswer { best: best.and_then(|text| position.parse_move(text).ok()), score })
    }

    fn send(&mut self, text: &str) -> Result<(), UciEngineError> {
        Ok(writeln!(self.input, "{text}").and_then(|()| self.input.flush())?)
    }

    /// Reads lines up to the one that begins with this word, and returns it.
    fn read_until(
        &mut self,
        word: &'static str,
        mut other: impl FnMut(&str),
    ) -> Result<String, UciEngineError> {
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(UciEngineError::Ended(word));
            }
            if line.split_whitespace().next() == Some(word) {
                return Ok(line);
            }
            other(&line);
        }
    }
}

impl Drop for UciEngine {
    fn drop(&mut self) {
        // An engine that has ended is gone already.
        let _ = self.send("quit");
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The score of an `info` line for the best line; `None` for bounds and other lines.
fn info_score(line: &str) -> Option<Score> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let behind = |name: &str| -> Option<&str> {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1).copied()
    };
    let number = |name: &str| -> Option<i32> { behind(name)?.parse().ok() };
    let is_bound = words.iter().any(|word| ["lowerbound", "upperbound"].contains(word));
    if words.first() != Some(&"info") || is_bound || number("multipv").is_some_and(|it| it > 1) {
        return None;
    }
    match behind("score")? {
        "mate" => Some(Score::of_mate_in(number("mate")?)),
        _ => Some(Score::centipawns(number("cp")?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_the_best_line_are_read() {
        let score = |text: &str| info_score(&format!("info depth 9 {text} nodes 12 pv a2a3"));
        assert_eq!(score("score cp -31"), Some(Score::centipawns(-31)));
        assert_eq!(score("multipv 1 score mate 3"), Some(Score::won_at(5)));
        assert_eq!(score("score mate -2"), Some(Score::lost_at(4)));
        assert_eq!(score("score mate 0"), Some(Score::lost_at(0)));
        assert_eq!(score("multipv 2 score cp 5"), None);
        assert_eq!(score("score cp 5 lowerbound"), None);
        assert_eq!(info_score("info string score cp"), None);
    }

    #[test]
    fn commands_that_are_no_engines_are_refused() {
        let refusal = |command: &str| UciEngine::start(command, &[]).err().map(|it| it.to_string());
        assert_eq!(refusal(" ").as_deref(), Some("the command is empty"));
        assert!(refusal("/no/such/engine").is_some());
    }
}
