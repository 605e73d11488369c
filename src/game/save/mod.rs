//! Saved games: RON with a format number, replayed through the rules when they are read.
//!
//! A save is version, variant, start and moves. A line is a flat list of moves
//! such as `"a2a3"`; a move with notes is a struct and may carry `variations`,
//! lists of lines that are alternatives to it, so a file nests as deep as its
//! variations and not as long as its game. This folder turns a [`Game`] into
//! text and back; files are `store`'s part.

mod format;
mod read;
mod write;

use std::fmt;

use super::{MAX_MOVES, MAX_NESTING, Shape};
use crate::rules::{Color, FenError, MoveTextError, Position};

pub use read::from_ron;
pub use write::to_ron;

/// The newest format that is read, and written for games that need it.
pub const FORMAT: u32 = 2;

/// Larger files are refused unread.
pub const MAX_BYTES: usize = 16 << 20;

/// Where in a game something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The turn number and the side to move; `None` for the start position.
    turn: Option<(u16, Color)>,
    /// The ply that the move makes, from 1, by the position's own count.
    ply: u32,
    /// For each variation entered: the ply at which it branches off, and its number there from 1.
    route: Vec<(u32, usize)>,
}

impl Place {
    fn start() -> Place {
        Place { turn: None, ply: 0, route: Vec::new() }
    }

    /// The place of a move in the position before it.
    fn new(before: &Position, route: &[(u32, usize)]) -> Place {
        let turn = Some((before.fullmove(), before.turn()));
        Place { turn, ply: before.ply() + 1, route: route.to_vec() }
    }
}

impl fmt::Display for Place {
    /// `White's move 7 (ply 13)`, and in which variation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.turn {
            None => f.write_str("the start position")?,
            Some((number, color)) => write!(f, "{color}'s move {number} (ply {})", self.ply)?,
        }
        for (ply, number) in self.route.iter().rev() {
            write!(f, " in variation {number} at ply {ply}")?;
        }
        Ok(())
    }
}

/// Why a saved game could not be read. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveError {
    Empty,
    /// Not UTF-8 from this byte on, counted from 1.
    NotText {
        byte: usize,
    },
    /// Text, perhaps even RON, but no saved game.
    Foreign,
    Truncated {
        line: usize,
        column: usize,
    },
    Syntax {
        line: usize,
        column: usize,
        problem: String,
    },
    /// RON, but not what its format says.
    Content {
        line: usize,
        column: usize,
        problem: String,
    },
    Newer(u32),
    UnknownVariant(String),
    Start {
        fen: String,
        error: FenError,
    },
    Move {
        place: Place,
        error: MoveTextError,
    },
    /// An arrow or circle on squares that the board does not have.
    Shape {
        place: Place,
        shape: Shape,
    },
    /// The better line of a review's verdict on a move.
    Review {
        place: Place,
        error: MoveTextError,
    },
    Played {
        played: u32,
        moves: u32,
    },
    TooDeep,
    TooMany,
    TooLarge,
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveError::Empty => f.write_str("the file is empty"),
            SaveError::NotText { byte } => {
                write!(f, "this is no saved game: byte {byte} is not text")
            }
            SaveError::Foreign => {
                f.write_str("this is no saved game of Minnow: those begin with \"(format: 1\"")
            }
            SaveError::Truncated { line, column } => {
                write!(f, "the saved game breaks off at line {line}, column {column}")
            }
            SaveError::Syntax { line, column, problem } => {
                write!(
                    f,
                    "the saved game is not valid RON at line {line}, column {column}: {problem}"
                )
            }
            SaveError::Content { line, column, problem } => {
                write!(f, "the saved game is wrong at line {line}, column {column}: {problem}")
            }
            SaveError::Newer(format) => write!(
                f,
                "the game was saved in format {format} by a newer Minnow; this one reads up to format {FORMAT}"
            ),
            SaveError::UnknownVariant(id) => write!(f, "the game's variant \"{id}\" is not known"),
            SaveError::Start { fen, error } => {
                write!(f, "the game's start \"{fen}\" cannot be set up: {error}")
            }
            SaveError::Move { place, error } => write!(f, "{place} cannot be played: {error}"),
            SaveError::Shape { place, shape } => {
                write!(f, "{place} has a drawing \"{shape}\" that leaves the board")
            }
            SaveError::Review { place, error } => {
                write!(f, "the review of {place} names a line that cannot be played: {error}")
            }
            SaveError::Played { played, moves } => {
                write!(f, "the game says that {played} plies were played but has {moves}")
            }
            SaveError::TooDeep => {
                write!(f, "the game's variations nest more than {MAX_NESTING} deep")
            }
            SaveError::TooMany => write!(f, "the game has more than {MAX_MOVES} moves"),
            SaveError::TooLarge => {
                write!(f, "the file is larger than {} MB, which no saved game is", MAX_BYTES >> 20)
            }
        }
    }
}

impl std::error::Error for SaveError {}
