//! Claims can be measured on any position, can be stopped, and get the known verdicts.

use std::sync::LazyLock;

use super::*;
use minnow_base::sync::StopFlag;
use minnow_rules::{Position, Variant, builtin_variants};

fn bench<'a>(fen: &str, most_nodes: u64, stop: &'a StopFlag) -> Result<ClaimBench<'a>, BenchError> {
    let variant = Variant::default_variant();
    ClaimBench::new(Position::from_fen(variant, fen).unwrap(), most_nodes, stop)
}

/// A middle game with many captures.
const FEN: &str = "kqr2/p2b1/1pp1p/1PP1P/2QPB/R3K b - - 3 9";

/// The results of all claims on that position, measured once for all tests.
static RESULTS: LazyLock<Vec<ClaimResult>> = LazyLock::new(|| {
    let stop = StopFlag::new();
    let bench = bench(FEN, 9_000, &stop).unwrap();
    let check = |claim: &Claim| claim.check(&bench).unwrap_or_else(ClaimResult::not_measured);
    CLAIMS.iter().map(check).collect()
});

fn verdict_on(sentence: &str) -> (ClaimVerdict, String) {
    let index = CLAIMS.iter().position(|claim| claim.sentence.contains(sentence)).unwrap();
    let found = RESULTS[index].clone();
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
        after.split(';').next().unwrap().parse().unwrap()
    };
    let (best, typical) = (power("about the square root"), power("Typically"));
    assert!((0.5..=typical).contains(&best) && typical < 1.0, "{best} {typical}");
    assert!(verdict_on("random order").1.contains("instead of 0.75"));
}

#[test]
fn every_claim_is_measured_on_every_variant() {
    let stop = StopFlag::new();
    for variant in builtin_variants() {
        let bench = ClaimBench::new(Position::start(variant), 600, &stop).unwrap();
        for claim in &CLAIMS {
            let found = claim.check(&bench);
            let measured =
                found.unwrap_or_else(|stop| panic!("{}: {stop}", claim.sentence)).measured;
            assert!(measured.ends_with('.') && !measured.contains("NaN"), "{measured}");
            assert!(!measured.contains("1 to 1 "), "{measured}");
        }
    }
}

#[test]
fn finished_games_and_stops_are_errors() {
    let stop = StopFlag::stopped();
    assert_eq!(bench(FEN, 1_000_000, &stop).err(), Some(BenchError::Stopped));
    let stop = StopFlag::new();
    assert_eq!(bench(FEN, 40, &stop).err(), Some(BenchError::TooWide));
    assert_eq!(bench("k4/5/5/5/5/4K w - - 0 41", 40, &stop).err(), Some(BenchError::Over));
    let bench = bench(FEN, 9_000, &stop).unwrap();
    stop.stop();
    assert_eq!(bench.run("minimax").err(), Some(Stop::Time));
}

#[test]
fn sources_are_quoted() {
    assert_eq!(
        CLAIMS[1].quoted(),
        "\u{201c}For alpha beta pruning to work, we need to search to a depth of atleast \
         2.\u{201d} (\u{201c}What is Alpha Beta Pruning all about?\u{201d})"
    );
    for claim in &CLAIMS {
        assert!(!claim.quotes.is_empty(), "{}", claim.sentence);
        assert!(claim.quotes.iter().all(|quote| quote.text <= 4 && !quote.words.is_empty()));
    }
}

#[test]
fn claims_that_cannot_fail_say_so() {
    let name = |sentence: &str| {
        let claim = CLAIMS.iter().find(|claim| claim.sentence.contains(sentence)).unwrap();
        claim.verdict_name(verdict_on(sentence).0)
    };
    assert_eq!(name("Memory"), "True by definition");
    assert_eq!(name("costs accuracy"), "True by definition");
    assert_eq!(name("35^80"), "True by arithmetic");
    assert_eq!(name("two plies"), "True here");
}

#[test]
fn perfect_order_is_judged_by_the_formula() {
    let (verdict, measured) = verdict_on("about the square root");
    assert_eq!(verdict, ClaimVerdict::Holds, "{measured}");
    assert!(measured.contains("; the formula's is 0."), "{measured}");
    assert_ne!(verdict_on("twice as deep").0, ClaimVerdict::NotMeasured);
}

#[test]
fn the_typical_order_is_judged_by_the_square_root() {
    let (verdict, measured) = verdict_on("Typically");
    let power = measured.split("power is ").nth(1).and_then(|rest| rest.split(';').next()).unwrap();
    let power: f64 = power.parse().unwrap();
    assert_eq!(verdict == ClaimVerdict::Holds, power <= 0.55, "{measured}");
    assert!(verdict_on("about the square root").0 == ClaimVerdict::Holds && power > 0.55);
}

#[test]
fn the_window_claim_ignores_wrong_guesses() {
    let (verdict, measured) = verdict_on("The smaller the window");
    let leaves = measured.split(": ").nth(1).and_then(|rest| rest.split(" leaves").next()).unwrap();
    let counts: Vec<u64> =
        leaves.split(", ").map(|n| n.replace(',', "").parse().unwrap()).collect();
    let rises = !counts.is_sorted_by(|wider, narrower| wider >= narrower);
    assert_eq!(verdict == ClaimVerdict::Fails, rises, "{measured}");
}

#[test]
fn an_unfinished_measurement_is_no_verdict() {
    let result = ClaimResult::not_measured(Stop::Nodes);
    assert_eq!(CLAIMS[2].verdict_name(result.verdict), "Not measured here");
    assert!(result.measured.contains("it needs more nodes than allowed"), "{}", result.measured);
}
