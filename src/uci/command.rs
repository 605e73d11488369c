//! Parsing UCI commands. Unknown words and bad values give one sentence and change nothing.

use std::{fmt, str::FromStr};

use crate::{
    engine::{SearchClock, SearchLimits},
    rules::{Move, Position, Variant},
};

/// A command of the protocol.
#[derive(Debug, PartialEq)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    SetOption(SetOption),
    /// The start position where `fen` is `None`.
    Position {
        fen: Option<String>,
        moves: Vec<String>,
    },
    Go(Go),
    Perft(u32),
    Stop,
    /// A word of the protocol that changes nothing here: there is nothing to register, pondering
    /// is not offered, and there is no more to tell in debug mode.
    Nothing,
    Quit,
}

#[derive(Debug, PartialEq)]
pub(super) enum SetOption {
    HashMb(usize),
    ClearHash,
    Threads(usize),
    Lines(usize),
    Level(u8),
    MoveOverheadMs(u64),
    Variant(&'static Variant),
}

/// The words of `go`, as they stand.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Go {
    pub infinite: bool,
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime_ms: Option<u64>,
    mate: Option<u32>,
    /// White's, then Black's.
    time_ms: [Option<u64>; 2],
    increment_ms: [u64; 2],
    moves_to_go: Option<u32>,
    search_moves: Vec<String>,
}

/// Why a command was refused; each quotes the bad text.
#[derive(Debug, PartialEq)]
pub(super) enum CommandError {
    Unknown(String),
    Incomplete { command: &'static str, expected: &'static str },
    BadValue { word: String, value: String },
    UnknownOption(String),
    UnknownVariant(String),
}

/// Letters of an unknown command that are quoted: whoever sends a book gets no book back.
const MOST_SHOWN: usize = 60;

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Unknown(word) => {
                let shown: String = word.chars().take(MOST_SHOWN).collect();
                let dots = if shown.len() < word.len() { "..." } else { "" };
                write!(f, "unknown command \"{shown}{dots}\"")
            }
            CommandError::Incomplete { command, expected } => {
                write!(f, "\"{command}\" needs {expected}")
            }
            CommandError::BadValue { word, value } => {
                write!(f, "\"{value}\" is no value for \"{word}\"")
            }
            CommandError::UnknownOption(name) => write!(f, "there is no option \"{name}\""),
            CommandError::UnknownVariant(id) => write!(f, "there is no variant \"{id}\""),
        }
    }
}

impl Command {
    /// Reads one line; `None` for an empty one.
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(None) };
        let rest: Vec<&str> = words.collect();
        Ok(Some(match first {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "setoption" => Command::SetOption(SetOption::parse(&rest)?),
            "position" => parse_position(&rest)?,
            "go" => match rest.as_slice() {
                ["perft", depth] => Command::Perft(value("perft", depth)?),
                words => Command::Go(Go::parse(words)?),
            },
            "stop" => Command::Stop,
            "debug" | "register" | "ponderhit" => Command::Nothing,
            "quit" => Command::Quit,
            _ => return Err(CommandError::Unknown(first.to_owned())),
        }))
    }
}

fn value<T: FromStr>(word: &str, text: &str) -> Result<T, CommandError> {
    text.parse().map_err(|_| CommandError::BadValue { word: word.into(), value: text.into() })
}

/// `startpos` or `fen ...`, then perhaps `moves ...`.
fn parse_position(words: &[&str]) -> Result<Command, CommandError> {
    let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let moves = words.iter().skip(split + 1).map(|word| (*word).to_owned()).collect();
    let fen = match words[..split] {
        ["startpos"] => None,
        ["fen", ref fields @ ..] if !fields.is_empty() => Some(fields.join(" ")),
        _ => {
            return Err(CommandError::Incomplete {
                command: "position",
                expected: "startpos or fen FEN, then perhaps moves and the moves",
            });
        }
    };
    Ok(Command::Position { fen, moves })
}

impl SetOption {
    fn parse(words: &[&str]) -> Result<SetOption, CommandError> {
        let ["name", rest @ ..] = words else {
            return Err(CommandError::Incomplete { command: "setoption", expected: "a name" });
        };
        let split = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
        let name = rest[..split].join(" ");
        let text = rest.get(split + 1..).unwrap_or(&[]).join(" ");
        match name.to_ascii_lowercase().as_str() {
            "hash" => Ok(SetOption::HashMb(value(&name, &text)?)),
            "clear hash" => Ok(SetOption::ClearHash),
            "threads" => Ok(SetOption::Threads(value(&name, &text)?)),
            "multipv" => Ok(SetOption::Lines(value(&name, &text)?)),
            "level" => Ok(SetOption::Level(value(&name, &text)?)),
            "move overhead" => Ok(SetOption::MoveOverheadMs(value(&name, &text)?)),
            "uci_variant" => Variant::by_id(&text)
                .map(SetOption::Variant)
                .ok_or(CommandError::UnknownVariant(text)),
            _ => Err(CommandError::UnknownOption(name)),
        }
    }
}

/// What may follow a list of search moves.
const GO_WORDS: [&str; 12] = [
    "infinite",
    "ponder",
    "searchmoves",
    "depth",
    "nodes",
    "movetime",
    "mate",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
];

impl Go {
    fn parse(words: &[&str]) -> Result<Go, CommandError> {
        let mut go = Go::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => {
                    go.infinite = true;
                    continue;
                }
                "ponder" => continue,
                "searchmoves" => {
                    while let Some(text) = words.next_if(|word| !GO_WORDS.contains(word)) {
                        go.search_moves.push(text.to_owned());
                    }
                    continue;
                }
                _ => {}
            }
            let text = words.next().unwrap_or_default();
            match word {
                "depth" => go.depth = Some(value(word, text)?),
                "nodes" => go.nodes = Some(value(word, text)?),
                "movetime" => go.movetime_ms = Some(clock_value(word, text)?),
                "mate" => go.mate = Some(value(word, text)?),
                "wtime" => go.time_ms[0] = Some(clock_value(word, text)?),
                "btime" => go.time_ms[1] = Some(clock_value(word, text)?),
                "winc" => go.increment_ms[0] = clock_value(word, text)?,
                "binc" => go.increment_ms[1] = clock_value(word, text)?,
                "movestogo" => go.moves_to_go = Some(value(word, text)?),
                _ => return Err(CommandError::Unknown(format!("go {word}"))),
            }
        }
        Ok(go)
    }

    /// The limits as they hold for the side to move, and what is wrong with the search moves, if
    /// anything: bad ones are left out. Neither the overhead nor the lines are set.
    pub fn limits(&self, position: &Position) -> (SearchLimits, Option<String>) {
        let us = position.turn().index();
        let (moves, problems): (Vec<_>, Vec<_>) =
            self.search_moves.iter().map(|text| position.parse_move(text)).partition(Result::is_ok);
        let limits = SearchLimits {
            depth: self.depth,
            nodes: self.nodes,
            movetime_ms: self.movetime_ms,
            clock: self.time_ms[us].map(|remaining_ms| SearchClock {
                remaining_ms,
                increment_ms: self.increment_ms[us],
                moves_to_go: self.moves_to_go,
            }),
            mate: self.mate,
            moves: moves.into_iter().flatten().collect::<Vec<Move>>(),
            ..SearchLimits::default()
        };
        let problem = problems.into_iter().find_map(Result::err);
        (limits, problem.map(|problem| format!("searchmoves: {problem}")))
    }
}

/// Clocks may run below zero in some programs; that counts as zero.
fn clock_value(word: &str, text: &str) -> Result<u64, CommandError> {
    value::<i64>(word, text).map(|ms| ms.max(0) as u64)
}
