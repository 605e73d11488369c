//! Starting threads, which only the engine's search does elsewhere.

use std::{
    io,
    panic::resume_unwind,
    sync::{Arc, LazyLock},
    thread::{self, ScopedJoinHandle},
};

use super::handle::{JobContext, JobHandle, job};
use minnow_base::files::plain_reason;

/// The closure that a thread runs.
pub(super) type ThreadBody = Box<dyn FnOnce() + Send>;
type SpawnFn = dyn Fn(&str, ThreadBody) -> io::Result<()> + Send + Sync;

/// The lowest priority of a thread on Linux, as `nice` counts.
#[cfg(target_os = "linux")]
const LOWEST_PRIORITY: i32 = 19;

/// Starts threads. The default one asks the operating system.
#[derive(Clone)]
pub struct Spawner(Arc<SpawnFn>);

/// A thread that could not be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot start the {name} thread: {reason}")]
pub struct SpawnError {
    /// The name of the thread, such as `engine`.
    pub name: String,
    /// The operating system's message.
    pub reason: String,
}

impl Default for Spawner {
    #[expect(clippy::disallowed_methods, reason = "the place where threads are started")]
    fn default() -> Spawner {
        #[cfg(target_arch = "wasm32")]
        return Spawner::new(super::worker::spawn);
        #[cfg(not(target_arch = "wasm32"))]
        Spawner::new(|name, body| {
            let thread = thread::Builder::new().name(name.to_owned());
            thread.spawn(body).map(drop)
        })
    }
}

impl Spawner {
    /// A spawner that starts threads by this function, which gets the thread's name and closure.
    pub fn new(
        spawn: impl Fn(&str, ThreadBody) -> io::Result<()> + Send + Sync + 'static,
    ) -> Spawner {
        Spawner(Arc::new(spawn))
    }

    /// Starts a job on a thread of its own, which ends with the job. `wake` is called from that
    /// thread after each event. The end of the program does not wait for the thread.
    pub fn start<T: Send + 'static>(
        &self,
        name: &str,
        wake: impl Fn() + Send + Sync + 'static,
        work: impl FnOnce(&JobContext<T>) + Send + 'static,
    ) -> JobHandle<T> {
        let wake: Arc<dyn Fn() + Send + Sync> = Arc::new(wake);
        let (context, handle) = job(wake.clone());
        match self.spawn(name, Box::new(move || context.run(work))) {
            Ok(()) => handle,
            Err(problem) => JobHandle::failed(problem.into(), &*wake),
        }
    }

    pub(super) fn spawn(&self, name: &str, body: ThreadBody) -> Result<(), SpawnError> {
        let spawned = (self.0)(name, body);
        spawned.map_err(|error| SpawnError { name: name.to_owned(), reason: plain_reason(&error) })
    }
}

/// Gives the calling thread the lowest priority, until it ends. Only Linux has priorities of
/// threads; elsewhere, and where the system refuses, nothing changes.
pub fn lower_thread_priority() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, LOWEST_PRIORITY);
}

/// The number of threads that the machine runs at once, as of the first call; 1 if it is unknown.
pub fn available_cores() -> usize {
    // The system reads files for it, and the settings ask in every frame.
    static CORES: LazyLock<usize> =
        LazyLock::new(|| thread::available_parallelism().map_or(1, usize::from));
    *CORES
}

/// Calls `work` on this many threads at once, at least one, and returns the results in the order
/// of the thread numbers that it passes, from 0. The calling thread is one of them. If the system
/// refuses a thread, the list is shorter. A panic of one thread becomes the caller's.
#[expect(clippy::disallowed_methods, reason = "the place where threads are started")]
pub fn run_parallel<R: Send>(threads: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    thread::scope(|scope| {
        let work = &work;
        let start = |number| thread::Builder::new().spawn_scoped(scope, move || work(number));
        let others: Vec<_> = (1..threads).filter_map(|number| start(number).ok()).collect();
        let mut results = vec![work(0)];
        let join = |thread: ScopedJoinHandle<_>| thread.join().unwrap_or_else(|p| resume_unwind(p));
        results.extend(others.into_iter().map(join));
        results
    })
}
