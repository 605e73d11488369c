//! Tasks on several threads, with results that do not depend on the number of threads.

use std::{
    ops::{ControlFlow, Range},
    sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
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

/// Calls `work` with each task in order, on this many threads at once; it also gets the number of the
/// thread, from 0. No task begins after one that breaks off or fails; those that run are finished.
pub(super) fn run_tasks<T: Sync, E: Send>(
    threads: usize,
    tasks: &[T],
    work: impl Fn(usize, &T) -> Result<ControlFlow<()>, E> + Sync,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let work_through = |thread| {
        while let Some(task) = tasks.get(next.fetch_add(1, Relaxed)) {
            let done = work(thread, task);
            if !matches!(done, Ok(ControlFlow::Continue(()))) {
                next.store(tasks.len(), Relaxed);
                return done.map(|_| ());
            }
        }
        Ok(())
    };
    run_parallel(threads, work_through).into_iter().collect()
}
