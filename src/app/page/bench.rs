//! Measurements in a page, for the console and for `.ci/web`: the program's `bench`, whose nodes are those
//! of the native program, and the time until a search stops.

use std::sync::Mutex;

use wasm_bindgen::prelude::*;

use minnow_base::sync::lock_briefly;
use minnow_engine::{Root, SearchLimits, Searcher, bench::bench};
use minnow_jobs::{JobContext, JobEvent, JobHandle, Spawner};
use minnow_rules::{Position, Variant};

/// The job that runs.
static JOB: Mutex<Option<JobHandle<[f64; 2]>>> = Mutex::new(None);

/// Starts the search of the positions of `bench`.
#[wasm_bindgen(js_name = startBench)]
pub fn start_bench() {
    start(|job| {
        let mut sum = [0.0; 2];
        let done = bench(1, None, &mut |entry| {
            sum[0] += entry.nodes as f64;
            sum[1] += entry.seconds;
        });
        if done.is_ok() {
            job.emit(sum);
        }
    });
}

/// Starts a search of the first position that ends when it is stopped.
#[wasm_bindgen(js_name = startSearch)]
pub fn start_search() {
    start(|job| {
        let variant = Variant::default_variant();
        let root = Root::new(Position::start(variant));
        let mut searcher = Searcher::new(variant, 16);
        let result = searcher.search(&root, &SearchLimits::default(), job.stop_flag(), &mut |_| {});
        job.emit([result.info.nodes as f64, 0.0]);
    });
}

/// Stops the search.
#[wasm_bindgen(js_name = stopSearch)]
pub fn stop_search() {
    if let Some(job) = &*lock_briefly(&JOB) {
        job.stop();
    }
}

/// Nodes and seconds, once the job has ended.
#[wasm_bindgen(js_name = benchResult)]
pub fn bench_result() -> Option<Vec<f64>> {
    let mut job = lock_briefly(&JOB);
    let events = job.as_mut()?.events();
    events.into_iter().find_map(|event| match event {
        JobEvent::Output(result) => Some(result.to_vec()),
        _ => None,
    })
}

fn start(work: impl FnOnce(&JobContext<[f64; 2]>) + Send + 'static) {
    *lock_briefly(&JOB) = Some(Spawner::default().start("bench", || {}, work));
}
