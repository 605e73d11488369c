//! Parses UCI commands. An unknown word or a bad value is an error, and changes nothing.

use std::str::FromStr;

use crate::{
    engine::{SearchClock, SearchLimits},
    rules::{MoveTextError, Position, Variant, excerpt},
};

/// A command of the protocol.
#[derive(Debug, PartialEq)]
pub(super) enum UciCommand {
    Uci,
    IsReady,
    NewGame,
    SetOption(SetOption),
    Position {
        /// `None` for the start position.
        fen: Option<String>,
        moves: Vec<String>,
    },
    Go(GoCommand),
    Perft(u32),
    Stop,
    /// `debug`, `register` or `ponderhit`: the engine has no debug output, no registration and no
    /// pondering.
    Ignored,
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

/// The parameters of a `go` command.
#[derive(Debug, Default, PartialEq)]
pub(super) struct GoCommand {
    pub infinite: bool,
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime_ms: Option<u64>,
    mate: Option<u32>,
    /// The remaining times of White and Black.
    time_ms: [Option<u64>; 2],
    /// The increments of White and Black.
    increment_ms: [u64; 2],
    moves_to_go: Option<u32>,
    search_moves: Vec<String>,
}

/// Why a command was refused; each error quotes the input.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(super) enum CommandError {
    #[error("unknown command \"{}\"", excerpt(.0))]
    Unknown(String),
    #[error("\"{command}\" needs {expected}")]
    Incomplete { command: &'static str, expected: &'static str },
    #[error("\"{value}\" is not a value of \"{word}\"")]
    BadValue { word: String, value: String },
    #[error("there is no option \"{0}\"")]
    UnknownOption(String),
    #[error("there is no variant \"{0}\"")]
    UnknownVariant(String),
}

impl UciCommand {
    /// Reads one line; `None` for an empty one.
    pub fn parse(line: &str) -> Result<Option<UciCommand>, CommandError> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(None) };
        let rest: Vec<&str> = words.collect();
        Ok(Some(match first {
            "uci" => UciCommand::Uci,
            "isready" => UciCommand::IsReady,
            "ucinewgame" => UciCommand::NewGame,
            "setoption" => UciCommand::SetOption(SetOption::parse(&rest)?),
            "position" => parse_position(&rest)?,
            "go" => match rest.as_slice() {
                ["perft", depth] => UciCommand::Perft(value("perft", depth)?),
                words => UciCommand::Go(GoCommand::parse(words)?),
            },
            "stop" => UciCommand::Stop,
            "debug" | "register" | "ponderhit" => UciCommand::Ignored,
            "quit" => UciCommand::Quit,
            _ => return Err(CommandError::Unknown(first.to_owned())),
        }))
    }
}

fn value<T: FromStr>(word: &str, text: &str) -> Result<T, CommandError> {
    text.parse().map_err(|_| CommandError::BadValue { word: word.into(), value: text.into() })
}

/// `startpos` or `fen ...`, then perhaps `moves ...`.
fn parse_position(words: &[&str]) -> Result<UciCommand, CommandError> {
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
    Ok(UciCommand::Position { fen, moves })
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

/// The parameters of `go`; one of them ends a list of search moves.
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

impl GoCommand {
    fn parse(words: &[&str]) -> Result<GoCommand, CommandError> {
        let mut go = GoCommand::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            let words = &mut words;
            match word {
                "infinite" => go.infinite = true,
                "ponder" => {}
                "searchmoves" => {
                    while let Some(text) = words.next_if(|word| !GO_WORDS.contains(word)) {
                        go.search_moves.push(text.to_owned());
                    }
                }
                "depth" => go.depth = Some(next_value(word, words)?),
                "nodes" => go.nodes = Some(next_value(word, words)?),
                "movetime" => go.movetime_ms = Some(next_ms(word, words)?),
                "mate" => go.mate = Some(next_value(word, words)?),
                "wtime" => go.time_ms[0] = Some(next_ms(word, words)?),
                "btime" => go.time_ms[1] = Some(next_ms(word, words)?),
                "winc" => go.increment_ms[0] = next_ms(word, words)?,
                "binc" => go.increment_ms[1] = next_ms(word, words)?,
                "movestogo" => go.moves_to_go = Some(next_value(word, words)?),
                _ => return Err(CommandError::Unknown(format!("go {word}"))),
            }
        }
        Ok(go)
    }

    /// The limits for the side to move, on top of `own`. Bad search moves are left out.
    pub fn limits(&self, position: &Position, own: SearchLimits) -> SearchLimits {
        let us = position.turn().index();
        let moves = self.search_moves.iter().flat_map(|text| position.parse_move(text));
        SearchLimits {
            depth: self.depth,
            nodes: self.nodes,
            movetime_ms: self.movetime_ms,
            clock: self.time_ms[us].map(|remaining_ms| SearchClock {
                remaining_ms,
                increment_ms: self.increment_ms[us],
                moves_to_go: self.moves_to_go,
            }),
            mate: self.mate,
            moves: moves.collect(),
            ..own
        }
    }

    /// The error of the first search move that the position does not have.
    pub fn bad_search_move(&self, position: &Position) -> Option<MoveTextError> {
        self.search_moves.iter().find_map(|text| position.parse_move(text).err())
    }
}

/// Reads the value that follows a word.
fn next_value<'a, T: FromStr>(
    word: &str,
    words: &mut impl Iterator<Item = &'a str>,
) -> Result<T, CommandError> {
    value(word, words.next().unwrap_or_default())
}

/// Reads the milliseconds that follow a word. Some programs send a clock below zero; it counts as
/// zero.
fn next_ms<'a>(word: &str, words: &mut impl Iterator<Item = &'a str>) -> Result<u64, CommandError> {
    next_value::<i64>(word, words).map(|ms| ms.max(0) as u64)
}
