//! Numbered tasks on several threads, with results that do not depend on the number of threads.

use std::{
    ops::Range,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use minnow_jobs::run_parallel;

/// Calls `work` with each number, on this many threads at once, and returns the results in the
/// order of the numbers. Each thread has its own state, which `new_state` makes.
pub(super) fn run_numbered<S, R: Send>(
    threads: usize,
    numbers: Range<u64>,
    new_state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, u64) -> R + Sync,
) -> Vec<R> {
    let next = AtomicU64::new(numbers.start);
    let work_through = |_| {
        let (mut state, mut results) = (new_state(), Vec::new());
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= numbers.end {
                return results;
            }
            results.push((number, work(&mut state, number)));
        }
    };
    let mut results: Vec<(u64, R)> =
        run_parallel(threads, work_through).into_iter().flatten().collect();
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}
