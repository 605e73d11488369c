//! A connection of a client: a thread reads its lines into an inbox; the client's own thread, or that of
//! its game, takes them out and writes.

use std::{
    io::{self, Read, Write},
    net::{Shutdown, TcpStream},
    sync::Arc,
    thread,
    time::Duration,
};

use minnow_jobs::Spawner;
use web_time::Instant;

use super::{
    hall::Hall,
    inbox::{Inbox, Input, InputEnd},
    limits::{LinePace, ServerLimits},
};
use crate::lines::{LineSplitter, is_passing};

/// The bytes of a read.
const READ_BYTES: usize = 512;

/// The place of a connection among those that the server allows, until it is dropped.
pub(crate) struct Slot {
    pub hall: Arc<Hall>,
    pub number: u64,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.hall.release(self.number);
    }
}

/// A connection. Dropping it closes it and gives its place free.
pub(crate) struct Connection {
    stream: Arc<TcpStream>,
    inbox: Arc<Inbox>,
    _slot: Slot,
}

impl Connection {
    /// Starts the thread that reads. `None` if the system refuses it.
    pub(crate) fn start(stream: Arc<TcpStream>, slot: Slot) -> Option<Connection> {
        let limits = slot.hall.limits;
        stream.set_write_timeout(Some(limits.write)).ok()?;
        // A request for a move must not wait for the next one.
        stream.set_nodelay(true).ok()?;
        let inbox = Arc::new(Inbox::default());
        let connection = Connection { stream, inbox, _slot: slot };
        let (source, target) = (connection.stream.clone(), connection.inbox.clone());
        let reader = Spawner::default().start::<()>(
            "imcs-read",
            || {},
            move |_| {
                if let Some(end) = read_lines(&source, &target, &limits) {
                    target.put_end(end);
                }
            },
        );
        // The thread ends with the connection.
        reader.is_started().then_some(connection)
    }

    /// The inbox, for news of an offer.
    pub(crate) fn inbox(&self) -> &Arc<Inbox> {
        &self.inbox
    }

    /// The next line; empty ones are left out.
    pub(crate) fn next_input(&self, deadline: Instant) -> Input {
        loop {
            match self.inbox.next_input(deadline) {
                Input::Line(line) if line.trim().is_empty() => {}
                input => return input,
            }
        }
    }

    /// Sends text with its line ends.
    pub(crate) fn send(&self, text: &str) -> io::Result<()> {
        (&*self.stream).write_all(text.as_bytes())
    }

    /// Ends the output: the client sees the end after the last line.
    pub(crate) fn end_output(&self) {
        // The client may have closed the connection already.
        let _ = self.stream.shutdown(Shutdown::Write);
    }

    /// Ends the output and waits a moment for the client to take it: closing at once, with lines of the
    /// client unread, could take what was sent back.
    pub(crate) fn finish(self, patience: Duration) {
        let deadline = Instant::now() + patience;
        self.end_output();
        let is_more = || matches!(self.inbox.next_input(deadline), Input::Line(_));
        while Instant::now() < deadline && is_more() {}
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // The client may have closed it already.
        let _ = self.stream.shutdown(Shutdown::Both);
        self.inbox.abandon();
    }
}

/// Reads lines until the connection ends; `None` if nobody wants them any more.
fn read_lines(mut stream: &TcpStream, inbox: &Inbox, limits: &ServerLimits) -> Option<InputEnd> {
    let mut splitter = LineSplitter::default();
    let mut buffer = [0; READ_BYTES];
    let mut pace = LinePace::new(limits, Instant::now());
    let mut line_deadline = None;
    loop {
        let Some(timeout) = time_left(line_deadline) else { return Some(InputEnd::HalfLine) };
        if stream.set_read_timeout(timeout).is_err() {
            return Some(InputEnd::Closed);
        }
        let count = match stream.read(&mut buffer) {
            Ok(0) => return Some(InputEnd::Closed),
            Ok(count) => count,
            Err(error) if is_passing(&error) => continue,
            Err(_) => return Some(InputEnd::Closed),
        };
        let Ok(lines) = splitter.split(&buffer[..count]) else { return Some(InputEnd::LongLine) };
        let has_ended_line = !lines.is_empty();
        for line in lines {
            let wait = pace.wait_for_next(Instant::now());
            if !wait.is_zero() {
                thread::sleep(wait);
            }
            if !inbox.put_line(line) {
                return None;
            }
        }
        // The client has this time from here on: before, it may have waited for the server.
        if !splitter.is_within_line() {
            line_deadline = None;
        } else if line_deadline.is_none() || has_ended_line {
            line_deadline = Some(Instant::now() + limits.half_line);
        }
    }
}

/// The timeout of a read, `Some(None)` without a deadline; `None` if the deadline is over.
fn time_left(deadline: Option<Instant>) -> Option<Option<Duration>> {
    let Some(deadline) = deadline else { return Some(None) };
    let left = deadline.saturating_duration_since(Instant::now());
    (!left.is_zero()).then_some(Some(left))
}
