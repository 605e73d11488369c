//! Searches with several threads keep all guarantees but reproducibility.

use std::panic::{AssertUnwindSafe, catch_unwind};

use minnow_base::sync::StopFlag;
use minnow_engine::{Level, Opponent, Root, SearchLimits, Searcher};
use minnow_rules::{Position, Variant, builtin_variants};

use crate::{ask, ask_once, engine, oracle::random_positions, position};

/// More threads than most machines have cores.
const MANY: usize = 9;

/// A new engine with a table of 1 MB and this many threads.
fn threaded_engine(position: &Position, threads: usize) -> Searcher {
    let mut searcher = engine(position);
    searcher.set_threads(threads);
    searcher
}

#[test]
fn several_threads_find_the_same_mates() {
    for (id, moves, fen) in [
        ("minichess", 3, "2Qbq/k1n2/p4/P4/BK3/R4 b - - 0 1"),
        ("minichess", 2, "k4/p2pQ/PP2n/p4/1bp1P/1NQ1K w - - 0 1"),
        ("gardner", 3, "5/P1N1k/n4/3RP/3K1 w - - 0 1"),
        ("diana", 3, "r3b1/4k1/6/2b3/6/5K b - - 0 1"),
    ] {
        let start = position(id, fen);
        for threads in [2, MANY] {
            let limits = SearchLimits { mate: Some(moves), ..SearchLimits::depth(20) };
            let info = ask(&mut threaded_engine(&start, threads), &Root::new(start), &limits).info;
            assert_eq!(info.score.mate_in(), Some(moves as i32), "{id} {fen}: {info:?}");
        }
    }
}

#[test]
fn many_threads_return_legal_lines() {
    for variant in builtin_variants() {
        let mut searcher = threaded_engine(&Position::start(variant), MANY);
        for start in random_positions(variant, 5, 1, 12) {
            for limits in
                [SearchLimits::depth(3), SearchLimits::nodes(1), SearchLimits::nodes(3_000)]
            {
                let result = ask(&mut searcher, &Root::new(start), &limits);
                assert_eq!(result.info.pv.first(), result.best.as_ref());
                let mut position = start;
                for mv in &result.info.pv {
                    assert!(position.legal_moves().contains(*mv), "{start:?}: {result:?}");
                    position = position.play(*mv);
                }
            }
        }
    }
}

#[test]
fn node_limits_hold_for_all_threads_together() {
    let start = Position::start(Variant::default_variant());
    for threads in [2, MANY] {
        let result = ask(
            &mut threaded_engine(&start, threads),
            &Root::new(start),
            &SearchLimits::nodes(60_000),
        );
        // Each thread may continue to its next check of the limits.
        let most = 60_000 + 256 * threads as u64;
        assert!((60_000..=most).contains(&result.info.nodes), "{}", result.info.nodes);
    }
}

#[test]
fn levels_and_single_threads_are_reproducible() {
    let start = Position::start(Variant::default_variant());
    for number in [3, 8, 9] {
        let level = Level::get(number);
        let search = |threads| {
            let running = StopFlag::new();
            let limits = SearchLimits { movetime_ms: None, ..level.limits() };
            let mut searcher = threaded_engine(&start, threads);
            let root = Root::new(start);
            let opponent = Opponent::of_level(number, 7);
            let info = searcher.play(&root, &opponent, &limits, &running, &mut |_| {}).info;
            (info.nodes, info.score, info.pv)
        };
        assert_eq!(search(1), search(MANY), "level {number}");
    }
    let mut used = threaded_engine(&start, MANY);
    ask(&mut used, &Root::new(start), &SearchLimits::depth(4));
    used.set_threads(1);
    used.new_game();
    let again = ask(&mut used, &Root::new(start), &SearchLimits::depth(5)).info;
    let fresh = ask_once(&start, &SearchLimits::depth(5)).info;
    assert_eq!((again.nodes, again.score), (fresh.nodes, fresh.score));
}

#[test]
fn a_stop_ends_many_threads() {
    let start = Position::start(Variant::default_variant());
    let stop = StopFlag::new();
    let mut depths = Vec::new();
    let mut report = |info: &minnow_engine::SearchInfo| {
        depths.push(info.depth);
        if depths.len() == 3 {
            stop.stop();
        }
    };
    let limits = SearchLimits::default();
    let root = Root::new(start);
    let result = threaded_engine(&start, MANY).search(&root, &limits, &stop, &mut report);
    assert!(result.best.is_some());
    assert_eq!(depths[..3], [1, 2, 3]);
}

#[test]
fn a_callers_panic_ends_the_helpers() {
    let start = Position::start(Variant::default_variant());
    let mut searcher = threaded_engine(&start, 3);
    let failed = catch_unwind(AssertUnwindSafe(|| {
        let running = StopFlag::new();
        let limits = SearchLimits::default();
        let mut fail = |_: &minnow_engine::SearchInfo| panic!("a planted fault");
        searcher.search(&Root::new(start), &limits, &running, &mut fail)
    }));
    assert!(failed.is_err(), "the endless search must end with its caller");
}
