//! Lines of a connection: split at CR, LF or CRLF, however the bytes arrive, and bounded in length.

use std::io;

/// The most bytes of a line, without its end.
pub const MAX_LINE_BYTES: usize = 1024;

/// A line was longer than [`MAX_LINE_BYTES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a line is longer than {} bytes", MAX_LINE_BYTES)]
pub(crate) struct LongLine;

/// Joins the bytes of reads to lines.
#[derive(Debug, Default)]
pub(crate) struct LineSplitter {
    /// The beginning of a line whose end has not arrived.
    partial: Vec<u8>,
    /// True if the last byte ended a line as CR: an LF or NUL after it belongs to that end.
    follows_cr: bool,
}

impl LineSplitter {
    /// The lines that end in these bytes. Bytes that are no UTF-8 become replacement characters.
    pub(crate) fn split(&mut self, bytes: &[u8]) -> Result<Vec<String>, LongLine> {
        let mut lines = Vec::new();
        for &byte in bytes {
            let follows_cr = std::mem::replace(&mut self.follows_cr, byte == b'\r');
            match byte {
                b'\n' | b'\0' if follows_cr => {}
                b'\r' | b'\n' => {
                    lines.push(String::from_utf8_lossy(&self.partial).into_owned());
                    self.partial.clear();
                }
                _ if self.partial.len() == MAX_LINE_BYTES => return Err(LongLine),
                _ => self.partial.push(byte),
            }
        }
        Ok(lines)
    }

    /// True if the bytes so far end within a line.
    pub(crate) fn is_within_line(&self) -> bool {
        !self.partial.is_empty()
    }
}

/// True if a read may be tried again after this error.
pub(crate) fn is_passing(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), Interrupted | TimedOut | WouldBlock)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_line_end_counts_once() {
        for (text, expected, is_within_line) in [
            ("a2-a3\r\nb2-b3\n", vec!["a2-a3", "b2-b3"], false),
            ("me\r\0list\rquit", vec!["me", "list"], true),
            ("\r\n\n\r\r", vec!["", "", "", ""], false),
            ("", vec![], false),
        ] {
            let mut splitter = LineSplitter::default();
            assert_eq!(splitter.split(text.as_bytes()).unwrap(), expected, "{text:?}");
            assert_eq!(splitter.is_within_line(), is_within_line, "{text:?}");
        }
    }

    #[test]
    fn a_line_of_the_greatest_length_is_the_longest() {
        let longest = [b'x'; MAX_LINE_BYTES];
        let mut splitter = LineSplitter::default();
        assert_eq!(splitter.split(&longest), Ok(vec![]));
        assert_eq!(splitter.split(b"\n").unwrap()[0].len(), MAX_LINE_BYTES);
        splitter.split(&longest).unwrap();
        assert_eq!(splitter.split(b"x"), Err(LongLine));
    }

    proptest! {
        #[test]
        fn the_reads_do_not_change_the_lines(
            bytes in proptest::collection::vec(prop_oneof![Just(b'\r'), Just(b'\n'), any::<u8>()], 0..200),
            size in 1_usize..20,
        ) {
            let whole = LineSplitter::default().split(&bytes).unwrap();
            let mut splitter = LineSplitter::default();
            let parts = bytes.chunks(size).flat_map(|chunk| splitter.split(chunk).unwrap());
            prop_assert_eq!(parts.collect::<Vec<_>>(), whole);
        }
    }
}
