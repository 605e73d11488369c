//! The processes of a started program: counted, measured and ended together.
//!
//! A program starts with a tag in its environment, which its processes inherit. So those are found,
//! too, that have left its process group. Only Linux lets other programs read the tag.

use std::{
    process::Child,
    sync::atomic::{AtomicU64, Ordering},
};

use minnow_base::files::system::process_number;

/// The variable that holds the tag of a program.
pub(crate) const TAG: &str = "MINNOW_RUN";

/// The first number of users that the runs of root have, above those that systems give out.
const FIRST_USER: u64 = 2_000_000_000;

/// The numbers of users for the runs of one program.
const USERS: u64 = 10_000;

/// A run of a program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunId(u64);

impl RunId {
    pub(crate) fn next() -> RunId {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        RunId(NUMBER.fetch_add(1, Ordering::Relaxed))
    }

    /// A text that no other run has in its environment.
    pub(crate) fn tag(self) -> String {
        format!("{}-{}", process_number(), self.0)
    }

    /// The number of a user that no other run has at the same time.
    pub(crate) fn user(self) -> u64 {
        FIRST_USER + u64::from(process_number()) % USERS * USERS + self.0 % USERS
    }
}

/// The resources that the processes of a program use at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    pub processes: usize,
    pub memory_bytes: u64,
}

/// Ends the process group of a program, which is atomic: no process of the group can escape by
/// starting another one.
pub(crate) fn end_group(process: &mut Child) {
    #[cfg(unix)]
    let _ = rustix::process::kill_process_group(
        rustix::process::Pid::from_child(process),
        rustix::process::Signal::KILL,
    );
    let _ = process.kill();
    let _ = process.wait();
}

#[cfg(target_os = "linux")]
pub(crate) use linux::{
    end_tagged, is_root, threads_of_machine, usage, within_hard_file_limit,
    within_hard_thread_limit,
};
#[cfg(not(target_os = "linux"))]
pub(crate) use other::{
    end_tagged, is_root, threads_of_machine, usage, within_hard_file_limit,
    within_hard_thread_limit,
};

/// Other systems keep this to themselves.
#[cfg(not(target_os = "linux"))]
mod other {
    use super::Usage;

    pub(crate) fn end_tagged(_tag: &str) {}

    pub(crate) fn usage(_tag: &str) -> Usage {
        Usage::default()
    }

    pub(crate) fn is_root() -> bool {
        #[cfg(unix)]
        return rustix::process::geteuid().is_root();
        #[cfg(not(unix))]
        false
    }

    pub(crate) fn threads_of_machine() -> u64 {
        0
    }

    pub(crate) fn within_hard_file_limit(bytes: u64) -> u64 {
        bytes
    }

    pub(crate) fn within_hard_thread_limit(threads: u64) -> u64 {
        threads
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::path::Path;

    use rustix::process::{Pid, Resource, Signal, geteuid, getrlimit, kill_process};

    use super::{TAG, Usage};
    use minnow_base::files::{self, system};

    /// The most of an environment or a file of `/proc` that is read, in bytes.
    const MAX_BYTES: usize = 1 << 20;

    /// The searches for processes that are left after a program. Each ends those that it finds, and
    /// one that starts others faster than this is kept for the next.
    const MAX_SEARCHES: usize = 100;

    /// Ends all processes with this tag. A process has no environment for an instant while it becomes
    /// another program, so two searches in a row have to find none.
    pub(crate) fn end_tagged(tag: &str) {
        let mut found_none = false;
        for _ in 0..MAX_SEARCHES {
            let left = tagged(tag);
            if left.is_empty() && found_none {
                return;
            }
            found_none = left.is_empty();
            for process in left.into_iter().filter_map(Pid::from_raw) {
                let _ = kill_process(process, Signal::KILL);
            }
        }
    }

    /// The resources that the processes with this tag use together.
    pub(crate) fn usage(tag: &str) -> Usage {
        let processes = tagged(tag);
        let memory_bytes = processes.iter().filter_map(|id| resident_bytes(*id)).sum();
        Usage { processes: processes.len(), memory_bytes }
    }

    /// The processes with this tag. A process that has ended has no environment any more.
    fn tagged(tag: &str) -> Vec<i32> {
        let marker = format!("{TAG}={tag}");
        let has_tag = |id: &i32| {
            let environment = files::read(Path::new(&format!("/proc/{id}/environ")), MAX_BYTES);
            environment.is_ok_and(|environment| {
                environment.bytes.split(|byte| *byte == 0).any(|entry| entry == marker.as_bytes())
            })
        };
        let Ok(entries) = system::read_dir("/proc") else { return Vec::new() };
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        names.filter_map(|name| name.parse().ok()).filter(has_tag).collect()
    }

    fn proc_text(name: &str) -> Option<String> {
        files::load_text(Path::new(&format!("/proc/{name}")), MAX_BYTES).ok()
    }

    fn resident_bytes(id: i32) -> Option<u64> {
        let status = proc_text(&format!("{id}/status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kilobytes << 10)
    }

    /// True for the user whom no limit of processes binds. In a container, the user with the number of
    /// root can be another one of the machine.
    pub(crate) fn is_root() -> bool {
        let users = proc_text("self/uid_map").unwrap_or_default();
        // A line has the first number here, the first number outside, and their count.
        let outside = users.lines().find_map(|line| line.trim_start().strip_prefix("0 "));
        let is_same = outside.is_none_or(|numbers| numbers.trim_start().starts_with("0 "));
        geteuid().is_root() && is_same
    }

    /// The threads of all programs; 0 if the system does not say.
    pub(crate) fn threads_of_machine() -> u64 {
        let count = || {
            let load = proc_text("loadavg")?;
            let (_running, all) = load.split_whitespace().nth(3)?.split_once('/')?;
            all.parse().ok()
        };
        count().unwrap_or(0)
    }

    /// The size of files, or the hard limit of this program if that is lower: only root can raise it.
    pub(crate) fn within_hard_file_limit(bytes: u64) -> u64 {
        getrlimit(Resource::Fsize).maximum.map_or(bytes, |most| most.min(bytes))
    }

    /// The same of the number of threads.
    pub(crate) fn within_hard_thread_limit(threads: u64) -> u64 {
        getrlimit(Resource::Nproc).maximum.map_or(threads, |most| most.min(threads))
    }
}
