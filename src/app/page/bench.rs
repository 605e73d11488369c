//! The program's `bench` in a page: the nodes are those of the native program, the speed may be
//! compared.

use std::sync::Mutex;

use wasm_bindgen::prelude::*;

use crate::{
    engine::bench::bench,
    jobs::{JobHandle, Spawner},
    sync::lock_briefly,
};

/// The job that runs.
static JOB: Mutex<Option<JobHandle<()>>> = Mutex::new(None);

/// Nodes and seconds of the last run.
static RESULT: Mutex<Option<[f64; 2]>> = Mutex::new(None);

/// Starts the search of the positions of `bench` on a worker.
#[wasm_bindgen(js_name = startBench)]
pub fn start_bench() {
    *lock_briefly(&RESULT) = None;
    let job = Spawner::default().start(
        "bench",
        || {},
        |_| {
            let mut sum = [0.0; 2];
            let done = bench(1, None, &mut |entry| {
                sum[0] += entry.nodes as f64;
                sum[1] += entry.seconds;
            });
            if done.is_ok() {
                *lock_briefly(&RESULT) = Some(sum);
            }
        },
    );
    *lock_briefly(&JOB) = Some(job);
}

/// Nodes and seconds, once the search has ended.
#[wasm_bindgen(js_name = benchResult)]
pub fn bench_result() -> Option<Vec<f64>> {
    lock_briefly(&RESULT).map(Vec::from)
}
