//! Errors of a whole PGN file, and problems of single games.

use std::fmt;

use super::{MAX_BYTES, MAX_GAMES, read::MAX_TOKENS};
use crate::limits::Excess;
use crate::{MAX_MOVES, MAX_NESTING, MoveNumber};
use minnow_rules::{Color, FenError, SanError, TextPlace};

/// Why a file holds no games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnError {
    /// The file has no bytes or only white space.
    #[error("the file is empty")]
    Empty,
    /// Larger than [`MAX_BYTES`].
    #[error("the file is larger than {} MB, which is the most", MAX_BYTES >> 20)]
    TooLarge,
    /// More than [`MAX_GAMES`] games.
    #[error("the file has more than {MAX_GAMES} games; split it into smaller ones")]
    TooMany,
    /// More than 2 % of the bytes are control characters.
    #[error("this is not a game: it is not text")]
    NotText,
    /// Neither tags nor a move that could be played; quotes the first word.
    #[error("this is not PGN: it has no tags, and no game can begin with \"{0}\"")]
    NotPgn(String),
}

/// A problem in a game, with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnProblem {
    /// The game's number in its file, from 1.
    pub game: usize,
    /// The place in the file; that of the game's beginning if no part is wrong.
    pub pos: TextPlace,
    /// The move to which the text belongs.
    pub number: Option<MoveNumber>,
    /// The problem.
    pub fault: PgnFault,
}

/// A fault in a part of a game, which quotes the text of the file, cut to 60 characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnFault {
    /// An unknown variant; all moves of the game are left out.
    #[error("the variant \"{0}\" is not known, so its moves are left out")]
    Variant(String),
    /// The position of the `FEN` tag is not playable; all moves of the game are left out.
    #[error("the start \"{fen}\" cannot be set up ({error}), so its moves are left out")]
    Start {
        /// The text of the tag.
        fen: String,
        /// Why it is not playable.
        #[source]
        error: FenError,
    },
    /// A word that is not a legal move; the line ends before it. Like the next two, it leaves the
    /// rest of the line in a comment.
    #[error("{0}; the line ends before it")]
    Move(#[source] SanError),
    /// A null move such as `--`.
    #[error("\"{0}\" is a null move, which the rules do not allow; the line ends before it")]
    NullMove(String),
    /// A move number that belongs to a later move.
    #[error("the number \"{number}\" follows without {turn}'s move; the line ends before it")]
    MissingMove {
        /// The number with its dots.
        number: String,
        /// The side whose move is missing.
        turn: Color,
    },
    /// A move number that contradicts the moves before it, which count.
    #[error("the number \"{number}\" should be \"{right}\"")]
    Number {
        /// The number with its dots.
        number: String,
        /// The number by the moves.
        right: String,
    },
    /// A line among the tags that is not a tag.
    #[error("the tag \"{0}\" cannot be read and is left out")]
    Tag(String),
    /// A tag with the name of an earlier one and another value.
    #[error("the game has the tag \"{0}\" already, and this one is left out")]
    SecondTag(String),
    /// A move whose variation would nest more than [`MAX_NESTING`] deep; quotes it.
    #[error("\"{0}\" would nest variations more than {MAX_NESTING} deep and is left out")]
    TooDeep(String),
    /// A move beyond the most that a game may have; quotes it.
    #[error("\"{0}\" is beyond the {MAX_MOVES} moves of a game and is left out")]
    TooMany(String),
    /// The game has more than 1,000,000 words, signs and comments.
    #[error(
        "the game has more than {MAX_TOKENS} moves, signs and comments; \"{0}\" and what follows are left out"
    )]
    TooLong(String),
    /// A bracket without its partner, or a quotation mark among the moves.
    #[error("the sign \"{0}\" has no partner")]
    Bracket(char),
    /// A comment without a closing brace.
    #[error("the comment \"{0}\" has no end, so it runs to the end of the game")]
    OpenComment(String),
    /// Tag and moves give different results, or there are two after the moves; the last one counts.
    #[error("the results {taken} and {other} differ; {taken} is taken")]
    Results {
        /// The result after the moves, which counts.
        taken: &'static str,
        /// The other one.
        other: String,
    },
    /// Notes, names or tags beyond a limit, which are cut.
    #[error("it has {0}; the rest is left out")]
    Excess(Excess),
    /// The file gives another result than the rules.
    #[error("the result {claimed} contradicts the rules, which give {rules}")]
    AgainstRules {
        /// The result of the file.
        claimed: &'static str,
        /// The result by the rules, which counts.
        rules: &'static str,
    },
}

impl PgnFault {
    /// True if only the tags of the game could be read.
    pub fn skips_game(&self) -> bool {
        matches!(self, PgnFault::Variant(_) | PgnFault::Start { .. })
    }

    /// True if a line ends before a move that cannot be played.
    pub(super) fn ends_line(&self) -> bool {
        matches!(self, PgnFault::Move(_) | PgnFault::NullMove(_) | PgnFault::MissingMove { .. })
    }

    /// True if moves were left out.
    pub fn loses_moves(&self) -> bool {
        match self {
            PgnFault::Bracket(sign) => matches!(sign, '(' | ')'),
            PgnFault::Results { .. }
            | PgnFault::AgainstRules { .. }
            | PgnFault::Excess(_)
            | PgnFault::Number { .. }
            | PgnFault::Tag(_)
            | PgnFault::SecondTag(_) => false,
            _ => true,
        }
    }
}

impl fmt::Display for PgnProblem {
    /// One sentence without its full stop: `game 3, Black's move 6 (line 45, column 7): "Nf9" ...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}", self.game)?;
        if let Some(number) = self.number {
            write!(f, ", {number}")?;
        }
        write!(f, " ({}): {}", self.pos, self.fault)
    }
}
