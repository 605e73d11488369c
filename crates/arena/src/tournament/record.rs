//! A finished game as the journal keeps it, and its number.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::GameResult;
use minnow_external::ReportedScore;
use minnow_rules::{Color, excerpt};

/// The number of a game, which does not depend on what else is played.
///
/// It is written `ROUND.PAIRING.PAIR` and `a` or `b`, all from 1: `1.3.2b` is the second game of the
/// second pair of the third pairing of the first round. Pairs go through the boards in turn. In a game
/// `a` the first player of the pairing has White; `b` has the same opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameNumber {
    /// The round, from 1. A round robin and a gauntlet have one round.
    pub round: u32,
    /// The pairing in the round, from 1.
    pub pairing: u32,
    /// The pair of games in the pairing, from 1.
    pub pair: u32,
    /// True for the second game of the pair, in which the first player has Black.
    pub is_second: bool,
}

/// A text that is no number of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no number of a game; numbers are written like 1.3.2a")]
pub struct GameNumberError(String);

impl fmt::Display for GameNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = if self.is_second { 'b' } else { 'a' };
        write!(f, "{}.{}.{}{letter}", self.round, self.pairing, self.pair)
    }
}

impl FromStr for GameNumber {
    type Err = GameNumberError;

    fn from_str(text: &str) -> Result<GameNumber, GameNumberError> {
        let read = || {
            let is_second = text.ends_with('b');
            let numbers = text.strip_suffix(['a', 'b'])?;
            let from_1 = |word: &str| word.parse::<u32>().ok().filter(|number| *number > 0);
            let numbers: Option<Vec<u32>> = numbers.split('.').map(from_1).collect();
            let [round, pairing, pair] = numbers?[..] else { return None };
            Some(GameNumber { round, pairing, pair, is_second })
        };
        read().ok_or_else(|| GameNumberError(excerpt(text)))
    }
}

impl Serialize for GameNumber {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for GameNumber {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<GameNumber, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The winner of a game in the journal's words.
mod winner {
    use super::{Color, Deserialize, Serialize};

    #[derive(Clone, Copy, Serialize, Deserialize)]
    enum Winner {
        White,
        Black,
        Nobody,
    }

    pub(super) fn serialize<S: serde::Serializer>(
        winner: &Option<Color>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let winner = match winner {
            Some(Color::White) => Winner::White,
            Some(Color::Black) => Winner::Black,
            None => Winner::Nobody,
        };
        winner.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Color>, D::Error> {
        Ok(match Winner::deserialize(deserializer)? {
            Winner::White => Some(Color::White),
            Winner::Black => Some(Color::Black),
            Winner::Nobody => None,
        })
    }
}

/// A finished game, one line of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// Its number.
    pub number: GameNumber,
    /// The id of the board.
    pub variant: String,
    /// The numbers of the players in the plan, from 0: White, Black.
    pub players: [usize; 2],
    /// The moves of the opening in coordinate notation, separated by spaces.
    pub opening: String,
    /// The moves of the players after it.
    pub moves: Vec<MoveRecord>,
    /// `None` for a draw.
    #[serde(with = "winner")]
    pub winner: Option<Color>,
    /// Why the game ended: the end by the rules of the board, such as `mate`, or one of [`end`].
    pub reason: String,
    /// The fault of the program that lost by it: its name, a colon and a sentence without a full stop.
    pub fault: Option<String>,
    /// When the game started, in seconds since the beginning of 1970.
    pub started: u64,
}

/// A move of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveRecord {
    /// The move in coordinate notation.
    pub mv: String,
    /// The player's score, from its own view; `None` if it reported none.
    pub score: Option<ReportedScore>,
    /// The depth that it reported, in plies; 0 without a report.
    pub depth: u32,
    /// The nodes that it reported; 0 without a report.
    pub nodes: u64,
    /// The time of the move as the referee measured it, in milliseconds.
    pub ms: u64,
}

/// Reasons of an end that the rules of the board do not have.
pub mod end {
    use minnow_external::ProgramFault;
    use minnow_runner::RunFault;

    /// By the end-game tables.
    pub const TABLES: &str = "adjudicated by the end-game tables";
    /// By the plan's resign rule.
    pub const RESIGN_RULE: &str = "adjudicated by the resign rule";
    /// By the plan's draw rule.
    pub const DRAW_RULE: &str = "adjudicated by the draw rule";
    /// By the plan's limit of plies.
    pub const LENGTH: &str = "adjudicated by length";
    /// The program gave up.
    pub const RESIGNED: &str = "resignation";
    /// A player exceeded its time.
    pub const TIME: &str = "time forfeit";
    /// The program's answer was not a legal move.
    pub const ILLEGAL_MOVE: &str = "illegal move";
    /// The program ended before its answer.
    pub const CRASH: &str = "crash";
    /// The program exceeded a limit of memory, output or processes.
    pub const LIMIT: &str = "limit exceeded";
    /// A program failed otherwise: it could not be started, or does not play the board.
    pub const FORFEIT: &str = "forfeit";

    /// The reason of an end by a program's fault.
    pub fn of_fault(fault: &ProgramFault) -> &'static str {
        match fault {
            ProgramFault::Resigned => RESIGNED,
            ProgramFault::Move(_) | ProgramFault::NoMove(_) => ILLEGAL_MOVE,
            ProgramFault::Late(_)
            | ProgramFault::Unstoppable(_)
            | ProgramFault::Run(RunFault::Time(_)) => TIME,
            ProgramFault::NoAnswer | ProgramFault::Run(RunFault::Exit { .. }) => CRASH,
            ProgramFault::Run(
                RunFault::Memory(_) | RunFault::Processes(_) | RunFault::Output(_),
            ) => LIMIT,
            ProgramFault::Run(RunFault::NotStarted { .. })
            | ProgramFault::Stopped
            | ProgramFault::Silent(_)
            | ProgramFault::NotUci(_)
            | ProgramFault::NotReady(_)
            | ProgramFault::Board(_)
            | ProgramFault::Rules { .. }
            | ProgramFault::Option(_)
            | ProgramFault::NoAnalysis
            | ProgramFault::RulesFile(_) => FORFEIT,
        }
    }

    /// True if the plan's adjudication ended the game.
    pub fn is_adjudication(reason: &str) -> bool {
        [TABLES, RESIGN_RULE, DRAW_RULE, LENGTH].contains(&reason)
    }
}

impl GameRecord {
    /// The players of the pairing: the first one has White in the first game of each pair.
    pub(super) fn pairing(&self) -> [usize; 2] {
        let [white, black] = self.players;
        if self.number.is_second { [black, white] } else { [white, black] }
    }

    /// The result of the first player of the pairing.
    pub(super) fn first_result(&self) -> GameResult {
        let own = if self.number.is_second { Color::Black } else { Color::White };
        GameResult::of(self.winner, own)
    }

    /// The number of the player that lost by its own fault.
    pub fn faulty_player(&self) -> Option<usize> {
        let winner = self.winner.filter(|_| self.fault.is_some())?;
        Some(self.players[(!winner).index()])
    }
}
