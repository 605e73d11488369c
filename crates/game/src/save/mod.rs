//! Saved games: RON with a format number. Reading replays every move through the rules.
//!
//! A save has format, variant, start and moves. A line is a flat list of moves
//! such as `"a2a3"`. A move with notes is a struct and may have `variations`, a
//! list of alternative lines, so that a file nests only as deep as its
//! variations. This folder converts a [`Game`] to text and
//! back; `store` handles the files.
//!
//! ```
//! use minnow_game::save::{from_ron, to_ron};
//!
//! let text = r#"(format: 1, variant: "gardner", moves: ["c2c3", "a4a3"])"#;
//! let game = from_ron(text.as_bytes())?;
//! assert_eq!(game.position().fen(), "rnbqk/1pppp/p1P2/PP1PP/RNBQK w - - 0 2");
//! assert_eq!(from_ron(to_ron(&game).as_bytes())?.position(), game.position());
//! let error = from_ron(text.replace("a4a3", "a4a2").as_bytes()).unwrap_err();
//! assert!(error.to_string().starts_with("Black's move 1 cannot be played"));
//! # Ok::<(), minnow_game::save::SaveError>(())
//! ```

mod format;
mod read;
mod write;

use std::fmt;

use super::limits::Excess;
use super::{DrawnShape, Game, MAX_MOVES, MAX_NESTING, MoveNumber, NodeId};
use minnow_base::files::MAX_STAMPED_BYTES;
use minnow_rules::{FenError, MoveTextError, Position, excerpt_of_error};

pub use read::from_ron;
pub use write::to_ron;

/// The newest format. Games are written in the oldest format that can hold them.
pub const FORMAT: u32 = 7;

/// The maximum size of a saved game, 16 MiB: its stamp covers all of it.
pub const MAX_BYTES: usize = MAX_STAMPED_BYTES;

/// The place of a move in a saved game, for error messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovePlace {
    /// `None` for the start position.
    number: Option<MoveNumber>,
    /// The variations that contain the move, the outermost first.
    route: Vec<BranchPoint>,
}

/// A variation on the way to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BranchPoint {
    /// The move to which the variation is an alternative.
    at: MoveNumber,
    /// The number of the variation among the alternatives there, from 1.
    number: usize,
}

impl MovePlace {
    fn start() -> MovePlace {
        MovePlace { number: None, route: Vec::new() }
    }

    /// The place of a move that is played in `before`.
    fn new(before: &Position, route: &[BranchPoint]) -> MovePlace {
        MovePlace { number: Some(MoveNumber::next_of(before)), route: route.to_vec() }
    }
}

impl fmt::Display for MovePlace {
    /// `White's move 7`, followed by the variations that contain it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            None => f.write_str("the start position")?,
            Some(number) => write!(f, "{number}")?,
        }
        for BranchPoint { at, number } in self.route.iter().rev() {
            write!(f, " in variation {number} at {at}")?;
        }
        Ok(())
    }
}

/// Why a saved game could not be read. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SaveError {
    /// The file has no bytes or only white space.
    #[error("the file is empty")]
    Empty,
    /// The bytes are not UTF-8; `byte` is the first bad one, from 1.
    #[error("this is not a saved game: byte {byte} is not text")]
    NotText {
        /// The number of the byte, from 1.
        byte: usize,
    },
    /// Text, possibly RON, but no saved game.
    #[error("this is not a saved game of Minnow: those begin with \"(format: 1\"")]
    Foreign,
    /// RON without a format number that has fields of exercises or lessons.
    #[error("this is an exercise or a lesson, not a game: open it in the Lab")]
    OfLab,
    /// The text ends inside the game.
    #[error("the saved game breaks off at line {line}, column {column}")]
    Truncated {
        /// The line where it ends.
        line: usize,
        /// The column where it ends.
        column: usize,
    },
    /// The text is not valid RON.
    #[error(
        "the saved game is not valid RON at line {line}, column {column}: {}",
        in_sentence(problem)
    )]
    Syntax {
        /// The line of the fault.
        line: usize,
        /// The column of the fault.
        column: usize,
        /// RON's description of the fault.
        #[source]
        problem: ron::Error,
    },
    /// Valid RON that does not have the fields or values of its format.
    #[error("the saved game is wrong at line {line}, column {column}: {}", in_sentence(problem))]
    Content {
        /// The line of the fault.
        line: usize,
        /// The column of the fault.
        column: usize,
        /// RON's description of the fault.
        #[source]
        problem: ron::Error,
    },
    /// A format number above [`FORMAT`].
    #[error(
        "the game was saved in format {0} by a newer Minnow; this one reads up to format {FORMAT}"
    )]
    Newer(u32),
    /// No built-in variant has this id, which is shortened.
    #[error("the game's variant \"{0}\" is not known")]
    UnknownVariant(String),
    /// The first position is not playable.
    #[error("the game's start \"{fen}\" cannot be set up: {error}")]
    Start {
        /// The position as the file has it, shortened.
        fen: String,
        /// Why it is not playable.
        #[source]
        error: FenError,
    },
    /// A move is illegal or has no move's form.
    #[error("{place} cannot be played: {error}")]
    Move {
        /// The move.
        place: MovePlace,
        /// Why it cannot be played; quotes it.
        #[source]
        error: MoveTextError,
    },
    /// An arrow or circle on squares that the board does not have.
    #[error("{place} has a drawing \"{shape}\" that leaves the board")]
    Shape {
        /// The move with the drawing, or the start position.
        place: MovePlace,
        /// The drawing.
        shape: DrawnShape,
    },
    /// The notes on a move exceed a limit.
    #[error("{place} has {excess}, which is the most")]
    Notes {
        /// The move with the notes, or the start position.
        place: MovePlace,
        /// The first part that is too long.
        excess: Excess,
    },
    /// The names or tags exceed a limit.
    #[error("the game has {0}, which is the most")]
    Header(Excess),
    /// The better line of a review's verdict contains an illegal move.
    #[error("the review of {place} names a line that cannot be played: {error}")]
    Review {
        /// The move with the review, or the start position.
        place: MovePlace,
        /// Why a move of the line cannot be played; quotes it.
        #[source]
        error: MoveTextError,
    },
    /// More plies count as played than the main line has.
    #[error("\"played\" is {played}, but the main line has {moves} half-moves")]
    Played {
        /// The plies that count as played.
        played: u32,
        /// The plies of the main line.
        moves: u32,
    },
    /// Variations inside one another are more than [`MAX_NESTING`] deep.
    #[error("the game's variations nest more than {MAX_NESTING} deep")]
    TooDeep,
    /// The main line and the variations have more moves than a game may have.
    #[error("the game has more than {MAX_MOVES} moves")]
    TooMany,
    /// The file has more than [`MAX_BYTES`] bytes.
    #[error("the file is larger than {} MB, which no saved game is", MAX_BYTES >> 20)]
    TooLarge,
}

/// Checks the limits that [`from_ron`] applies to names, tags and notes. A game within them, of at
/// most [`MAX_BYTES`] as text, can be read again.
///
/// # Errors
///
/// Returns [`SaveError::Notes`] or [`SaveError::Header`], which name the first excess.
pub fn check_limits(game: &Game) -> Result<(), SaveError> {
    if let Some(excess) = game.header.excess() {
        return Err(SaveError::Header(excess));
    }
    let excess = game.nodes().find_map(|(id, node)| Some((id, node.notes.excess()?)));
    match excess {
        None => Ok(()),
        Some((id, excess)) => Err(SaveError::Notes { place: place_of(game, id), excess }),
    }
}

/// The place of a move in a game.
fn place_of(game: &Game, id: NodeId) -> MovePlace {
    let path = game.path(id);
    let mut route = Vec::new();
    for step in path.windows(2) {
        let [parent, child] = *step else { continue };
        let Some(parent) = game.node(parent) else { continue };
        let number = parent.children().iter().position(|known| *known == child).unwrap_or(0);
        if number > 0 {
            route.push(BranchPoint { at: MoveNumber::next_of(parent.position()), number });
        }
    }
    let before = game.node_before(id);
    before.map_or_else(MovePlace::start, |before| MovePlace::new(before.position(), &route))
}

/// RON's message with a small first letter, to follow a colon.
fn in_sentence(problem: &ron::Error) -> String {
    let text = excerpt_of_error(problem);
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
