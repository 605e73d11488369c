//! The record of a game: its tree of moves, its clock, and how both are kept in files.
//!
//! A [`Game`] starts from any position and holds every move that was played or
//! looked at, with comments, marks, shapes and evaluations. This layer knows
//! the rules but neither engine nor window; time comes in as milliseconds from
//! the caller, so that everything here can be tested without waiting.

mod clock;
mod edit;
mod end;
mod history;
pub mod journal;
mod notes;
pub mod pgn;
mod play;
mod players;
pub mod save;
pub mod store;
mod tree;
mod verdicts;

pub use clock::{ChessClock, TimeControl};
pub use end::GameEnd;
pub use history::{Edit, EditHistory};
pub use notes::{
    DrawnShape, Judgement, Mark, Marks, MoveVerdict, Notes, ParseShapeError, RecordedEval,
    ShapeColor,
};
pub use players::{ClockState, Computer, Header, Player};
pub use tree::{Game, MAX_MOVES, MAX_NESTING, MoveNode, NodeId, PlayError};
