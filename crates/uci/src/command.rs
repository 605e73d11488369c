//! Parses UCI commands. Unknown words before a command are skipped. A line without a command or a bad
//! value is an error, and changes nothing; `position` and `go` are always carried out, because what
//! follows them must not be about an older position.

use std::str::FromStr;

use super::go::GoCommand;
use minnow_rules::{Variant, excerpt};

/// The words that begin a command.
const COMMANDS: [&str; 11] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// A command of the protocol.
#[derive(Debug, PartialEq)]
pub(super) enum UciCommand {
    Uci,
    IsReady,
    NewGame,
    SetOption(SetOption),
    Position {
        start: PositionStart,
        moves: Vec<String>,
    },
    Go(GoCommand),
    PonderHit,
    Stop,
    /// `debug` or `register`: the engine has no debug output and no registration.
    Ignored,
    Quit,
}

/// The position that the moves of a `position` command start from.
#[derive(Debug, PartialEq)]
pub(super) enum PositionStart {
    OfVariant,
    Fen(String),
    /// Neither `startpos` nor `fen` with a FEN.
    Unreadable,
}

#[derive(Debug, PartialEq)]
pub(super) enum SetOption {
    HashMb(i64),
    ClearHash,
    Threads(i64),
    Lines(i64),
    Level(i64),
    LimitStrength(bool),
    Elo(i32),
    MoveOverheadMs(i64),
    Ponder(bool),
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
        let words = command_words(line);
        let Some((command, rest)) = words.split_first() else {
            let Some(first) = line.split_whitespace().next() else { return Ok(None) };
            return Err(CommandError::Unknown(first.to_owned()));
        };
        Ok(Some(match *command {
            "uci" => UciCommand::Uci,
            "isready" => UciCommand::IsReady,
            "ucinewgame" => UciCommand::NewGame,
            "setoption" => UciCommand::SetOption(SetOption::parse(rest)?),
            "position" => parse_position(rest),
            "go" => UciCommand::Go(GoCommand::parse(rest)),
            "ponderhit" => UciCommand::PonderHit,
            "stop" => UciCommand::Stop,
            "quit" => UciCommand::Quit,
            _ => UciCommand::Ignored,
        }))
    }
}

/// The words of a line from its command on; none if it has no command.
pub fn command_words(line: &str) -> Vec<&str> {
    line.split_whitespace().skip_while(|word| !COMMANDS.contains(word)).collect()
}

fn value<T: FromStr>(option: &'static str, text: &str) -> Result<T, CommandError> {
    text.parse().map_err(|_| CommandError::BadValue { option, value: text.into() })
}

/// A value of an option of the type `check`.
fn check(option: &'static str, text: &str) -> Result<bool, CommandError> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(CommandError::BadValue { option, value: text.into() }),
    }
}

/// `startpos` or `fen ...`, then perhaps `moves ...`.
fn parse_position(words: &[&str]) -> UciCommand {
    let begin = words.iter().position(|word| ["startpos", "fen"].contains(word));
    let words = &words[begin.unwrap_or(words.len())..];
    let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let moves = words.iter().skip(split + 1).map(|word| (*word).to_owned()).collect();
    let start = match words[..split] {
        ["startpos"] => PositionStart::OfVariant,
        ["fen", ref fields @ ..] if !fields.is_empty() => PositionStart::Fen(fields.join(" ")),
        _ => PositionStart::Unreadable,
    };
    UciCommand::Position { start, moves }
}

impl SetOption {
    /// Names and values may hold blanks, and their case does not matter.
    fn parse(words: &[&str]) -> Result<SetOption, CommandError> {
        let at = |words: &[&str], keyword: &str| {
            words.iter().position(|word| word.eq_ignore_ascii_case(keyword))
        };
        let Some(begin) = at(words, "name") else {
            return Err(CommandError::Incomplete { command: "setoption", expected: "a name" });
        };
        let rest = &words[begin + 1..];
        let split = at(rest, "value").unwrap_or(rest.len());
        let name = rest[..split].join(" ");
        let text = rest.get(split + 1..).unwrap_or(&[]).join(" ");
        match name.to_ascii_lowercase().as_str() {
            "hash" => Ok(SetOption::HashMb(value("Hash", &text)?)),
            "clear hash" => Ok(SetOption::ClearHash),
            "threads" => Ok(SetOption::Threads(value("Threads", &text)?)),
            "multipv" => Ok(SetOption::Lines(value("MultiPV", &text)?)),
            "level" => Ok(SetOption::Level(value("Level", &text)?)),
            "uci_limitstrength" => Ok(SetOption::LimitStrength(check("UCI_LimitStrength", &text)?)),
            "uci_elo" => Ok(SetOption::Elo(value("UCI_Elo", &text)?)),
            "move overhead" => Ok(SetOption::MoveOverheadMs(value("Move Overhead", &text)?)),
            "ponder" => Ok(SetOption::Ponder(check("Ponder", &text)?)),
            "tables" => Ok(SetOption::Tables(check("Tables", &text)?)),
            "uci_variant" => Variant::by_id(&text.to_ascii_lowercase())
                .map(SetOption::Variant)
                .ok_or(CommandError::UnknownVariant(text)),
            _ => Err(CommandError::UnknownOption(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A line that begins with a command.
    fn command() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "uci",
            "isready",
            "setoption name Clear Hash",
            "setoption name UCI_Variant value gardner",
            "position startpos moves a2a3 b5b4",
            "position fen k4/5/5/5/5/R3K w - - 0 1",
            "go wtime 100 btime 100 ponder",
            "go depth 3 searchmoves a2a3",
            "ponderhit",
            "stop",
        ])
    }

    /// A word that is no command.
    fn unknown_word() -> impl Strategy<Value = String> {
        any::<String>().prop_map(|text| {
            let word: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
            format!("{word}?")
        })
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_refused(line in any::<String>()) {
            if let Err(error) = UciCommand::parse(&line) {
                prop_assert!(error.to_string().chars().count() < 200);
            }
        }

        #[test]
        fn any_words_after_a_command_are_read(
            command in prop::sample::select(COMMANDS.to_vec()),
            words in prop::collection::vec(
                prop_oneof![
                    any::<String>(),
                    any::<i64>().prop_map(|number| number.to_string()),
                    prop::sample::select(vec![
                        "name", "value", "Hash", "Level", "startpos", "fen", "moves", "depth",
                        "ponder", "searchmoves", "mate", "perft", "a2a3", "true",
                    ])
                    .prop_map(str::to_owned),
                ],
                0..8,
            ),
        ) {
            let parsed = UciCommand::parse(&format!("{command} {}", words.join(" ")));
            prop_assert!(command == "setoption" || parsed.is_ok(), "{parsed:?}");
        }

        #[test]
        fn unknown_words_before_a_command_change_nothing(
            unknown in prop::collection::vec(unknown_word(), 0..5),
            command in command(),
        ) {
            let line = format!("{} {command}", unknown.join(" "));
            prop_assert_eq!(UciCommand::parse(&line), UciCommand::parse(command));
        }
    }
}
