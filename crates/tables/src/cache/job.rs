//! Building the tables of a variant in the background, at the lowest priority.

use super::TableCache;
use crate::{BuildStopped, TableSet};
use minnow_jobs::{JobContext, JobHandle, Spawner, lower_thread_priority};
use minnow_rules::Variant;

/// An output of the job.
pub enum TableBuildEvent {
    /// A sentence for the user: a file that is built anew, or why the tables cannot be kept.
    Problem(String),
    /// The complete set. A stopped job ends without it.
    Complete(TableSet),
}

/// Starts a job that builds what the cache lacks of the set of a variant. Its progress counts entries
/// of the tables.
pub fn start_build(
    cache: TableCache,
    variant: &'static Variant,
    spawner: &Spawner,
    wake: impl Fn() + Send + Sync + 'static,
) -> JobHandle<TableBuildEvent> {
    spawner.start("tables", wake, move |job| {
        lower_thread_priority();
        build(&cache, variant, job);
    })
}

fn build(cache: &TableCache, variant: &'static Variant, job: &JobContext<TableBuildEvent>) {
    let mut tables = cache.load(variant, &cache.standard_classes(variant));
    for unusable in &tables.unusable {
        job.emit(TableBuildEvent::Problem(unusable.to_string()));
    }
    let mut report = |progress: super::CacheProgress| job.progress(progress.done, progress.total);
    match cache.build_missing(&mut tables, job.stop_flag(), &mut report) {
        Ok(not_kept) => {
            if let Some(error) = not_kept {
                let text = format!("the end-game tables are not kept: {error}");
                job.emit(TableBuildEvent::Problem(text));
            }
            job.emit(TableBuildEvent::Complete(tables.set));
        }
        Err(BuildStopped::ByRequest) => {}
        Err(stopped) => {
            let text = format!("the end-game tables cannot be built: {stopped}");
            job.emit(TableBuildEvent::Problem(text));
        }
    }
}
