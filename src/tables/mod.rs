//! End-game tables: for every position with few men the result under perfect play and the plies to
//! the end, computed backwards from the ends of the game (retrograde analysis, Ströhlein 1970).
//!
//! The tables hold the variant's own rules: the bishop's step, the value of stalemate, the roles
//! that pawns promote to, the capture of the king. Castling rights and pending en passant captures
//! are not part of a table, so such positions are not probed; the en passant reply to a double step
//! is considered while a table is built. Move limits and repetitions are not part of a table
//! either: the distance tells whether a win comes in time, see [`TableValue::within`].
//!
//! Files and folders are left to the callers: a table is made from bytes and gives bytes.

mod build;
mod bytes;
mod class;
mod index;
mod moves;
mod rule_set;
mod set;
mod summary;
mod value;

pub use build::{BuildStopped, Progress};
pub use bytes::{FORMAT_VERSION, TableFileError};
pub use class::{ClassNameError, TableClass};
pub use moves::{GameValue, TableDoubt, ValuedMove};
pub use rule_set::RuleSet;
pub use set::{Table, TableSet, has_few_men, is_placement};
pub use summary::{ClassSummary, LongestWin, TableSummary};
pub use value::TableValue;

#[cfg(test)]
mod tests;
