//! Why a program failed.

use std::time::Duration;

use minnow_rules::{MoveTextError, excerpt};
use minnow_runner::RunFault;

use super::OptionError;

/// Why a program failed; each text is a sentence about it without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramFault {
    /// It gave up.
    #[error("it resigned")]
    Resigned,
    /// Its answer is not a move of the position.
    #[error("{0}")]
    Move(#[from] MoveTextError),
    /// It answered with a word such as `(none)`, although there are moves.
    #[error("it answered \"{}\", but there are legal moves", excerpt(.0))]
    NoMove(String),
    /// It closed its output instead of an answer.
    #[error("it ended without an answer")]
    NoAnswer,
    /// There was no move within this time.
    #[error("it took longer than {} s for a move", .0.as_secs_f64())]
    Late(Duration),
    /// The caller stopped a program that has no way to be stopped. It is not its fault.
    #[error("it was stopped before its move")]
    Stopped,
    /// It did not go on after `stop` within this time.
    #[error("it did not obey \"stop\" within {} s", .0.as_secs_f64())]
    Unstoppable(Duration),
    /// It wrote nothing that belongs to UCI within this time.
    #[error("it did not answer \"uci\" with \"uciok\" within {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// It wrote something else within the time of the handshake.
    #[error(
        "it answered \"uci\" with \"{}\" and without \"uciok\", so it is not a UCI engine",
        excerpt(.0)
    )]
    NotUci(String),
    /// It did not answer `isready` within this time.
    #[error("it did not answer \"isready\" with \"readyok\" within {} s", .0.as_secs_f64())]
    NotReady(Duration),
    /// It does not offer this board, given by its name.
    #[error("it does not list {0} among its boards")]
    Board(String),
    /// It offers this board, but plays it by other rules.
    #[error(
        "it does not know the rules of {board}: from the start it counts {counted} ways to make {plies} \
         moves, not {expected}"
    )]
    Rules {
        /// The name of the board.
        board: String,
        /// The depth of the count.
        plies: u32,
        /// Its own count from the start.
        counted: u64,
        /// The right count.
        expected: u64,
    },
    /// An option of the entry does not fit those that it lists.
    #[error("{0}")]
    Option(#[from] OptionError),
    /// Its protocol has no analysis.
    #[error("it plays by the text protocol, which has no analysis")]
    NoAnalysis,
    /// The file with the rules of the boards could not be written for it.
    #[error("the file with the boards' rules cannot be written for it: {0}")]
    RulesFile(String),
    /// It exceeded a limit or failed.
    #[error("{0}")]
    Run(#[from] RunFault),
}

impl ProgramFault {
    /// True if the program works and only its answer was bad, or it gave up: it may play other games.
    pub fn is_bad_move(&self) -> bool {
        matches!(self, ProgramFault::Resigned | ProgramFault::Move(_) | ProgramFault::NoMove(_))
    }
}
