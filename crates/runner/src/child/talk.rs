//! A long talk with a program: its limit of output counts for each answer, and its lines are polled.

use std::{sync::atomic::Ordering, time::Duration};
use web_time::Instant;

use super::{Child, RunFault};

/// A deadline in the future, for checks of the other limits.
const FAR: Duration = Duration::from_secs(3_600);

/// The state of a program's standard output after some patience.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PolledLine {
    /// A line, without its end.
    Line(String),
    /// Nothing yet.
    Nothing,
    /// The output is closed.
    End,
}

impl Child {
    /// Begins a new answer: the limit of output counts from here on.
    pub fn begin_answer(&mut self) {
        self.written.store(0, Ordering::Relaxed);
    }

    /// Waits this long for the next line. Unlike [`Child::line`] it is no fault if there is none, and
    /// the limits of memory and processes are checked while lines come in, too.
    ///
    /// # Errors
    ///
    /// A [`RunFault`] if the program exceeds a limit.
    pub fn poll(&mut self, patience: Duration) -> Result<PolledLine, RunFault> {
        let polled = match self.line(Instant::now() + patience) {
            Ok(Some(line)) => PolledLine::Line(line),
            Ok(None) => PolledLine::End,
            Err(RunFault::Time(_)) => PolledLine::Nothing,
            Err(fault) => return Err(fault),
        };
        self.check(Instant::now() + FAR)?;
        Ok(polled)
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::{ffi::OsString, path::Path};

    use super::*;
    use crate::{Launch, RunLimits, Runner, processes::RunId};

    const PATIENCE: Duration = Duration::from_secs(20);

    fn start(script: &str) -> Child {
        let command = ["sh", "-c", script].map(str::to_owned);
        let limits = RunLimits { output_bytes: 1 << 20, ..RunLimits::default() };
        let launch = Launch { limits, ..Launch::new(&command, Path::new("/")) };
        Runner::new().start(&launch).unwrap()
    }

    #[test]
    fn the_limit_of_output_counts_for_each_answer() {
        let script = "while read -r size; do head -c $size /dev/zero; echo; done";
        let mut child = start(script);
        for _ in 0..3 {
            child.begin_answer();
            child.send("900000\n");
            let Ok(PolledLine::Line(line)) = child.poll(PATIENCE) else { panic!("no line") };
            assert_eq!(line.len(), 900_000);
        }
        child.begin_answer();
        child.send("2000000\n");
        assert_eq!(child.poll(PATIENCE), Err(RunFault::Output(1 << 20)));
    }

    #[test]
    fn silence_is_no_fault_of_a_polled_program() {
        let mut child = start("read -r line; echo $line");
        assert_eq!(child.poll(Duration::ZERO), Ok(PolledLine::Nothing));
        child.send("hello\n");
        assert_eq!(child.poll(PATIENCE), Ok(PolledLine::Line("hello".to_owned())));
        assert_eq!(child.poll(PATIENCE), Ok(PolledLine::End));
    }

    /// Without a sandbox, which would end what the program has started with it.
    #[test]
    fn short_polls_notice_an_ended_program() {
        let words = ["sh", "-c", "sleep 61 & exit 3"].map(OsString::from);
        let command = ["sh".to_owned()];
        let launch = Launch::new(&command, Path::new("/"));
        let mut child = Child::start(&words, &launch, RunId::next().tag(), None).unwrap();
        let deadline = Instant::now() + PATIENCE;
        while child.poll(Duration::from_millis(5)).unwrap() == PolledLine::Nothing {
            assert!(Instant::now() < deadline, "its output is still open");
        }
        let fault = child.wait(deadline).unwrap_err().to_string();
        assert_eq!(fault, "it ended with exit status 3");
    }
}
