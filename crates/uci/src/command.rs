//! Parses UCI commands. An unknown command or a bad value is an error, and changes nothing; a `go`
//! command is always carried out, see [`GoCommand`].

use std::str::FromStr;

use super::go::GoCommand;
use minnow_rules::{Variant, excerpt};

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
    LimitStrength(bool),
    Elo(i32),
    MoveOverheadMs(u64),
    Tables(bool),
    Variant(&'static Variant),
}

/// Why a command was refused; each error quotes the input.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(super) enum CommandError {
    #[error("unknown command \"{}\"", excerpt(.0))]
    Unknown(String),
    #[error("\"{command}\" needs {expected}")]
    Incomplete { command: &'static str, expected: &'static str },
    #[error("\"{}\" is not a value of \"{option}\"", excerpt(.value))]
    BadValue { option: &'static str, value: String },
    #[error("there is no option \"{}\"", excerpt(.0))]
    UnknownOption(String),
    #[error("there is no variant \"{}\"", excerpt(.0))]
    UnknownVariant(String),
}

impl UciCommand {
    /// Reads one line; `None` for an empty one.
    pub(crate) fn parse(line: &str) -> Result<Option<UciCommand>, CommandError> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(None) };
        let rest: Vec<&str> = words.collect();
        Ok(Some(match first {
            "uci" => UciCommand::Uci,
            "isready" => UciCommand::IsReady,
            "ucinewgame" => UciCommand::NewGame,
            "setoption" => UciCommand::SetOption(SetOption::parse(&rest)?),
            "position" => parse_position(&rest)?,
            "go" => UciCommand::Go(GoCommand::parse(&rest)),
            "stop" => UciCommand::Stop,
            "debug" | "register" | "ponderhit" => UciCommand::Ignored,
            "quit" => UciCommand::Quit,
            _ => return Err(CommandError::Unknown(first.to_owned())),
        }))
    }
}

fn value<T: FromStr>(option: &'static str, text: &str) -> Result<T, CommandError> {
    text.parse().map_err(|_| CommandError::BadValue { option, value: text.into() })
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
            "hash" => Ok(SetOption::HashMb(value("Hash", &text)?)),
            "clear hash" => Ok(SetOption::ClearHash),
            "threads" => Ok(SetOption::Threads(value("Threads", &text)?)),
            "multipv" => Ok(SetOption::Lines(value("MultiPV", &text)?)),
            "level" => Ok(SetOption::Level(value("Level", &text)?)),
            "uci_limitstrength" => Ok(SetOption::LimitStrength(value("UCI_LimitStrength", &text)?)),
            "uci_elo" => Ok(SetOption::Elo(value("UCI_Elo", &text)?)),
            "move overhead" => Ok(SetOption::MoveOverheadMs(value("Move Overhead", &text)?)),
            "tables" => Ok(SetOption::Tables(value("Tables", &text)?)),
            "uci_variant" => Variant::by_id(&text)
                .map(SetOption::Variant)
                .ok_or(CommandError::UnknownVariant(text)),
            _ => Err(CommandError::UnknownOption(name)),
        }
    }
}
