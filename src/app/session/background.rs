//! Starts jobs beside the engine, each on a thread of its own.

use std::sync::Arc;

use minnow_jobs::{JobContext, JobHandle, Spawner};

/// Starts jobs. `wake` is called when one of them has sent an event.
#[derive(Clone)]
pub struct Background {
    pub spawner: Spawner,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl Default for Background {
    fn default() -> Background {
        Background::new(Spawner::default(), || {})
    }
}

impl Background {
    pub fn new(spawner: Spawner, wake: impl Fn() + Send + Sync + 'static) -> Background {
        Background { spawner, wake: Arc::new(wake) }
    }

    /// The function that jobs call after each event.
    pub fn wake(&self) -> impl Fn() + Send + Sync + 'static {
        let wake = self.wake.clone();
        move || wake()
    }

    /// Starts a job on a thread of this name.
    pub fn start<T: Send + 'static>(
        &self,
        name: &str,
        work: impl FnOnce(&JobContext<T>) + Send + 'static,
    ) -> JobHandle<T> {
        self.spawner.start(name, self.wake(), work)
    }
}
