//! Runs closures on other threads: start, progress, pause, stop, result, and a panic as a message.
//!
//! This crate is independent of chess. A job is a closure that gets a [`JobContext`], by which it
//! sends its outputs and its progress and reads its stop flag. Its owner holds a [`JobHandle`],
//! polls it for [`JobEvent`]s without waiting, and may stop the job; dropping the handle stops it
//! too. Each job has a channel of its own, so a handle never receives the events of another job,
//! and the later events of a replaced job are dropped with its handle.
//!
//! A [`Runner`] owns one thread. [`Runner::submit`] starts an interactive job and stops the one
//! before it: the newest wins. [`Runner::enqueue`] starts one after those before it: none is lost.
//! [`Runner::submit_background`] starts a long job that works step by step whenever no interactive
//! job waits. An interactive job interrupts it, and it then goes on. [`Spawner::start`] gives one job
//! a thread of its own.
//!
//! The runners of a [`RunnerGroup`] have ranks: a job pauses while one of a higher rank runs or
//! waits, and then goes on where it was.
//!
//! A job that panics, or whose thread cannot be started, ends with [`JobEvent::Failed`]. So every
//! job has exactly one last event, and its owner can wait for that event.
//!
//! Only this crate and the engine's search start threads. A [`Spawner`] starts those of jobs, so that a
//! test can refuse one. In a browser the threads are workers of the page.
//!
//! ```
//! use minnow_jobs::{JobEvent, Runner, Spawner};
//!
//! let mut runner = Runner::new("squares", Spawner::default(), || {});
//! let mut job = runner.submit(|job| {
//!     for number in 1..=3 {
//!         job.emit(number * number);
//!     }
//! });
//! // A window calls `job.events()` in each frame instead, which never waits.
//! let mut squares = Vec::new();
//! loop {
//!     match job.wait_event() {
//!         JobEvent::Progress(_) => {}
//!         JobEvent::Output(square) => squares.push(square),
//!         JobEvent::Finished => break,
//!         JobEvent::Failed(problem) => panic!("{problem}"),
//!     }
//! }
//! assert_eq!(squares, [1, 4, 9]);
//! ```

#![warn(missing_docs)]

mod group;
mod handle;
// Natively the channel for browsers is built for its tests alone.
#[cfg(any(test, target_arch = "wasm32"))]
#[cfg_attr(not(target_arch = "wasm32"), allow(dead_code))]
mod page_channel;
mod parallel;
mod runner;
mod spawn;

#[cfg(test)]
mod tests;
#[cfg(target_arch = "wasm32")]
pub mod worker;

#[cfg(target_arch = "wasm32")]
use page_channel as channel;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::mpsc as channel;

pub use group::RunnerGroup;
pub use handle::{JobContext, JobError, JobEvent, JobHandle, JobProgress, catch_panic};
pub use parallel::{run_numbered, run_tasks};
pub use runner::Runner;
pub use spawn::{SpawnError, Spawner, available_cores, lower_thread_priority, run_parallel};
