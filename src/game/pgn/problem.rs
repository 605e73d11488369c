//! What was wrong in a PGN file, as sentences: why nothing could be read of it, or what was left out.

use std::fmt;

use super::MAX_GAMES;
use crate::game::save::MAX_BYTES;
use crate::game::{MAX_MOVES, MAX_NESTING};
use crate::rules::{FenError, SanError};

/// Why a file holds no games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnError {
    Empty,
    TooLarge,
    TooMany,
    /// Neither tags nor a move that could be played; the first words are quoted.
    NotPgn(String),
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnError::Empty => f.write_str("the file is empty"),
            PgnError::TooLarge => {
                write!(f, "the file is larger than {} MB, which is the most", MAX_BYTES >> 20)
            }
            PgnError::TooMany => {
                write!(f, "the file has more than {MAX_GAMES} games; part it into smaller ones")
            }
            PgnError::NotPgn(text) => {
                write!(f, "this is no PGN: it has no tags, and no game can begin with \"{text}\"")
            }
        }
    }
}

impl std::error::Error for PgnError {}

/// Something in a game that could not be taken over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnProblem {
    /// The game's number in its file, from 1.
    pub game: usize,
    /// The line of the file, from 1.
    pub line: usize,
    /// The ply of this game that the text would have been, from 1.
    pub ply: Option<u32>,
    pub fault: PgnFault,
}

/// What is wrong; the texts are as they stand in the file, cut short where they are long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnFault {
    /// No game known here; the whole game is left out.
    Variant(String),
    /// The position of the `FEN` tag cannot be set up; the whole game is left out.
    Start {
        fen: String,
        error: FenError,
    },
    Move(SanError),
    NullMove(String),
    TooDeep(String),
    TooMany(String),
    /// A bracket without its partner.
    Bracket(char),
    OpenComment(String),
    /// Two results that differ; the first is taken.
    Results {
        taken: &'static str,
        other: String,
    },
    /// The result of the file is not what the rules say.
    AgainstRules {
        said: &'static str,
        rules: &'static str,
    },
}

impl PgnFault {
    /// Whether nothing of the game could be read but its tags.
    pub fn skips_game(&self) -> bool {
        matches!(self, PgnFault::Variant(_) | PgnFault::Start { .. })
    }

    /// Whether moves were left out.
    pub fn loses_moves(&self) -> bool {
        !matches!(self, PgnFault::Results { .. } | PgnFault::AgainstRules { .. })
    }
}

impl fmt::Display for PgnProblem {
    /// One sentence without its full stop: `game 3, ply 12 (line 45): the move "Nf9" ...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}", self.game)?;
        if let Some(ply) = self.ply {
            write!(f, ", ply {ply}")?;
        }
        write!(f, " (line {}): {}", self.line, self.fault)
    }
}

impl fmt::Display for PgnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnFault::Variant(name) => {
                write!(f, "the variant \"{name}\" is not known, so its moves are left out")
            }
            PgnFault::Start { fen, error } => {
                write!(
                    f,
                    "the start \"{fen}\" cannot be set up ({error}), so its moves are left out"
                )
            }
            PgnFault::Move(error) => write!(f, "{error}; the line ends before it"),
            PgnFault::NullMove(text) => {
                write!(f, "\"{text}\" passes, which no rule allows; the line ends before it")
            }
            PgnFault::TooDeep(text) => write!(
                f,
                "\"{text}\" would nest variations more than {MAX_NESTING} deep and is left out"
            ),
            PgnFault::TooMany(text) => {
                write!(f, "\"{text}\" is beyond the {MAX_MOVES} moves of a game and is left out")
            }
            PgnFault::Bracket(bracket) => write!(f, "the bracket \"{bracket}\" has no partner"),
            PgnFault::OpenComment(text) => {
                write!(f, "the comment \"{text}\" has no end, so it runs to the end of the game")
            }
            PgnFault::Results { taken, other } => {
                write!(f, "the results {taken} and {other} differ; {taken} is taken")
            }
            PgnFault::AgainstRules { said, rules } => {
                write!(f, "the result {said} is not what the rules say, which is {rules}")
            }
        }
    }
}

/// How much of a text from a file is quoted, in characters.
const MOST_QUOTED: usize = 40;

/// A text from a file on one line, cut short where it is long.
pub(super) fn quotable(text: &str) -> String {
    let mut letters = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut quoted: String = letters.by_ref().take(MOST_QUOTED).collect();
    if letters.next().is_some() {
        quoted.push('\u{2026}');
    }
    quoted
}
