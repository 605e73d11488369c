//! How a program is started: its limits, what it sees of the machine, and the tools of the system
//! that see to both.
//!
//! On Linux, `setpriv` ends the program with the thread that started it, `prlimit` bounds what would
//! fill the machine before the next check, and bubblewrap gives it namespaces of its own. A limit of
//! processes never binds root, even in namespaces, so root starts each program in a control group or
//! as another user. Which of these means work is tried once: a distribution may lack them, or forbid
//! namespaces.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};
use web_time::Instant;

use super::{
    child::{Child, RunFault},
    control_group::ControlGroup,
    processes::{self, RunId},
};
use minnow_base::files::system;

/// Threads of all programs of the machine beyond those of now, after which no program that is started
/// here gets a new one. It ends a fork bomb that is faster than the checks.
const SPARE_THREADS: u64 = 2_000;

/// The threads for each process that a program may have, if the kernel counts those of a single run.
/// The virtual machine of Java has dozens.
const THREADS_PER_PROCESS: u64 = 16;

/// The room in each folder that is empty in a sandbox, such as `/tmp`, in bytes.
const TEMPORARY_BYTES: u64 = 64 << 20;

/// The time to try a way of starting programs.
const TRIAL_TIME: Duration = Duration::from_secs(10);

/// The limits of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// The time of a run.
    pub time: Duration,
    /// The memory of all its processes together, in bytes.
    pub memory_bytes: u64,
    /// The maximum size of its standard output, or of each answer of a long talk
    /// ([`Child::begin_answer`]), and of a file, in bytes.
    pub output_bytes: u64,
    /// The number of its processes at a time.
    pub processes: usize,
}

impl Default for RunLimits {
    /// 2 s, 512 MB of memory, 10 MB of output and 32 processes.
    fn default() -> RunLimits {
        RunLimits {
            time: Duration::from_secs(2),
            memory_bytes: 512 << 20,
            output_bytes: 10 << 20,
            processes: 32,
        }
    }
}

impl RunLimits {
    /// The threads of all processes together, after which the kernel refuses more. The checks end a
    /// program that has too many processes; this holds until the next one.
    pub(crate) fn max_threads(&self) -> u64 {
        self.processes as u64 * THREADS_PER_PROCESS
    }
}

/// A program to be started.
#[derive(Clone, Copy, Debug)]
pub struct Launch<'a> {
    /// The program and its arguments.
    pub command: &'a [String],
    /// The folder in which it starts.
    pub folder: &'a Path,
    /// True if it may write there.
    pub writes_folder: bool,
    /// Files and folders that a sandbox hides; `folder` stays visible.
    pub hidden: &'a [PathBuf],
    /// Files and folders that a sandbox shows, although they lie in one that is empty there, such as
    /// `/tmp`.
    pub shown: &'a [PathBuf],
    /// Its limits.
    pub limits: RunLimits,
}

impl<'a> Launch<'a> {
    /// A command that only reads, with the default limits.
    pub fn new(command: &'a [String], folder: &'a Path) -> Launch<'a> {
        let limits = RunLimits::default();
        Launch { command, folder, writes_folder: false, hidden: &[], shown: &[], limits }
    }
}

/// The means that separate a started program from the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Isolation {
    /// Namespaces and limits.
    Sandbox,
    /// Limits.
    Limits,
    /// The checks of this crate.
    Nothing,
}

/// The bound of a program's processes until the next check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProcessBound {
    /// The control group of the run.
    ControlGroup,
    /// A user for each run, and this user's limit.
    RunUser,
    /// The limit of the user who runs this program.
    OwnUser,
    /// Nothing that is known here.
    Nothing,
}

/// Starts programs.
#[derive(Clone, Debug)]
pub struct Runner {
    isolation: Isolation,
    bound: ProcessBound,
}

impl Default for Runner {
    fn default() -> Runner {
        Runner::new()
    }
}

impl Runner {
    /// With the checks of this crate alone.
    pub(crate) const PLAIN: Runner =
        Runner { isolation: Isolation::Nothing, bound: ProcessBound::Nothing };

    /// A runner with the best isolation that works here. It ends what a killed program like this one
    /// has left in control groups.
    pub fn new() -> Runner {
        if processes::is_root() {
            ControlGroup::remove_leftovers();
        }
        Runner::candidates().into_iter().find(Runner::works).unwrap_or(Runner::PLAIN)
    }

    /// The runners with the tools of Linux, the best first. A bound of processes protects the whole
    /// machine, so it comes before namespaces.
    pub(crate) fn candidates() -> Vec<Runner> {
        let bounds: &[ProcessBound] = if processes::is_root() {
            &[ProcessBound::ControlGroup, ProcessBound::RunUser, ProcessBound::Nothing]
        } else {
            &[ProcessBound::OwnUser]
        };
        let isolations = [Isolation::Sandbox, Isolation::Limits];
        let with = |bound: &ProcessBound| {
            let bound = *bound;
            isolations.map(|isolation| Runner { isolation, bound })
        };
        bounds.iter().flat_map(with).collect()
    }

    /// True if a program can be started in this way.
    pub(crate) fn works(&self) -> bool {
        let command = ["true".to_owned()];
        let limits = RunLimits { time: TRIAL_TIME, ..RunLimits::default() };
        let launch = Launch { limits, ..Launch::new(&command, Path::new("/")) };
        self.run(&launch, "").is_ok()
    }

    /// True if a program can start processes faster than they are ended, which can bring the machine
    /// to a stop: the user is root, and neither a control group nor another user for the programs
    /// works here.
    pub fn is_unbounded(&self) -> bool {
        self.bound == ProcessBound::Nothing && processes::is_root()
    }

    /// The protection that is missing here, and the harm that a started program can do, as sentences
    /// without a full stop; `None` in a sandbox with every bound.
    pub fn gaps(&self) -> Option<String> {
        let isolation = match self.isolation {
            Isolation::Sandbox => None,
            Isolation::Limits => Some(
                "bubblewrap is not installed or does not work here, so the programs can read and \
                 change your files and use the network",
            ),
            Isolation::Nothing if cfg!(target_os = "linux") => Some(
                "bubblewrap, setpriv or prlimit are missing or do not work here, so the programs can \
                 read and change your files, use the network, fill the disk and start as many \
                 processes as your account may",
            ),
            Isolation::Nothing => Some(
                "this system has no bubblewrap, so the programs can read and change your files, use \
                 the network and fill memory and disk, and what they start themselves may go on",
            ),
        };
        let bound = match self.bound {
            ProcessBound::ControlGroup | ProcessBound::OwnUser => None,
            ProcessBound::RunUser => Some(
                "you are root and no control group can be made here, so each program runs as another \
                 user: its folder must be readable for all users, and its build cannot write there",
            ),
            ProcessBound::Nothing if self.is_unbounded() => Some(
                "you are root, so the programs can start processes faster than they are ended, which \
                 can bring the machine to a stop",
            ),
            ProcessBound::Nothing => None,
        };
        let gaps: Vec<&str> = isolation.into_iter().chain(bound).collect();
        (!gaps.is_empty()).then(|| gaps.join("; "))
    }

    /// Runs a program to its end, and returns its output.
    ///
    /// # Errors
    ///
    /// A [`RunFault`] if it cannot be started, exceeds a limit or reports a failure.
    pub fn run(&self, launch: &Launch<'_>, input: &str) -> Result<String, RunFault> {
        let deadline = Instant::now() + launch.limits.time;
        let mut child = self.start(launch)?;
        child.send(input);
        child.close_input();
        let mut output = String::new();
        while let Some(line) = child.line(deadline)? {
            output.push_str(&line);
            output.push('\n');
        }
        child.wait(deadline)?;
        Ok(output)
    }

    /// Starts a program. It ends with the value, and on Unix with this program, however that ends.
    ///
    /// # Errors
    ///
    /// [`RunFault::NotStarted`] if the system refuses.
    pub fn start(&self, launch: &Launch<'_>) -> Result<Child, RunFault> {
        let run = RunId::next();
        let group = match self.bound {
            ProcessBound::ControlGroup => {
                let group = ControlGroup::new(&run.tag(), &launch.limits);
                Some(group.map_err(|error| RunFault::not_started(launch, &error))?)
            }
            _ => None,
        };
        let mut line = group.as_ref().map_or_else(Vec::new, ControlGroup::prefix);
        line.extend(self.prefix(launch, run));
        line.extend(launch.command.iter().map(OsString::from));
        Child::start(&line, launch, run.tag(), group)
    }

    /// The words before the command.
    fn prefix(&self, launch: &Launch<'_>, run: RunId) -> Vec<OsString> {
        if self.isolation == Isolation::Nothing {
            return Vec::new();
        }
        let mut line = words(["setpriv", "--pdeathsig", "KILL"]);
        let mut threads = processes::threads_of_machine() + SPARE_THREADS;
        if self.bound == ProcessBound::RunUser {
            let user = run.user();
            line.extend([format!("--reuid={user}"), format!("--regid={user}")].map(OsString::from));
            line.push("--clear-groups".into());
            threads = launch.limits.max_threads();
        }
        let fsize = processes::within_hard_file_limit(launch.limits.output_bytes);
        let nproc = processes::within_hard_thread_limit(threads);
        let limits = [format!("--fsize={fsize}"), format!("--nproc={nproc}")];
        line.extend(words(["--", "prlimit", "--core=0"]));
        line.extend(limits.map(OsString::from));
        line.push("--".into());
        if self.isolation == Isolation::Sandbox {
            line.extend(sandbox(launch));
        }
        line
    }
}

fn words<const N: usize>(words: [&str; N]) -> Vec<OsString> {
    Vec::from(words.map(OsString::from))
}

/// The command line of bubblewrap up to the program. Later mounts lie over earlier ones, so the folder
/// comes last.
fn sandbox(launch: &Launch<'_>) -> Vec<OsString> {
    let mut line = words(["bwrap", "--unshare-all", "--die-with-parent", "--new-session"]);
    // Root could otherwise undo the mounts, and leave its control group.
    line.extend(words(["--cap-drop", "ALL"]));
    line.extend(words(["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]));
    let size = TEMPORARY_BYTES.to_string();
    let empty = ["--size", size.as_str(), "--tmpfs"];
    line.extend(words(empty));
    line.push("/tmp".into());
    // Services of the desktop and of containers listen there, and would start programs outside.
    line.extend(words(empty));
    line.push("/run".into());
    // Some distributions keep their programs there.
    line.extend(words(["--ro-bind-try", "/run/current-system", "/run/current-system"]));
    for path in launch.shown {
        line.extend([OsString::from("--ro-bind-try"), path.into(), path.into()]);
    }
    for path in launch.hidden.iter().filter(|path| system::exists(path)) {
        if system::is_dir(path) {
            line.extend(words(empty));
        } else {
            line.extend(words(["--ro-bind", "/dev/null"]));
        }
        line.push(path.into());
    }
    if launch.folder != Path::new("/") {
        let bind = if launch.writes_folder { "--bind" } else { "--ro-bind" };
        line.extend([OsString::from(bind), launch.folder.into(), launch.folder.into()]);
    }
    line.extend([OsString::from("--chdir"), launch.folder.into(), "--".into()]);
    line
}
