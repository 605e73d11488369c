//! Tasks on several threads, with results that do not depend on the number of threads.

use std::{
    ops::{ControlFlow, Range},
    sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
};

use super::run_parallel;

/// Calls `work` with each number, on this many threads at once, and returns the results in the
/// order of the numbers. Each thread has its own state, which `new_state` makes.
pub fn run_numbered<S, R: Send>(
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

/// Calls `work` with each task in order, on this many threads at once. Each thread has its own state,
/// which `new_state` makes from the number of the thread, from 0. No task begins after one that breaks
/// off or fails; those that run are finished.
///
/// # Errors
///
/// That of a task that failed.
pub fn run_tasks<T: Sync, S, E: Send>(
    threads: usize,
    tasks: &[T],
    new_state: impl Fn(usize) -> S + Sync,
    work: impl Fn(&mut S, &T) -> Result<ControlFlow<()>, E> + Sync,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let work_through = |thread| {
        let mut state = new_state(thread);
        while let Some(task) = tasks.get(next.fetch_add(1, Relaxed)) {
            let done = work(&mut state, task);
            if !matches!(done, Ok(ControlFlow::Continue(()))) {
                next.store(tasks.len(), Relaxed);
                return done.map(|_| ());
            }
        }
        Ok(())
    };
    run_parallel(threads, work_through).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_the_order_of_their_numbers() {
        for threads in [1, 3] {
            let squares = run_numbered(threads, 2..6, || (), |(), number| number * number);
            assert_eq!(squares, [4, 9, 16, 25]);
        }
    }

    #[test]
    fn no_task_begins_after_the_last_one() {
        let run = |end: Result<ControlFlow<()>, &'static str>| {
            let begun = AtomicUsize::new(0);
            let work = |_: &mut usize, task: &u32| {
                begun.fetch_add(1, Relaxed);
                if *task == 2 { end } else { Ok(ControlFlow::Continue(())) }
            };
            let done = run_tasks(1, &[1, 2, 3], |thread| thread, work);
            (done, begun.into_inner())
        };
        assert_eq!(run(Ok(ControlFlow::Continue(()))), (Ok(()), 3));
        assert_eq!(run(Ok(ControlFlow::Break(()))), (Ok(()), 2));
        assert_eq!(run(Err("a planted fault")), (Err("a planted fault"), 2));
    }
}
