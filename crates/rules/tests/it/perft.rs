//! Perft: the counts of the move generator equal those of three independent generators.
//!
//! `tests/data/perft.ron` has the counts. Every run checks those of up to 20 million, and all with
//! `MINNOW_THOROUGH` set: `MINNOW_THOROUGH=1 cargo test -p minnow-rules --test it perft::`.

use std::env;

use minnow_rules::{Position, Variant, divide, perft};
use serde::Deserialize;

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

/// The largest count that is checked.
fn most_nodes() -> u64 {
    if env::var_os("MINNOW_THOROUGH").is_some() { u64::MAX } else { 20_000_000 }
}

fn entries() -> Vec<Entry> {
    ron::from_str(include_str!("../data/perft.ron")).expect("readable data")
}

/// Perft by the rules of chess, in which no move may leave the king en prise.
fn safe_perft(position: &Position, depth: u32) -> u64 {
    let moves = position.safe_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| safe_perft(&position.play(mv), depth - 1)).sum()
}

/// Compares the counts of one kind for all positions. The panic names the position that differs.
fn check(counts_of: fn(&Entry) -> &[u64], count: fn(&Position, u32) -> u64) {
    let mut checked = 0;
    for entry in entries() {
        let position = entry.position();
        for (depth, expected) in (1..).zip(counts_of(&entry)) {
            if *expected <= most_nodes() {
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
fn variants_count_by_their_own_rules() {
    check(|entry| &entry.counts, perft);
}

#[test]
fn safe_moves_count_by_the_rules_of_chess() {
    check(|entry| &entry.safe_counts, safe_perft);
}

#[test]
fn every_built_in_start_has_counts() {
    let entries = entries();
    for variant in minnow_rules::builtin_variants() {
        let start = Position::start(variant);
        let counted = |entry: &Entry| entry.variant == variant.id && entry.position() == start;
        assert!(entries.iter().any(counted), "{}", variant.id);
    }
}

#[test]
fn divide_sums_to_perft() {
    for entry in entries() {
        let position = entry.position();
        let sum: u64 = divide(&position, 3).iter().map(|(_, nodes)| nodes).sum();
        assert_eq!(sum, perft(&position, 3), "{}", entry.fen);
    }
}
