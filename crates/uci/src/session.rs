//! An engine that goes on after the end of its commands, for the fuzz target of sessions: making a
//! searcher and a thread takes longer than most sessions.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
};

use super::{TaskEnd, Uci, UciOutput};
use minnow_engine::SharedSearcher;
use minnow_jobs::{Runner, Spawner};

/// A count that a later command ends continues up to this many sequences.
const MAX_LATE_SEQUENCES: u64 = 10_000;

/// An engine that carries out one session after the other.
pub struct UciSessions {
    uci: Uci,
    output: SharedBuffer,
}

impl UciSessions {
    /// A new engine with a table of 1 MB and without end-game tables.
    #[expect(clippy::new_without_default, reason = "it allocates a table and starts a thread")]
    pub fn new() -> UciSessions {
        let output = SharedBuffer::default();
        let uci = Uci::new(UciOutput::new(output.clone()), new_runner(), SharedSearcher::new(1));
        UciSessions { uci, output }
    }

    /// Replaces all but the search's thread and memory, which are cleared.
    fn reset(&mut self) {
        let runner = std::mem::replace(&mut self.uci.runner, new_runner());
        let searcher = self.uci.searcher.clone();
        searcher.set_threads(1);
        // First, because an unused table of the same size is kept.
        searcher.new_game();
        searcher.resize_table(1);
        let uci = Uci::new(UciOutput::new(self.output.clone()), runner, searcher);
        self.uci = Uci { max_late_sequences: MAX_LATE_SEQUENCES, ..uci };
    }

    /// The lines that a new engine answers to these commands and a `stop` after them.
    pub fn answers(&mut self, commands: &str) -> String {
        self.run(commands, TaskEnd::Stopped)
    }

    fn run(&mut self, commands: &str, end: TaskEnd) -> String {
        self.reset();
        self.output.take();
        self.uci.execute_all(&mut commands.as_bytes());
        self.uci.end_task(end);
        self.output.take()
    }
}

/// A runner whose thread starts with the first search.
fn new_runner() -> Runner {
    Runner::new("search", Spawner::default(), || {})
}

/// Output that outlives the engine.
#[derive(Clone, Default)]
pub(super) struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl SharedBuffer {
    /// The text written since the last call.
    fn take(&self) -> String {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        bytes.clear();
        text
    }

    /// All lines so far.
    #[cfg(test)]
    pub(super) fn lines(&self) -> Vec<String> {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
    }
}

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_leaves_no_trace_in_the_next() {
        let mut sessions = UciSessions::new();
        let script = "isready\ngo depth 4\n";
        let first = sessions.run(script, TaskEnd::InputEnded);
        let other = "setoption name UCI_Variant value gardner\nsetoption name Level value 3\n\
            setoption name MultiPV value 2\nsetoption name Hash value 2\nucinewgame\n\
            position startpos moves b2b3\ngo depth 2\ngo infinite\ngo perft 12";
        let answers = sessions.answers(other);
        assert_eq!(answers.matches("bestmove ").count(), 2, "{answers}");
        let again = sessions.run(script, TaskEnd::InputEnded);
        let without_time = |text: &str| -> Vec<String> {
            let before_speed = |line: &str| line.split(" nps ").next().unwrap().to_owned();
            text.lines().map(before_speed).collect()
        };
        assert_eq!(without_time(&again), without_time(&first));
        assert!(first.contains("info depth 4 "), "{first}");
    }
}
