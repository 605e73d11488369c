//! The thread that starts programs, and the process that ends them with this program.
//!
//! On Linux a program ends with the thread that started it (`setpriv --pdeathsig`, bubblewrap's
//! `--die-with-parent`). So all programs are started on one thread that lasts as long as this
//! program: the threads of callers end earlier. What a program has started itself gets no such signal
//! without bubblewrap. A [`Watchdog`] ends its group of processes when its pipe closes, which the
//! system does however this program ends.

use std::{
    io,
    process::{Child, Command},
    sync::{
        LazyLock, Mutex,
        mpsc::{self, Receiver, Sender},
    },
};

use minnow_base::sync::lock_briefly;
use minnow_jobs::Spawner;

/// A command to be started, and the way back of the result.
struct StartRequest {
    command: Command,
    answer: Sender<io::Result<Child>>,
}

/// Starts a command on the lasting thread.
///
/// # Errors
///
/// The system's error.
pub(crate) fn spawn(command: Command) -> io::Result<Child> {
    static LAUNCHER: LazyLock<Mutex<Sender<StartRequest>>> = LazyLock::new(|| {
        let (sender, requests) = mpsc::channel();
        // A refused thread drops the receiver, which each request then notices.
        drop(Spawner::default().start::<()>("launcher", || {}, move |_| serve(&requests)));
        Mutex::new(sender)
    });
    let (answer, result) = mpsc::channel();
    let sent = lock_briefly(&LAUNCHER).send(StartRequest { command, answer });
    let no_thread = || io::Error::other("there is no thread to start programs");
    sent.map_err(|_| no_thread())?;
    result.recv().map_err(|_| no_thread())?
}

fn serve(requests: &Receiver<StartRequest>) {
    for StartRequest { mut command, answer } in requests {
        let _ = answer.send(command.spawn());
    }
}

/// A process that waits for the end of this program, and then ends a group of processes. Dropping it
/// ends the process alone.
#[cfg(unix)]
pub(crate) struct Watchdog(Child);

/// Elsewhere nothing ends a program whose starter was killed but the end of its input.
#[cfg(not(unix))]
pub(crate) type Watchdog = std::convert::Infallible;

/// Watches the process group that this process leads; `None` if the system has no `sh` or refuses.
#[cfg(unix)]
pub(crate) fn watch(leader: &Child) -> Option<Watchdog> {
    use std::{os::unix::process::CommandExt, process::Stdio};

    // The end of the input ends `read`. The watchdog has a group of its own, so that a signal from a
    // terminal does not end it.
    let script = "read -r _; kill -s KILL -- \"-$1\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh"]).arg(leader.id().to_string());
    command.current_dir("/").env_clear();
    command.envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    command.spawn().ok().map(Watchdog)
}

#[cfg(not(unix))]
pub(crate) fn watch(_leader: &Child) -> Option<Watchdog> {
    None
}

#[cfg(unix)]
impl Drop for Watchdog {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::{
        env,
        io::{BufRead, BufReader},
        os::unix::process::{CommandExt, ExitStatusExt},
        path::Path,
        process::Stdio,
        thread,
        time::Duration,
    };
    use web_time::Instant;

    use super::*;
    use crate::{Launch, Runner, processes};

    /// The time of what happens at once on a machine that is not busy.
    const PATIENCE: Duration = Duration::from_secs(20);

    /// The variable by which a test starts this program again, to kill it: a number of [`runners`].
    const VICTIM: &str = "MINNOW_TEST_VICTIM";

    /// Each way to start programs, also those that do not work here.
    fn runners() -> Vec<Runner> {
        Runner::candidates().into_iter().chain([Runner::PLAIN]).collect()
    }

    #[test]
    fn a_group_ends_when_the_pipe_closes() {
        let mut command = Command::new("sleep");
        command.arg("63").stdin(Stdio::null()).process_group(0);
        let mut leader = spawn(command).unwrap();
        let mut watchdog = watch(&leader).unwrap();
        assert!(leader.try_wait().unwrap().is_none());
        drop(watchdog.0.stdin.take());
        assert_eq!(leader.wait().unwrap().signal(), Some(9));
    }

    #[test]
    fn a_dropped_watchdog_ends_nothing_else() {
        let mut command = Command::new("cat");
        command.stdin(Stdio::piped()).stdout(Stdio::null()).process_group(0);
        let mut leader = spawn(command).unwrap();
        drop(watch(&leader).unwrap());
        drop(leader.stdin.take());
        assert!(leader.wait().unwrap().success());
    }

    #[test]
    fn a_missing_program_is_an_error() {
        assert!(spawn(Command::new("no-such-program")).is_err());
    }

    /// Does nothing unless the test below runs it in a process of its own. The thread that starts the
    /// program ends at once.
    #[test]
    fn victim() {
        let Ok(number) = env::var(VICTIM) else { return };
        let runner = runners()[number.parse::<usize>().unwrap()].clone();
        let starter = thread::spawn(move || {
            // The inner shell answers: before that, it may be becoming another program.
            let script = "sh -c 'read -r line; echo $line; sleep 64; true'; true";
            let command = ["sh", "-c", script].map(str::to_owned);
            runner.start(&Launch::new(&command, Path::new("/"))).unwrap()
        });
        let mut child = starter.join().unwrap();
        child.send("up\n");
        assert_eq!(child.line(Instant::now() + PATIENCE), Ok(Some("up".to_owned())));
        println!("tag {}", child.tag);
        thread::sleep(PATIENCE);
    }

    #[test]
    fn a_killed_program_leaves_nothing_running() {
        for (number, runner) in runners().iter().enumerate().filter(|(_, runner)| runner.works()) {
            kill_victim(number, runner);
        }
    }

    fn kill_victim(number: usize, runner: &Runner) {
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", "launcher::tests::victim", "--nocapture"]);
        command.env(VICTIM, number.to_string());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut victim = command.spawn().unwrap();
        let lines = BufReader::new(victim.stdout.take().unwrap()).lines();
        let tag_of = |line: String| Some(line.split_once("tag ")?.1.to_owned());
        let tag = lines.map_while(Result::ok).find_map(tag_of).unwrap();
        assert!(processes::usage(&tag).processes >= 2, "{runner:?}");
        victim.kill().unwrap();
        victim.wait().unwrap();
        let deadline = Instant::now() + PATIENCE;
        while processes::usage(&tag).processes > 0 {
            assert!(Instant::now() < deadline, "{tag} is still running: {runner:?}");
            thread::yield_now();
        }
    }
}
