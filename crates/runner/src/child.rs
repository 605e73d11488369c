//! A started program: its lines in and out, its limits, and its end.

mod talk;

pub use talk::PolledLine;

use std::{
    ffi::OsString,
    io::{self, BufRead, BufReader, Read, Write},
    process::{self, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    thread,
    time::Duration,
};
use web_time::Instant;

use super::{
    control_group::ControlGroup,
    launcher::{self, Watchdog, watch},
    processes::{self, Usage},
    sandbox::{Launch, RunLimits},
};
use minnow_base::files::{plain_reason, size_text};
use minnow_jobs::Spawner;
use minnow_rules::excerpt;

/// The time between two checks of memory and processes.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// The time between two questions whether a program that has closed its output has ended.
const END_INTERVAL: Duration = Duration::from_millis(1);

/// The lines that are kept until they are asked for. After that the program waits.
const MAX_WAITING_LINES: usize = 64;

/// The end of the standard error that is kept, in bytes.
const MAX_ERROR_BYTES: usize = 4 << 10;

/// The time for the rest of the standard error after the end of a program.
const ERRORS_TIME: Duration = Duration::from_millis(200);

/// The variables of this program's environment that a started program gets, too.
const KEPT_VARIABLES: [&str; 9] = [
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "JAVA_HOME",
    "RUSTUP_HOME",
    "CARGO_HOME",
    "SystemRoot",
    "TEMP",
];

/// Why a program failed; each text is a sentence about it without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunFault {
    /// The system does not start the command.
    #[error("\"{}\" cannot be started: {reason}", excerpt(.command))]
    NotStarted {
        /// The first word of the command.
        command: String,
        /// The system's reason.
        reason: String,
    },
    /// The deadline has passed. The limit of time is that of the launch.
    #[error("it took longer than {} s", .0.as_secs_f64())]
    Time(Duration),
    /// More memory than allowed, in bytes.
    #[error("it used more than {} of memory", bytes_text(.0))]
    Memory(u64),
    /// More processes than allowed.
    #[error("it had more than {0} processes")]
    Processes(usize),
    /// More output than allowed, in bytes.
    #[error("it wrote more than {}", bytes_text(.0))]
    Output(u64),
    /// It reported a failure, or a signal ended it.
    #[error("it ended with {status}{}", errors_text(.errors))]
    Exit {
        /// The exit status or signal: `exit status 3`, `signal 9 (SIGKILL)`.
        status: String,
        /// The last line of its standard error.
        errors: String,
    },
}

impl RunFault {
    /// The system's error at the start of a launch.
    pub(crate) fn not_started(launch: &Launch<'_>, error: &io::Error) -> RunFault {
        let command = launch.command.first().cloned().unwrap_or_default();
        RunFault::NotStarted { command, reason: plain_reason(error) }
    }
}

fn bytes_text(bytes: &u64) -> String {
    size_text(usize::try_from(*bytes).unwrap_or(usize::MAX))
}

fn errors_text(errors: &str) -> String {
    if errors.is_empty() { String::new() } else { format!(" ({errors})") }
}

/// The next event of the program's standard output.
enum OutputEvent {
    Line(String),
    TooMuch,
    End,
}

/// A running program. Dropping it ends all its processes.
pub struct Child {
    process: process::Child,
    /// In the environment of all its processes.
    pub(crate) tag: String,
    /// Until its end.
    group: Option<ControlGroup>,
    /// True if its control group had no memory left.
    is_out_of_memory: bool,
    /// True once all its processes were ended.
    has_ended: bool,
    limits: RunLimits,
    input: Option<Sender<String>>,
    output: Receiver<OutputEvent>,
    /// The end of the standard error, once it is closed.
    errors: Receiver<Vec<u8>>,
    next_check: Instant,
    /// The output that was read since the start or the last answer, in bytes.
    written: Arc<AtomicU64>,
    /// Ends the processes if this program ends first.
    watchdog: Option<Watchdog>,
}

impl Child {
    /// Starts this command line for a launch. Its environment has the tag, and its processes end with
    /// the group.
    pub(crate) fn start(
        words: &[OsString],
        launch: &Launch<'_>,
        tag: String,
        group: Option<ControlGroup>,
    ) -> Result<Child, RunFault> {
        let not_started = |error: io::Error| RunFault::not_started(launch, &error);
        let Some((program, arguments)) = words.split_first() else {
            return Err(not_started(io::Error::other("the command is empty")));
        };
        let mut command = Command::new(program);
        command.args(arguments).current_dir(launch.folder).env_clear().env(processes::TAG, &tag);
        // Python would write its bytecode beside the program.
        command.env("PYTHONDONTWRITEBYTECODE", "1");
        command
            .envs(KEPT_VARIABLES.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = launcher::spawn(command).map_err(not_started)?;
        let watchdog = watch(&process);
        let (input, texts) = mpsc::channel();
        let (lines, output) = mpsc::sync_channel(MAX_WAITING_LINES);
        let (error_end, errors) = mpsc::channel();
        if let Some(stdin) = process.stdin.take() {
            in_background(move || write_texts(stdin, &texts));
        }
        let written = Arc::new(AtomicU64::new(0));
        if let Some(stdout) = process.stdout.take() {
            let (max_bytes, written) = (launch.limits.output_bytes, written.clone());
            in_background(move || read_lines(stdout, max_bytes, &written, &lines));
        }
        if let Some(stderr) = process.stderr.take() {
            in_background(move || error_end.send(end_of(stderr)).unwrap_or_default());
        }
        let next_check = Instant::now() + CHECK_INTERVAL;
        let limits = launch.limits;
        Ok(Child {
            process,
            tag,
            group,
            is_out_of_memory: false,
            has_ended: false,
            limits,
            input: Some(input),
            output,
            errors,
            next_check,
            written,
            watchdog,
        })
    }

    /// Sends a text to the standard input. This never waits, and a program that has ended gets
    /// nothing: its next line says why.
    pub fn send(&mut self, text: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(text.to_owned());
        }
    }

    /// Closes the standard input after what was sent.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the next line of the standard output, without its end; `None` after the last.
    ///
    /// # Errors
    ///
    /// A [`RunFault`] if the deadline passes or the program exceeds a limit.
    pub fn line(&mut self, deadline: Instant) -> Result<Option<String>, RunFault> {
        loop {
            let rest = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(rest.min(CHECK_INTERVAL)) {
                Ok(OutputEvent::Line(line)) => return Ok(Some(line)),
                Ok(OutputEvent::TooMuch) => return Err(RunFault::Output(self.limits.output_bytes)),
                Ok(OutputEvent::End) | Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    // A process that the program left running would keep its output open. This comes
                    // before the deadline, which short polls always reach.
                    if self.status().is_some() {
                        self.end();
                    }
                    self.check(deadline)?;
                }
            }
        }
    }

    /// Waits for the end of the program, whose output is no longer read.
    ///
    /// # Errors
    ///
    /// [`RunFault::Exit`] if it reports a failure, and the faults of [`Child::line`].
    pub fn wait(&mut self, deadline: Instant) -> Result<(), RunFault> {
        loop {
            if let Some(status) = self.status() {
                self.end();
                return if status.success() { Ok(()) } else { Err(self.exit_fault(status)) };
            }
            self.check(deadline)?;
            thread::sleep(END_INTERVAL);
        }
    }

    fn status(&mut self) -> Option<ExitStatus> {
        self.process.try_wait().ok().flatten()
    }

    fn exit_fault(&self, status: ExitStatus) -> RunFault {
        if self.is_out_of_memory {
            return RunFault::Memory(self.limits.memory_bytes);
        }
        let errors = self.errors.recv_timeout(ERRORS_TIME).unwrap_or_default();
        let text = String::from_utf8_lossy(&errors);
        let last = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
        // `exit status 3`, without the colon of the standard library.
        let status = status.to_string().replacen(": ", " ", 1);
        RunFault::Exit { status, errors: excerpt(last.unwrap_or_default()) }
    }

    /// Compares what the program uses with its limits, not more often than the interval asks.
    fn check(&mut self, deadline: Instant) -> Result<(), RunFault> {
        let now = Instant::now();
        if now >= deadline {
            return Err(RunFault::Time(self.limits.time));
        }
        if now < self.next_check {
            return Ok(());
        }
        let Usage { processes, memory_bytes } = processes::usage(&self.tag);
        self.next_check = Instant::now() + CHECK_INTERVAL;
        if processes > self.limits.processes {
            return Err(RunFault::Processes(self.limits.processes));
        }
        if memory_bytes > self.limits.memory_bytes {
            return Err(RunFault::Memory(self.limits.memory_bytes));
        }
        Ok(())
    }

    /// Ends all processes of the program, once: later another program could have their numbers.
    fn end(&mut self) {
        if std::mem::replace(&mut self.has_ended, true) {
            return;
        }
        // First, because the number of the group may be given to others once it has ended.
        self.watchdog = None;
        processes::end_group(&mut self.process);
        if let Some(group) = self.group.take() {
            self.is_out_of_memory = group.is_out_of_memory();
        }
        processes::end_tagged(&self.tag);
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.end();
    }
}

/// Runs one end of a pipe on a thread of its own, which ends with the pipe.
fn in_background(work: impl FnOnce() + Send + 'static) {
    drop(Spawner::default().start::<()>("pipe", || {}, move |_| work()));
}

fn write_texts(mut stdin: ChildStdin, texts: &Receiver<String>) {
    for text in texts {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until the output ends, or until it is more than allowed since `written` was set to 0.
fn read_lines(
    stdout: ChildStdout,
    max_bytes: u64,
    written: &AtomicU64,
    events: &SyncSender<OutputEvent>,
) {
    let mut reader = BufReader::new(stdout);
    loop {
        let event = read_line(&mut reader, max_bytes, written);
        let is_last = !matches!(event, OutputEvent::Line(_));
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

fn read_line(reader: &mut impl BufRead, max_bytes: u64, written: &AtomicU64) -> OutputEvent {
    let mut line = Vec::new();
    loop {
        let chunk = match reader.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return OutputEvent::End,
        };
        let end = chunk.iter().position(|byte| *byte == b'\n').map(|at| at + 1);
        let length = end.unwrap_or(chunk.len());
        line.extend_from_slice(&chunk[..length]);
        reader.consume(length);
        // Counted only now: while this waited, a new answer may have begun.
        let length = length as u64;
        if written.fetch_add(length, Ordering::Relaxed) + length > max_bytes {
            return OutputEvent::TooMuch;
        }
        if line.is_empty() {
            return OutputEvent::End;
        }
        if end.is_some() || length == 0 {
            let text = String::from_utf8_lossy(&line);
            return OutputEvent::Line(text.trim_end_matches(['\r', '\n']).to_owned());
        }
    }
}

/// Reads the standard error to its end, and returns the last of it.
fn end_of(mut stderr: ChildStderr) -> Vec<u8> {
    let (mut kept, mut chunk) = (Vec::new(), [0; MAX_ERROR_BYTES]);
    while let Ok(length @ 1..) = stderr.read(&mut chunk) {
        kept.extend_from_slice(&chunk[..length]);
        kept.drain(..kept.len().saturating_sub(MAX_ERROR_BYTES));
    }
    kept
}
