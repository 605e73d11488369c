//! The lines to and from a running program, with a log of the last of them.

use std::{collections::VecDeque, time::Duration};
use web_time::Instant;

use minnow_rules::visible;
use minnow_runner::{Child, Launch, PolledLine, RunFault, Runner};

use super::ProgramFault;

/// The lines that the log keeps.
const MAX_LOG_LINES: usize = 200;

/// The characters of a line that the log keeps.
const MAX_LOG_CHARS: usize = 300;

/// The maximum length of a line; the rest is left out.
const MAX_LINE_BYTES: usize = 64 << 10;

/// The time in which a program may end by itself when it is no longer needed, and in which one that
/// has closed its output reports its failure.
const END_TIME: Duration = Duration::from_millis(500);

/// The time between two looks at a stop flag.
pub(crate) const POLL_TIME: Duration = Duration::from_millis(20);

/// The time as a whole number of ms.
pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A running program and the log of what was said.
pub(crate) struct Conversation {
    child: Child,
    log: VecDeque<String>,
}

impl Conversation {
    pub(crate) fn start(runner: &Runner, launch: &Launch<'_>) -> Result<Conversation, RunFault> {
        Ok(Conversation { child: runner.start(launch)?, log: VecDeque::new() })
    }

    /// Sends lines, which begin a new answer for the limit of output.
    pub(crate) fn send(&mut self, text: &str) {
        for line in text.lines() {
            self.note('<', line);
        }
        self.child.begin_answer();
        self.child.send(text);
    }

    /// Allows a program that reports for long the output of another answer.
    pub(crate) fn begin_answer(&mut self) {
        self.child.begin_answer();
    }

    /// Waits this long for the next line, which has no invisible characters; `None` if there was none.
    ///
    /// # Errors
    ///
    /// A fault if the program has closed its output or exceeds a limit.
    pub(crate) fn poll(&mut self, patience: Duration) -> Result<Option<String>, ProgramFault> {
        match self.child.poll(patience)? {
            PolledLine::Line(mut line) => {
                line.truncate(line.floor_char_boundary(MAX_LINE_BYTES));
                let line = visible(&line).into_owned();
                self.note('>', &line);
                Ok(Some(line))
            }
            PolledLine::Nothing => Ok(None),
            PolledLine::End => Err(self.end_fault()),
        }
    }

    /// Why the program has closed its output.
    fn end_fault(&mut self) -> ProgramFault {
        match self.child.wait(Instant::now() + END_TIME) {
            Ok(()) | Err(RunFault::Time(_)) => ProgramFault::NoAnswer,
            Err(fault) => fault.into(),
        }
    }

    /// Sends the last lines, and waits a moment for the end of the program.
    pub(crate) fn finish(mut self, text: &str) {
        self.send(text);
        self.child.close_input();
        // The game is over: what the program does now costs it nothing.
        let _ = self.child.wait(Instant::now() + END_TIME);
    }

    fn note(&mut self, sign: char, line: &str) {
        if self.log.len() == MAX_LOG_LINES {
            self.log.pop_front();
        }
        let mut text = format!("{sign} ");
        text.extend(line.chars().take(MAX_LOG_CHARS));
        self.log.push_back(text);
    }

    /// The last lines: `< ` begins one to the program, `> ` one from it.
    pub(crate) fn log(&self) -> Vec<String> {
        self.log.iter().cloned().collect()
    }
}
