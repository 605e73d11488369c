//! The record of a game: its tree of moves, its clock, and the files that hold them.
//!
//! A [`Game`] starts from any position and holds every move that was played or
//! analysed, with comments, marks, shapes and evaluations. The crate depends on
//! the rules only. Callers pass the time in milliseconds, so that tests need
//! not wait.
//!
//! ```
//! use minnow_game::{Game, save};
//! use minnow_rules::{Variant, parse_san};
//!
//! let mut game = Game::new(Variant::default_variant());
//! for text in ["c3", "b4"] {
//!     let mv = parse_san(game.position(), text)?;
//!     game.play(mv)?;
//! }
//! let text = save::to_ron(&game);
//! let opened = save::from_ron(text.as_bytes())?;
//! assert_eq!(opened.position(), game.position());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod archive;
mod clock;
pub mod coordinates;
mod edit;
mod end;
mod entry_time;
mod history;
pub mod journal;
pub mod kept_list;
pub mod limits;
mod naming;
mod notes;
mod odds;
pub mod pgn;
mod play;
mod players;
pub mod results;
pub mod save;
pub mod store;
pub mod training;
mod tree;
mod verdicts;

pub use clock::{ChessClock, TimeControl};
pub use end::GameEnd;
pub use entry_time::EntryTime;
pub use history::{Edit, EditHistory};
pub use naming::{MoveNumber, file_stem, is_date, pgn_date, utc_date};
pub use notes::{
    DrawnShape, Judgement, Mark, Marks, MoveVerdict, Notes, ParseShapeError, RecordedEval,
    ShapeColor,
};
pub use odds::{GameStart, Odds, OddsPiece};
pub use players::{ClockState, Computer, Header, Player, UncountedReason, level_text};
pub use tree::{Game, MAX_MOVES, MAX_NESTING, MoveNode, NodeId, PlayError};

/// Items for the fuzz targets of Minnow alone.
#[doc(hidden)]
pub mod internal {
    use crate::{
        Game,
        journal::{self, JournalError},
    };

    /// Reads the bytes of a journal for their game alone.
    ///
    /// # Errors
    ///
    /// A [`JournalError`] if the first line or the game cannot be read.
    pub fn parse_journal(bytes: &[u8]) -> Result<Game, JournalError> {
        journal::parse(bytes).map(|content| content.game)
    }
}
