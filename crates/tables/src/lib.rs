//! End-game tables: for every position with few men the result under perfect play and the plies to
//! the end, computed backwards from the ends of the game (retrograde analysis, Ströhlein 1970).
//!
//! The tables hold the variant's own rules: the bishop's step, the value of stalemate, the roles
//! that pawns promote to, the capture of the king. Castling rights and pending en passant captures
//! are not part of a table, so such positions are not probed; the en passant reply to a double step
//! is considered while a table is built. Move limits and repetitions are not part of a table
//! either: the distance tells whether a win comes in time, see [`TableValue::within`].
//!
//! A table is made from bytes and gives bytes; [`cache`] keeps them in the user's cache folder.
//!
//! ```
//! use minnow_base::sync::StopFlag;
//! use minnow_rules::{Position, Variant};
//! use minnow_tables::{TableSet, TableValue};
//!
//! let variant = Variant::by_id("silverman4x4").expect("a built-in variant");
//! let tables = TableSet::built(variant, 3, &StopFlag::new())?;
//! let position = Position::from_fen(variant, "k3/4/1K2/3R w")?;
//! let mate_in_1 = tables.value(&position);
//! assert!(matches!(mate_in_1, Some(TableValue::Win(1))), "{mate_in_1:?}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]
#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod build;
mod bytes;
pub mod cache;
mod class;
mod index;
mod moves;
mod rule_set;
mod set;
mod summary;
mod value;

pub use build::{BuildStopped, Progress};
pub(crate) use bytes::FORMAT_VERSION;
pub use bytes::TableFileError;
pub use class::{ClassNameError, TableClass};
pub use moves::{GameValue, TableDoubt, ValuedMove};
pub use rule_set::RuleSet;
pub use set::{Table, TableSet, has_few_men};
pub use summary::{ClassSummary, LongestWin, TableSummary};
pub use value::TableValue;

#[cfg(test)]
mod tests;
