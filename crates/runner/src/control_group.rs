//! Control groups of Linux, one for each run: the kernel refuses what exceeds their limits.
//!
//! Only root can make them, and only root needs them, because the kernel does not count its
//! processes. The controller of processes is used in both versions of control groups, that of
//! memory in version 2.

#[cfg(target_os = "linux")]
pub(crate) use linux::ControlGroup;
#[cfg(not(target_os = "linux"))]
pub(crate) use other::ControlGroup;

#[cfg(not(target_os = "linux"))]
mod other {
    use std::{ffi::OsString, io};

    use crate::sandbox::RunLimits;

    /// No other system has them.
    pub(crate) enum ControlGroup {}

    impl ControlGroup {
        pub(crate) fn new(_tag: &str, _limits: &RunLimits) -> io::Result<ControlGroup> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub(crate) fn remove_leftovers() {}

        pub(crate) fn prefix(&self) -> Vec<OsString> {
            match *self {}
        }

        pub(crate) fn is_out_of_memory(&self) -> bool {
            match *self {}
        }
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::{
        ffi::OsString,
        io::{self, Write},
        path::{Path, PathBuf},
        thread,
        time::Duration,
    };
    use web_time::Instant;

    use rustix::process::{Pid, Signal, kill_process};

    use crate::sandbox::RunLimits;
    use minnow_base::files::{self, system};

    /// The root of the groups in version 2, and that of the controller of processes in version 1.
    const ROOTS: [&str; 2] = ["/sys/fs/cgroup", "/sys/fs/cgroup/pids"];

    /// The beginning of a group's name; the rest is the tag of the run.
    const PREFIX: &str = "minnow-";

    /// The file with the processes of a group.
    const PROCESSES: &str = "cgroup.procs";

    /// The file with the maximum number of threads in a group.
    const MAX_THREADS: &str = "pids.max";

    /// The most of a file of a group that is read, in bytes.
    const MAX_BYTES: usize = 1 << 20;

    /// The time for the killed processes of a group to end.
    const END_TIME: Duration = Duration::from_secs(2);

    /// The time between two tries to remove a group.
    const END_INTERVAL: Duration = Duration::from_millis(1);

    /// A script that joins the group in the folder `$1` and becomes the command behind it.
    const JOIN: &str = "echo $$ > \"$1/cgroup.procs\" && shift && exec \"$@\"";

    /// The group of a run. Dropping it ends its processes.
    pub(crate) struct ControlGroup {
        folder: PathBuf,
    }

    impl ControlGroup {
        /// Makes a group for the run with this tag.
        ///
        /// # Errors
        ///
        /// The system's error if it has no such groups or does not let this user make one.
        pub(crate) fn new(tag: &str, limits: &RunLimits) -> io::Result<ControlGroup> {
            let root = root().ok_or(io::ErrorKind::Unsupported)?;
            let folder = root.join(format!("{PREFIX}{tag}"));
            system::create_dir_all(&folder)?;
            let group = ControlGroup { folder };
            group.write(MAX_THREADS, limits.max_threads())?;
            // Without the controller, the checks alone bound the memory.
            let memory = [
                ("memory.max", limits.memory_bytes),
                ("memory.swap.max", 0),
                // All processes end if one exceeds the limit.
                ("memory.oom.group", 1),
            ];
            for (name, value) in memory {
                let _ = group.write(name, value);
            }
            Ok(group)
        }

        /// Ends the groups of programs like this one that were killed.
        pub(crate) fn remove_leftovers() {
            let Some(entries) = root().and_then(|root| system::read_dir(root).ok()) else { return };
            let owner_has_ended = |name: &str| {
                let owner = name.strip_prefix(PREFIX).and_then(|tag| tag.split('-').next());
                let owner: Option<u32> = owner.and_then(|number| number.parse().ok());
                owner.is_some_and(|number| !system::exists(Path::new(&format!("/proc/{number}"))))
            };
            for entry in entries.flatten() {
                if entry.file_name().to_str().is_some_and(owner_has_ended) {
                    drop(ControlGroup { folder: entry.path() });
                }
            }
        }

        /// The words before a command that start it in this group.
        pub(crate) fn prefix(&self) -> Vec<OsString> {
            let script = ["sh", "-c", JOIN, "sh"].map(OsString::from);
            script.into_iter().chain([self.folder.clone().into_os_string()]).collect()
        }

        /// True if the kernel ended processes that needed too much memory.
        pub(crate) fn is_out_of_memory(&self) -> bool {
            let events = self.text("memory.events");
            events
                .lines()
                .filter_map(|line| line.strip_prefix("oom_kill "))
                .any(|kills| kills != "0")
        }

        fn processes(&self) -> Vec<Pid> {
            let text = self.text(PROCESSES);
            text.lines().filter_map(|line| Pid::from_raw(line.parse().ok()?)).collect()
        }

        fn text(&self, name: &str) -> String {
            files::load_text(&self.folder.join(name), MAX_BYTES).unwrap_or_default()
        }

        fn write(&self, name: &str, value: u64) -> io::Result<()> {
            let mut file = system::open_for_appending(&self.folder.join(name))?;
            file.write_all(value.to_string().as_bytes())
        }
    }

    impl Drop for ControlGroup {
        fn drop(&mut self) {
            // From now on no process starts another one, so that each is found.
            let _ = self.write(MAX_THREADS, 0);
            let deadline = Instant::now() + END_TIME;
            loop {
                for process in self.processes() {
                    let _ = kill_process(process, Signal::KILL);
                }
                // A group with processes cannot be removed.
                let _ = system::remove_dir(&self.folder);
                if !system::exists(&self.folder) || Instant::now() > deadline {
                    return;
                }
                thread::sleep(END_INTERVAL);
            }
        }
    }

    fn root() -> Option<&'static Path> {
        ROOTS.into_iter().map(Path::new).find(|root| system::exists(&root.join(PROCESSES)))
    }

    #[cfg(test)]
    mod tests {
        use std::{mem, os::unix::process::ExitStatusExt, process::Command};

        use super::*;
        use crate::processes::RunId;

        #[test]
        fn a_group_ends_with_its_processes() {
            let Ok(group) = ControlGroup::new(&RunId::next().tag(), &RunLimits::default()) else {
                // Only root can make groups, and not everywhere.
                return;
            };
            let folder = group.folder.clone();
            let words = group.prefix();
            let mut command = Command::new(&words[0]);
            let mut process = command.args(&words[1..]).args(["sleep", "20"]).spawn().unwrap();
            let deadline = Instant::now() + Duration::from_secs(10);
            while group.processes().is_empty() && Instant::now() < deadline {}
            drop(group);
            assert_eq!(process.wait().unwrap().signal(), Some(9));
            assert!(!system::exists(&folder));
        }

        #[test]
        fn groups_of_a_killed_program_are_removed() {
            // Greater than each number of a process.
            if let Ok(group) = ControlGroup::new("999999999-0", &RunLimits::default()) {
                let folder = group.folder.clone();
                mem::forget(group);
                ControlGroup::remove_leftovers();
                assert!(!system::exists(&folder));
            }
        }
    }
}
