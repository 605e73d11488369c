//! The fuzz targets of `fuzz/` on their seeds, and on changes of these, without a fuzzer.
//!
//! A case that the fuzzer found stands among the seeds, so that it is tried here, too.

// A panic reports a failed test.
#![expect(clippy::expect_used, clippy::panic, reason = "a panic reports a failed test")]
#![allow(clippy::disallowed_methods)]

use std::{env, fs, path::Path};

#[path = "../fuzz/window/mod.rs"]
#[expect(unreachable_pub, reason = "the bodies are a library for the fuzz targets")]
mod fuzz_bodies;

/// The changed copies of each seed that are tried, if the variable `FUZZ_CHANGES` names no number.
const CHANGES: u64 = 40;

/// Runs a target on its seeds and on changes of them. The changes depend on the seed only.
fn run(target: &str, body: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(target);
    let changes = env::var("FUZZ_CHANGES").ok().and_then(|number| number.parse().ok());
    let mut seeds = 0;
    for entry in fs::read_dir(&folder).expect("a folder of seeds") {
        let bytes = fs::read(entry.expect("a readable entry").path()).expect("a readable seed");
        body(&bytes);
        for number in 1..=changes.unwrap_or(CHANGES) {
            body(&changed(&bytes, number));
        }
        seeds += 1;
    }
    assert!(seeds > 0, "{target} has no seeds");
}

/// The bytes with up to four of them replaced, removed or doubled; for one number of eight others
/// in the place of all.
fn changed(bytes: &[u8], number: u64) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let mut state = number;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    if number.is_multiple_of(8) {
        bytes.iter_mut().for_each(|byte| *byte = next() as u8);
        return bytes;
    }
    for _ in 0..1 + number % 4 {
        let at = next() % bytes.len().max(1);
        match (next() % 3, bytes.get(at).copied()) {
            (0, Some(_)) => bytes[at] = next() as u8,
            (1, Some(_)) => drop(bytes.remove(at)),
            (2, Some(byte)) => bytes.insert(at, byte),
            _ => bytes.push(next() as u8),
        }
    }
    bytes
}

/// A test for each target, named like it.
macro_rules! targets {
    ($($name:ident: $body:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            run(stringify!($name), fuzz_bodies::$body);
        })*
    };
}

targets! {
    save: save,
    pgn: pgn,
    journal: journal,
    variants: variants,
    lesson: lesson,
    tree: tree,
    fen: fen,
    course: course,
    san: san_move,
    uci_line: uci_line,
    uci: uci,
    engine_line: engine_line,
    network: network,
    weights: weights,
    table: table,
    settings: settings,
    state: state,
}
