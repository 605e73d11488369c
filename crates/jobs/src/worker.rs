//! Threads in a browser: workers of the page that share its memory.
//!
//! A script of the page starts a worker; see `web/start.js`. The worker takes its closure from a list
//! by number, because a script can pass no closure on. Only the page starts workers, so a thread that
//! wants another one gets an error, as from a system that refuses it.

use std::{
    collections::BTreeMap,
    io,
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

use wasm_bindgen::prelude::*;

use super::spawn::ThreadBody;
use minnow_base::sync::lock_briefly;

#[wasm_bindgen]
extern "C" {
    /// Starts a worker that calls [`run_worker`] with the number.
    #[wasm_bindgen(js_name = minnowStartWorker, catch)]
    fn start_worker(
        name: &str,
        number: u32,
        module: JsValue,
        memory: JsValue,
    ) -> Result<(), JsValue>;

    /// Makes the page draw a frame. The page and each worker have such a function.
    #[wasm_bindgen(js_name = minnowWake)]
    pub fn wake_page();

    /// Tells the page that files have changed. The page and each worker have such a function.
    #[wasm_bindgen(js_name = minnowFilesChanged)]
    pub fn tell_of_changes();
}

/// The closures whose workers have not started yet.
static WAITING: Mutex<BTreeMap<u32, ThreadBody>> = Mutex::new(BTreeMap::new());

/// Starts a worker with this name and closure.
pub(super) fn spawn(name: &str, body: ThreadBody) -> io::Result<()> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Relaxed);
    lock_briefly(&WAITING).insert(number, body);
    start_worker(name, number, wasm_bindgen::module(), wasm_bindgen::memory()).map_err(|error| {
        lock_briefly(&WAITING).remove(&number);
        io::Error::other(error.as_string().unwrap_or_else(|| format!("{error:?}")))
    })
}

/// Runs the closure with this number; called by `web/worker.js`.
#[wasm_bindgen(js_name = runWorker)]
pub fn run_worker(number: u32) {
    let body = lock_briefly(&WAITING).remove(&number);
    if let Some(body) = body {
        body();
    }
}
