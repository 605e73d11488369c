//! The memory of jobs that take turns on a page's thread: a stack, and a buffer for what asyncify keeps
//! of a job between its turns. `web/turns.js` asks for it.

use std::{collections::BTreeMap, sync::Mutex};

use wasm_bindgen::prelude::*;

use crate::sync::lock_briefly;

/// The memory in use by its address; the items give it the alignment of a stack.
static IN_USE: Mutex<BTreeMap<usize, Vec<u128>>> = Mutex::new(BTreeMap::new());

/// Takes this many bytes and returns their address.
#[wasm_bindgen(js_name = takeTurnMemory)]
pub fn take_turn_memory(bytes: usize) -> usize {
    let memory = vec![0_u128; bytes.div_ceil(size_of::<u128>())];
    let address = memory.as_ptr().addr();
    lock_briefly(&IN_USE).insert(address, memory);
    address
}

/// Gives the memory at this address back.
#[wasm_bindgen(js_name = returnTurnMemory)]
pub fn return_turn_memory(address: usize) {
    lock_briefly(&IN_USE).remove(&address);
}
