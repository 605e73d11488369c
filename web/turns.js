// The threads of a page without shared memory: they take turns with the window on its thread.
//
// The program is then the one in the folder "turns", which Binaryen's pass "asyncify" has prepared: a
// call of minnowGiveWay can unwind the stack of the job that runs, down to its start, into a buffer,
// and rewind it later. See src/sync/turns.rs, and https://kripken.github.io/blog/wasm/2019/07/16/asyncify.html
// for the protocol.

// A turn lasts a third of a frame, so that the window draws in time.
const TURN_MS = 6;
const HEAD_BYTES = 16;
const BUFFER_BYTES = 2 << 20;
const STACK_BYTES = 2 << 20;
// The states of asyncify.
const UNWINDING = 1;
const REWINDING = 2;

// Starts jobs on the page's thread; `program` are the exports of the WebAssembly module.
export function takeTurns(program, failed) {
  const ready = [];
  let waiting = [];
  let current = null;
  let isPlanned = false;
  let turnEnds = 0;

  // Unlike a timer, a message to oneself is not held back by some milliseconds.
  const planner = new MessageChannel();
  planner.port1.onmessage = () => {
    isPlanned = false;
    const job = ready.shift();
    if (job) run(job);
    plan();
  };

  function plan() {
    if (isPlanned || ready.length === 0) return;
    isPlanned = true;
    planner.port2.postMessage(null);
  }

  globalThis.minnowStartWorker = (name, number) => {
    ready.push({ number, memory: 0, stack: 0 });
    plan();
  };

  globalThis.minnowNotify = () => {
    ready.push(...waiting);
    waiting = [];
    plan();
  };

  globalThis.minnowGiveWay = (waits) => {
    if (!current) return;
    if (program.asyncify_get_state() === REWINDING) {
      program.asyncify_stop_rewind();
      return;
    }
    if (!waits && performance.now() < turnEnds) return;
    current.waits = waits;
    current.stack = program.__stack_pointer.value;
    program.asyncify_start_unwind(current.memory);
  };

  // A job's memory: the bounds of the buffer's free part, the buffer, and above it the stack, which
  // grows down.
  function prepare(job) {
    const [buffer, stack] = [HEAD_BYTES, HEAD_BYTES + BUFFER_BYTES];
    job.memory = program.takeTurnMemory(stack + STACK_BYTES);
    job.stack = job.memory + stack + STACK_BYTES;
    const bounds = new Uint32Array(program.memory.buffer, job.memory, 2);
    bounds.set([job.memory + buffer, job.memory + stack]);
  }

  function run(job) {
    const pageStack = program.__stack_pointer.value;
    if (job.memory === 0) prepare(job);
    else program.asyncify_start_rewind(job.memory);
    program.__stack_pointer.value = job.stack;
    current = job;
    turnEnds = performance.now() + TURN_MS;
    try {
      program.runWorker(job.number);
    } catch (error) {
      failed(String(error));
      return;
    } finally {
      current = null;
      program.__stack_pointer.value = pageStack;
    }
    if (program.asyncify_get_state() === UNWINDING) {
      program.asyncify_stop_unwind();
      (job.waits ? waiting : ready).push(job);
    } else {
      program.returnTurnMemory(job.memory);
    }
  }
}
