//! Perft: the move generator counts what three independent generators count.
//!
//! The counts stand in `tests/data/perft.ron`. The large ones are checked by ignored tests:
//! `cargo test --release --test perft -- --ignored`.

// In a test a panic is the report.
#![allow(clippy::expect_used, clippy::panic)]

use minnow::rules::{Position, Variant, divide, perft};
use serde::Deserialize;

/// Larger counts are left to the ignored tests: up to here the file takes some seconds unoptimized.
const MOST_NODES: u64 = 1_500_000;

#[derive(Deserialize)]
struct Entry {
    variant: String,
    fen: String,
    what: String,
    counts: Vec<u64>,
    #[serde(default)]
    safe_counts: Vec<u64>,
}

impl Entry {
    fn position(&self) -> Position {
        let variant = Variant::by_id(&self.variant).expect("a built-in variant");
        Position::from_fen(variant, &self.fen).expect("a valid FEN")
    }
}

fn entries() -> Vec<Entry> {
    ron::from_str(include_str!("data/perft.ron")).expect("readable data")
}

/// Perft by the rules of chess, where no move may leave the king to be taken.
fn safe_perft(position: &Position, depth: u32) -> u64 {
    let moves = position.safe_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| safe_perft(&position.play(mv), depth - 1)).sum()
}

/// Compares the counts of one kind up to `most_nodes` for all positions. The panic names the position
/// that differs.
fn check(counts_of: fn(&Entry) -> &[u64], count: fn(&Position, u32) -> u64, most_nodes: u64) {
    let mut checked = 0;
    for entry in entries() {
        let position = entry.position();
        for (depth, expected) in (1..).zip(counts_of(&entry)) {
            if *expected <= most_nodes {
                let Entry { variant, fen, what, .. } = &entry;
                let found = count(&position, depth);
                assert_eq!(found, *expected, "{variant}, {fen} ({what}), depth {depth}");
                checked += 1;
            }
        }
    }
    assert!(checked > 50, "the data should not be empty");
}

#[test]
fn every_variant_counts_by_its_own_rules() {
    check(|entry| &entry.counts, perft, MOST_NODES);
}

#[test]
#[ignore = "takes minutes unoptimized"]
fn every_variant_counts_by_its_own_rules_to_full_depth() {
    check(|entry| &entry.counts, perft, u64::MAX);
}

#[test]
fn safe_moves_count_like_chess_where_kings_may_hang() {
    check(|entry| &entry.safe_counts, safe_perft, MOST_NODES);
}

#[test]
#[ignore = "takes minutes unoptimized"]
fn safe_moves_count_like_chess_to_full_depth() {
    check(|entry| &entry.safe_counts, safe_perft, u64::MAX);
}

#[test]
fn every_built_in_variant_has_a_start_among_the_counts() {
    let entries = entries();
    for variant in minnow::rules::builtin_variants() {
        let start = Position::start(variant);
        let counted = |entry: &Entry| entry.variant == variant.id && entry.position() == start;
        assert!(entries.iter().any(counted), "{}", variant.id);
    }
}

#[test]
fn divide_sums_up_to_perft() {
    for entry in entries() {
        let position = entry.position();
        let sum: u64 = divide(&position, 3).iter().map(|(_, nodes)| nodes).sum();
        assert_eq!(sum, perft(&position, 3), "{}", entry.fen);
    }
}
