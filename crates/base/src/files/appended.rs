//! A file that grows by lines, such as a journal.

use std::{
    fs::File,
    io::{self, Write},
    path::Path,
};

use super::system;

/// A file opened for new lines. After an error nothing is added any more: a line that was cut off would
/// join the next one.
#[derive(Debug)]
pub struct AppendedFile {
    file: File,
    failure: Option<io::ErrorKind>,
}

impl AppendedFile {
    /// Opens a file that exists.
    ///
    /// # Errors
    ///
    /// The system's error.
    pub fn open(path: &Path) -> io::Result<AppendedFile> {
        system::open_for_appending(path).map(|file| AppendedFile { file, failure: None })
    }

    /// Adds a text that ends a line, and waits until it is on the disk.
    ///
    /// # Errors
    ///
    /// The system's error; after it, one of the same kind.
    pub fn append(&mut self, line: &str) -> io::Result<()> {
        self.write(|file| file.write_all(line.as_bytes()).and_then(|()| file.sync_data()))
    }

    /// Like [`AppendedFile::append`], without the wait.
    ///
    /// # Errors
    ///
    /// The same.
    pub fn append_unsynced(&mut self, line: &str) -> io::Result<()> {
        self.write(|file| file.write_all(line.as_bytes()))
    }

    fn write(&mut self, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
        let written = match self.failure {
            Some(kind) => Err(kind.into()),
            None => write(&mut self.file),
        };
        self.failure = written.as_ref().err().map(io::Error::kind);
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_follows_one_that_failed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        std::fs::write(&path, "the beginning of a li").unwrap();
        for append in [AppendedFile::append, AppendedFile::append_unsynced] {
            let mut lines = AppendedFile { file: File::open(&path).unwrap(), failure: None };
            assert!(append(&mut lines, "1\n").is_err(), "it is open for reading only");
            // Another line comes when the disk has room again.
            lines.file = system::open_for_appending(&path).unwrap();
            assert!(append(&mut lines, "2\n").is_err());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), "the beginning of a li");
        }
    }
}
