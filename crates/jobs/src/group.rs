//! Runners that share the machine: of their jobs, those of the highest rank run and the others
//! pause.
//!
//! A job is in its group from its submission to its end. Each change of the group sets the stop
//! flags of all its jobs, under the lock of the group. No job waits for anything with that lock
//! held.

use std::sync::{Arc, Mutex};

use super::{Runner, Spawner};
use minnow_base::sync::{StopFlag, lock_briefly};

/// The kind of a job. Each interactive job of a group ranks above each background job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum JobKind {
    Background,
    Interactive,
}

/// Of two jobs with different ranks, the lower one pauses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct JobRank {
    kind: JobKind,
    rank: u8,
}

struct GroupJob {
    runner: usize,
    rank: JobRank,
    stop: Arc<StopFlag>,
}

#[derive(Default)]
struct GroupState {
    /// The number of runners so far, which numbers the next one.
    runners: usize,
    /// The jobs that run or wait.
    jobs: Vec<GroupJob>,
}

impl GroupState {
    /// Pauses every job below the highest rank, and lets the others run.
    fn set_pauses(&self) {
        let highest = self.jobs.iter().map(|job| job.rank).max();
        for job in &self.jobs {
            if Some(job.rank) < highest {
                job.stop.pause();
            } else {
                job.stop.resume();
            }
        }
    }
}

/// Runners whose jobs do not run at the same time, though each has a thread of its own.
///
/// While a job of a runner runs or waits for its thread, the jobs of the runners with lower ranks
/// are paused, see [`StopFlag::pause`], and none of them starts. They go on when it is over. A job
/// that never polls its stop flag cannot be paused: the job of the higher rank starts nevertheless.
/// The background jobs of all runners rank below the interactive ones.
///
/// A paused job keeps what it holds. So a job must not wait for what a job of a lower rank may hold,
/// such as a lock: stop that job first.
///
/// ```
/// use minnow_jobs::{RunnerGroup, Spawner};
///
/// let group = RunnerGroup::new();
/// let mut below = group.runner("count", 1, Spawner::default(), || {});
/// let mut above = group.runner("answer", 2, Spawner::default(), || {});
/// let counting = below.submit::<()>(|job| while !job.is_stopped() {});
/// assert_eq!(above.submit(|job| job.emit(42)).wait(), Ok(()));
/// counting.stop();
/// assert_eq!(counting.wait(), Ok(()));
/// ```
#[derive(Clone, Default)]
pub struct RunnerGroup(Arc<Mutex<GroupState>>);

impl RunnerGroup {
    /// A group without runners.
    pub fn new() -> RunnerGroup {
        RunnerGroup::default()
    }

    /// A runner of this group. The jobs of runners with equal ranks do not pause each other. The
    /// other arguments are those of [`Runner::new`].
    pub fn runner(
        &self,
        name: &str,
        rank: u8,
        spawner: Spawner,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Runner {
        let mut state = lock_briefly(&self.0);
        let runner = state.runners;
        state.runners += 1;
        drop(state);
        let member = GroupMember { group: self.clone(), runner, rank };
        Runner::in_group(member, name, spawner, wake)
    }
}

/// A runner's place in its group.
pub(super) struct GroupMember {
    group: RunnerGroup,
    runner: usize,
    rank: u8,
}

impl GroupMember {
    /// Adds a job of the runner. It stays in the group until its ticket is dropped.
    pub(super) fn add(&self, kind: JobKind, stop: Arc<StopFlag>) -> GroupTicket {
        let rank = JobRank { kind, rank: self.rank };
        let mut state = lock_briefly(&self.group.0);
        state.jobs.push(GroupJob { runner: self.runner, rank, stop: stop.clone() });
        state.set_pauses();
        GroupTicket { group: self.group.clone(), stop }
    }

    /// Changes the stop flags of the runner's jobs of a kind.
    pub(super) fn change_all(&self, kind: JobKind, change: impl Fn(&StopFlag)) {
        let state = lock_briefly(&self.group.0);
        let own = |job: &&GroupJob| job.runner == self.runner && job.rank.kind == kind;
        state.jobs.iter().filter(own).for_each(|job| change(&job.stop));
    }
}

/// Keeps a job in its group.
pub(super) struct GroupTicket {
    group: RunnerGroup,
    stop: Arc<StopFlag>,
}

impl Drop for GroupTicket {
    fn drop(&mut self) {
        let mut state = lock_briefly(&self.group.0);
        state.jobs.retain(|job| !Arc::ptr_eq(&job.stop, &self.stop));
        state.set_pauses();
    }
}
