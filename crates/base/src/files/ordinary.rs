//! Reading ordinary files up to a size limit.
//!
//! Pipes, sockets and devices are refused before they are opened, because opening or reading one may
//! wait for ever or never end. The kind and the size are checked again on the opened file, which
//! another program may have exchanged or may still be writing.

use std::io::{self, Read};
use std::path::Path;

use super::system::{self, Metadata};
use super::{FileStamp, MAX_STAMPED_BYTES};

/// The content of a file and its stamp.
#[derive(Clone, Debug)]
pub struct StampedBytes {
    /// The whole content.
    pub bytes: Vec<u8>,
    /// The stamp of this content, to notice a later change.
    pub stamp: FileStamp,
}

/// An opened ordinary file.
pub(super) struct OrdinaryFile<F> {
    pub file: F,
    pub metadata: Metadata,
}

/// Refuses what is not an ordinary file.
pub(super) fn check_ordinary(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        Ok(())
    } else if metadata.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        Err(io::Error::other("it is not an ordinary file"))
    }
}

/// Opens an ordinary file for reading. Links are followed.
pub(super) fn open(path: &Path) -> io::Result<OrdinaryFile<impl Read>> {
    check_ordinary(&system::metadata(path)?)?;
    let file = system::open_for_reading(path)?;
    let metadata = file.metadata()?;
    check_ordinary(&metadata)?;
    Ok(OrdinaryFile { file, metadata })
}

/// Reads an ordinary file of at most `max_bytes` bytes.
///
/// # Errors
///
/// The system's error, or one that says that the file is not an ordinary one or is larger than
/// `max_bytes`.
pub fn read(path: &Path, max_bytes: usize) -> io::Result<StampedBytes> {
    let OrdinaryFile { file, metadata } = open(path)?;
    if metadata.len() > max_bytes as u64 {
        return Err(too_large(max_bytes));
    }
    let bytes = read_stream(file, max_bytes)?;
    let stamp = FileStamp::new(bytes.len() as u64, &bytes, metadata.modified().ok());
    Ok(StampedBytes { bytes, stamp })
}

/// Reads a stream of unknown length, such as the standard input, up to `max_bytes` bytes.
///
/// # Errors
///
/// The system's error, or an error of the size if there is more.
pub fn read_stream(stream: impl Read, max_bytes: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(max_bytes as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > max_bytes { Err(too_large(max_bytes)) } else { Ok(bytes) }
}

fn too_large(max_bytes: usize) -> io::Error {
    let text = format!("it is larger than {}", size_text(max_bytes));
    io::Error::new(io::ErrorKind::FileTooLarge, text)
}

/// The stamp of an ordinary file.
pub(super) fn stamp(path: &Path) -> io::Result<FileStamp> {
    let OrdinaryFile { file, metadata } = open(path)?;
    let mut content = Vec::new();
    file.take(MAX_STAMPED_BYTES as u64).read_to_end(&mut content)?;
    let bytes = metadata.len().max(content.len() as u64);
    Ok(FileStamp::new(bytes, &content, metadata.modified().ok()))
}

/// A size in words, such as `16 MB`.
pub fn size_text(bytes: usize) -> String {
    if bytes < 1 << 20 { format!("{} kB", bytes >> 10) } else { format!("{} MB", bytes >> 20) }
}
