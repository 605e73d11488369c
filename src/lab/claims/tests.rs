//! Claims can be measured on any position, can be stopped, and get the known verdicts.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::rules::{Position, Variant, builtin_variants};

fn bench<'a>(
    fen: &str,
    most_nodes: u64,
    stop: &'a AtomicBool,
) -> Result<ClaimBench<'a>, BenchError> {
    let variant = Variant::default_variant();
    ClaimBench::new(Position::from_fen(variant, fen).unwrap(), most_nodes, stop)
}

/// A middle game with many captures.
const FEN: &str = "kqr2/p2b1/1pp1p/1PP1P/2QPB/R3K b - - 3 9";

fn verdict_on(sentence: &str) -> (ClaimVerdict, String) {
    let stop = AtomicBool::new(false);
    let bench = bench(FEN, 9_000, &stop).unwrap();
    let claim = CLAIMS.iter().find(|claim| claim.sentence.contains(sentence)).unwrap();
    let found = claim.check(&bench).unwrap();
    (found.verdict, found.measured)
}

#[test]
fn known_verdicts_are_found() {
    use ClaimVerdict::*;
    for (sentence, expected) in [
        ("value of minimax", Holds),
        ("at least two plies", Holds),
        ("costs accuracy", Holds),
        ("parent of an ALL node", Holds),
        ("Memory", Holds),
        ("35^80", Holds),
        ("less than 1 %", Fails),
    ] {
        let (verdict, measured) = verdict_on(sentence);
        assert_eq!(verdict, expected, "{sentence}: {measured}");
    }
}

#[test]
fn best_order_beats_a_programs_order() {
    let power = |sentence: &str| -> f64 {
        let (_, measured) = verdict_on(sentence);
        let (_, after) = measured.rsplit_once("power is ").unwrap();
        after.split(' ').next().unwrap().parse().unwrap()
    };
    let (best, typical) = (power("square root"), power("Typically"));
    assert!((0.5..=typical).contains(&best) && typical < 1.0, "{best} {typical}");
    assert!(verdict_on("random order").1.contains("instead of 0.75"));
}

#[test]
fn every_claim_is_measured_on_every_variant() {
    let stop = AtomicBool::new(false);
    for variant in builtin_variants() {
        let bench = ClaimBench::new(Position::start(variant), 600, &stop).unwrap();
        for claim in &CLAIMS {
            let found = claim.check(&bench);
            let measured =
                found.unwrap_or_else(|stop| panic!("{}: {stop}", claim.sentence)).measured;
            assert!(measured.ends_with('.') && !measured.contains("NaN"), "{measured}");
        }
    }
}

#[test]
fn finished_games_and_stops_are_errors() {
    let stop = AtomicBool::new(true);
    assert_eq!(bench(FEN, 1_000_000, &stop).err(), Some(BenchError::Stopped));
    let stop = AtomicBool::new(false);
    assert_eq!(bench(FEN, 40, &stop).err(), Some(BenchError::TooWide));
    assert_eq!(bench("k4/5/5/5/5/4K w - - 0 41", 40, &stop).err(), Some(BenchError::Over));
    let bench = bench(FEN, 9_000, &stop).unwrap();
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(bench.run("minimax").err(), Some(Stop::Time));
}

#[test]
fn sources_have_names() {
    assert_eq!(CLAIMS[0].source_text(), "texts 0, 3 and 4");
    assert_eq!(CLAIMS[1].source_text(), "text 1");
    assert!(CLAIMS.iter().all(|claim| claim.texts.iter().all(|text| *text <= 4)));
}
