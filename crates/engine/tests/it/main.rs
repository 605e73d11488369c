//! The engine and the tables through their public interfaces.

// A panic reports a failed test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::print_stdout
)]

mod king;
mod levels;
mod lines;
mod mates;
mod oracle;
mod search;
#[path = "../../../rules/tests/simple_rules/mod.rs"]
mod simple_rules;
mod soak;
mod tables;
mod threads;

use minnow_base::sync::StopFlag;
use minnow_engine::{Root, SearchLimits, SearchResult, Searcher};
use minnow_rules::{Position, Variant};

fn position(variant: &str, fen: &str) -> Position {
    Position::from_fen(Variant::by_id(variant).unwrap(), fen).unwrap()
}

/// A new engine with a table of 1 MB for this position.
fn engine(position: &Position) -> Searcher {
    Searcher::new(position.variant(), 1)
}

/// The answer of an engine at full strength.
fn ask(searcher: &mut Searcher, root: &Root, limits: &SearchLimits) -> SearchResult {
    searcher.search(root, limits, &StopFlag::new(), &mut |_| {})
}

/// The answer of a new engine for a position without earlier positions.
fn ask_once(position: &Position, limits: &SearchLimits) -> SearchResult {
    ask(&mut engine(position), &Root::new(*position), limits)
}
