//! The turns of jobs on a page's thread, which `web/turns.js` gives.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Ends the turn of the job that runs, unless it has just begun; returns on the job's next turn.
    /// A job that waits gets none before [`notify`] is called.
    #[wasm_bindgen(js_name = minnowGiveWay)]
    pub fn give_way(waits: bool);

    /// Gives all waiting jobs a turn, in which they see whether what they wait for has come.
    #[wasm_bindgen(js_name = minnowNotify)]
    pub fn notify();
}
