//! The lines that a server sends, with a limit of length and of waiting.

use std::{collections::VecDeque, io::Read, net::TcpStream, sync::Arc, time::Duration};

use web_time::Instant;

use super::ClientError;
use crate::lines::{LineSplitter, is_passing};

/// The bytes of a read.
const READ_BYTES: usize = 4096;

/// Reads lines from a connection.
pub(crate) struct LineReader {
    stream: Arc<TcpStream>,
    splitter: LineSplitter,
    /// Lines that have arrived.
    lines: VecDeque<String>,
}

impl LineReader {
    pub(crate) fn new(stream: Arc<TcpStream>) -> LineReader {
        LineReader { stream, splitter: LineSplitter::default(), lines: VecDeque::new() }
    }

    pub(crate) fn stream(&self) -> &Arc<TcpStream> {
        &self.stream
    }

    /// The next line. Without patience it waits until the connection ends.
    pub(crate) fn next_line(&mut self, patience: Option<Duration>) -> Result<String, ClientError> {
        let deadline = patience.map(|patience| Instant::now() + patience);
        loop {
            if let Some(line) = self.lines.pop_front() {
                return Ok(line);
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                let seconds = patience.unwrap_or_default().as_secs();
                return Err(ClientError::Lost(format!("nothing came within {seconds} s")));
            }
            self.read(left)?;
        }
    }

    /// Reads what has arrived; a timeout is no error.
    fn read(&mut self, timeout: Option<Duration>) -> Result<(), ClientError> {
        let mut buffer = [0; READ_BYTES];
        let read =
            self.stream.set_read_timeout(timeout).and_then(|()| (&*self.stream).read(&mut buffer));
        let count = match read {
            Ok(0) => return Err(ClientError::Lost("the server has closed it".to_owned())),
            Ok(count) => count,
            Err(error) if is_passing(&error) => 0,
            Err(error) => return Err(ClientError::lost(&error)),
        };
        let lines = self.splitter.split(&buffer[..count]);
        self.lines.extend(lines.map_err(|error| ClientError::Lost(error.to_string()))?);
        Ok(())
    }
}
