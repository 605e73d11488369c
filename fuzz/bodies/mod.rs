//! The bodies of the fuzz targets: a reader must not panic, a message must be short, and content that
//! was read and written must read back the same.
//!
//! The targets in `fuzz_targets/` and the test `tests/fuzz.rs` share these functions. Each takes any
//! bytes and panics where it finds a defect.

mod engine;
mod external;
pub mod game;
mod lab;
mod rules;
mod tables;

pub use engine::{network, uci, uci_line, weights};
pub use external::engine_line;
pub use game::{journal, pgn, save};
pub use lab::{lesson, tree};
pub use rules::{course, fen, san_move, variants};
pub use tables::table;

use std::fmt::Display;

use minnow_rules::{Variant, builtin_variants};

/// The longest message about bad input, in characters. Every part that quotes input is cut.
const MAX_MESSAGE: usize = 1_000;

/// Checks that a message about bad input is a line of bounded length.
pub fn check_message(error: &impl Display) {
    let message = error.to_string();
    assert!(message.chars().count() <= MAX_MESSAGE, "a message of {} bytes", message.len());
    assert!(!message.is_empty() && !message.contains('\n'), "{message:?}");
}

/// A variant chosen by the first byte, and the bytes after it.
fn variant_of(data: &[u8]) -> (&'static Variant, &[u8]) {
    let variants = builtin_variants();
    match data.split_first() {
        Some((first, rest)) => (&variants[usize::from(*first) % variants.len()], rest),
        None => (&variants[0], data),
    }
}
