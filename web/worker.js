// A thread of the program: a worker with the page's memory, which runs one closure and ends.

import init, { runWorker } from "./minnow.js";

// The functions that the page has, too; see crates/jobs/src/worker.rs.
globalThis.minnowWake = () => postMessage("wake");
globalThis.minnowFilesChanged = () => postMessage("files");
globalThis.minnowFailed = (text) => postMessage({ failed: text });
globalThis.minnowStartWorker = () => {
  throw "only the page starts workers";
};

const STACK_BYTES = 4 << 20;

self.onmessage = async (event) => {
  const { module, memory, number } = event.data;
  const program = await init({ module_or_path: module, memory, thread_stack_size: STACK_BYTES });
  try {
    runWorker(number);
  } catch (error) {
    postMessage({ failed: String(error) });
    return;
  }
  program.__wbindgen_thread_destroy();
  postMessage("ended");
  self.close();
};
