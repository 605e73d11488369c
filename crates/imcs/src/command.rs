//! The commands of a client between games, as the server reads them.

use super::wire::{DEFAULT_CLOCK_MS, Seat, parse_clock};

/// A command with its arguments as the client wrote them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command<'a> {
    Help,
    Quit,
    Me {
        name: &'a str,
        password: &'a str,
    },
    Register {
        name: &'a str,
        password: &'a str,
    },
    Password {
        password: &'a str,
    },
    List,
    Ratings,
    /// The clocks in ms: the own one, then the opponent's.
    Offer {
        seat: Seat,
        clocks_ms: [u64; 2],
    },
    Accept {
        id: &'a str,
        seat: Seat,
    },
    Clean,
    Rerate,
}

/// A row of the help.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CommandHelp {
    name: &'static str,
    arguments: &'static str,
    about: &'static str,
}

/// The commands in the order of the help.
static COMMANDS: [CommandHelp; 11] = [
    CommandHelp { name: "help", arguments: "", about: "list the commands" },
    CommandHelp { name: "quit", arguments: "", about: "end the connection" },
    CommandHelp { name: "me", arguments: " <player> <password>", about: "log in" },
    CommandHelp {
        name: "register",
        arguments: " <player> <password>",
        about: "make an account and log in",
    },
    CommandHelp { name: "password", arguments: " <password>", about: "change the password" },
    CommandHelp { name: "list", arguments: "", about: "list offers and running games" },
    CommandHelp { name: "ratings", arguments: "", about: "list the ten best ratings and yours" },
    CommandHelp {
        name: "offer",
        arguments: " [<my-color>] [<my-time> [<opp-time>]]",
        about: "offer a game and wait for an opponent",
    },
    CommandHelp {
        name: "accept",
        arguments: " <game-id> [<my-color>]",
        about: "play a game that is offered",
    },
    CommandHelp { name: "clean", arguments: "", about: "take back all offers of yours" },
    CommandHelp { name: "rerate", arguments: "", about: "set your rating to that of a new player" },
];

/// The lines of the help between its first and its last.
pub(crate) fn help_lines() -> impl Iterator<Item = String> {
    COMMANDS
        .iter()
        .map(|CommandHelp { name, arguments, about }| format!(" {name}{arguments}: {about}"))
}

/// Why a line is no command; the texts are the server's replies.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CommandError {
    #[error("501 unknown command")]
    Unknown,
    #[error("409 {name}: usage: {name}{arguments}", name = .0.name, arguments = .0.arguments)]
    Arguments(&'static CommandHelp),
}

impl<'a> Command<'a> {
    /// Reads a line.
    pub(crate) fn parse(line: &'a str) -> Result<Command<'a>, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (name, arguments) = words.split_first().ok_or(CommandError::Unknown)?;
        let help = COMMANDS.iter().find(|help| help.name == *name).ok_or(CommandError::Unknown)?;
        let command = match (*name, arguments) {
            ("help", []) => Some(Command::Help),
            ("quit", []) => Some(Command::Quit),
            ("me", [name, password]) => Some(Command::Me { name, password }),
            ("register", [name, password]) => Some(Command::Register { name, password }),
            ("password", [password]) => Some(Command::Password { password }),
            ("list", []) => Some(Command::List),
            ("ratings", []) => Some(Command::Ratings),
            ("offer", arguments) => offer(arguments),
            ("accept", [id]) => Some(Command::Accept { id, seat: Seat::Any }),
            ("accept", [id, seat]) => Seat::parse(seat).map(|seat| Command::Accept { id, seat }),
            ("clean", []) => Some(Command::Clean),
            ("rerate", []) => Some(Command::Rerate),
            _ => None,
        };
        command.ok_or(CommandError::Arguments(help))
    }
}

/// The offer of these arguments: the colour may be missing, and the times from the last on.
fn offer(arguments: &[&str]) -> Option<Command<'static>> {
    let seat = arguments.first().and_then(|first| Seat::parse(first));
    let times = if seat.is_some() { &arguments[1..] } else { arguments };
    let clocks_ms = match times {
        [] => [DEFAULT_CLOCK_MS; 2],
        [both] => [parse_clock(both)?; 2],
        [own, other] => [parse_clock(own)?, parse_clock(other)?],
        _ => return None,
    };
    Some(Command::Offer { seat: seat.unwrap_or_default(), clocks_ms })
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Color;
    use proptest::prelude::*;

    #[test]
    fn commands_are_read_or_refused() {
        use Command::{Accept, Help, Me, Offer};
        let white = Seat::Color(Color::White);
        for (line, expected) in [
            ("help", Help),
            ("  me\tada  secret ", Me { name: "ada", password: "secret" }),
            ("offer", Offer { seat: Seat::Any, clocks_ms: [300_000; 2] }),
            ("offer w", Offer { seat: white, clocks_ms: [300_000; 2] }),
            ("offer 60 1:30", Offer { seat: Seat::Any, clocks_ms: [60_000, 90_000] }),
            ("offer W 60", Offer { seat: white, clocks_ms: [60_000; 2] }),
            ("accept 12", Accept { id: "12", seat: Seat::Any }),
            ("accept x W", Accept { id: "x", seat: white }),
        ] {
            assert_eq!(Command::parse(line), Ok(expected), "{line}");
        }
        for (line, reply) in [
            (" \t", "501 unknown command"),
            ("hello", "501 unknown command"),
            ("HELP", "501 unknown command"),
            ("help me", "409 help: usage: help"),
            ("me ada", "409 me: usage: me <player> <password>"),
            ("offer X", "409 offer: usage: offer [<my-color>] [<my-time> [<opp-time>]]"),
            ("offer W 0", "409 offer: usage: offer [<my-color>] [<my-time> [<opp-time>]]"),
            ("accept 1 X", "409 accept: usage: accept <game-id> [<my-color>]"),
        ] {
            assert_eq!(Command::parse(line).unwrap_err().to_string(), reply, "{line}");
        }
    }

    proptest! {
        #[test]
        fn no_line_panics(line in any::<String>()) {
            let _ = Command::parse(&line);
        }
    }
}
