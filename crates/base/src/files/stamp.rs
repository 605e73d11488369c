//! The stamp of a file: a later comparison shows whether another program has changed the file.

use std::time::Duration;

use super::MAX_STAMPED_BYTES;
use serde::{Deserialize, Serialize};
use web_time::{SystemTime, UNIX_EPOCH};

/// The basis and the prime of the 64-bit hash FNV-1a (Fowler, Noll and Vo). It needs no secret key,
/// so that a stamp in a journal is valid for later versions of the program.
const FNV_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

/// The 64-bit hash FNV-1a of a content that comes in parts. It is the same on every machine, and
/// protects against nobody who looks for two contents with the same hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContentHash(u64);

impl Default for ContentHash {
    fn default() -> ContentHash {
        ContentHash(FNV_BASIS)
    }
}

impl ContentHash {
    /// Adds the next part.
    pub fn add(&mut self, bytes: &[u8]) {
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(FNV_PRIME);
        self.0 = bytes.iter().fold(self.0, step);
    }

    /// The hash of the parts so far.
    pub fn value(self) -> u64 {
        self.0
    }
}

/// The [`ContentHash`] of a content in one part.
pub fn content_hash(bytes: &[u8]) -> u64 {
    let mut hash = ContentHash::default();
    hash.add(bytes);
    hash.value()
}

/// Size, content hash and time of a file when it was read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileStamp {
    /// The size in bytes.
    bytes: u64,
    /// The hash of the content; of a file larger than any game, the hash of its beginning.
    hash: u64,
    /// The time of the last change in milliseconds since 1970, if the system knows it.
    modified_ms: Option<u64>,
}

impl FileStamp {
    /// The stamp of a file with this content or beginning; the hash covers at most
    /// [`MAX_STAMPED_BYTES`].
    pub(super) fn new(bytes: u64, content: &[u8], modified: Option<SystemTime>) -> FileStamp {
        let content = content.get(..MAX_STAMPED_BYTES).unwrap_or(content);
        let since_1970 = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        FileStamp {
            bytes,
            hash: content_hash(content),
            modified_ms: since_1970.and_then(|time| u64::try_from(time.as_millis()).ok()),
        }
    }

    /// True if two stamps have the same size and hash. The time does not count, because copying a
    /// file back or touching it loses nothing.
    pub fn has_same_content(&self, other: &FileStamp) -> bool {
        (self.bytes, self.hash) == (other.bytes, other.hash)
    }

    /// When the file was last changed, if the system knows it.
    pub fn modified(&self) -> Option<SystemTime> {
        UNIX_EPOCH.checked_add(Duration::from_millis(self.modified_ms?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{load_bytes, stamp_of};

    #[test]
    fn stamps_compare_size_and_content() {
        let now = Some(UNIX_EPOCH + Duration::from_millis(1_234_567));
        let stamp = FileStamp::new(1, b"a", now);
        assert_eq!(stamp.hash, 0xaf63_dc4c_8601_ec8c, "the published value for \"a\"");
        assert_eq!(stamp.modified(), now);
        assert!(stamp.has_same_content(&FileStamp::new(1, b"a", None)));
        assert!(!stamp.has_same_content(&FileStamp::new(1, b"b", now)));
        assert!(!stamp.has_same_content(&FileStamp::new(2, b"a", now)));
    }

    #[test]
    fn a_large_file_keeps_its_stamp() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.pgn");
        std::fs::write(&path, vec![b'a'; MAX_STAMPED_BYTES + 1]).unwrap();
        let read = load_bytes(&path, MAX_STAMPED_BYTES + 1).unwrap().stamp;
        assert!(read.has_same_content(&stamp_of(&path).unwrap().unwrap()));
    }
}
