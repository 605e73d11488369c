//! The engine from outside: what it must find, what it must never do, and what it must repeat.

// In a test a panic is the report.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod king;
mod lines;
mod mates;
mod observed;
mod oracle;
mod search;
mod soak;
mod threads;

use std::sync::atomic::AtomicBool;

use minnow::engine::{Handicap, Root, SearchLimits, SearchResult, Searcher};
use minnow::rules::{Position, Variant};

fn position(variant: &str, fen: &str) -> Position {
    Position::from_fen(Variant::by_id(variant).unwrap(), fen).unwrap()
}

/// A fresh engine with a table of 1 MB for this position.
fn engine(position: &Position) -> Searcher {
    Searcher::new(position.variant(), 1)
}

/// What an engine at full strength answers, not told to stop.
fn ask(searcher: &mut Searcher, root: &Root, limits: &SearchLimits) -> SearchResult {
    searcher.search(root, limits, Handicap::NONE, &AtomicBool::new(false), &mut |_| {})
}

/// The same for a fresh engine and a position without a past.
fn ask_once(position: &Position, limits: &SearchLimits) -> SearchResult {
    ask(&mut engine(position), &Root::new(*position), limits)
}
