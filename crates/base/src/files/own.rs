//! The program's own text files, which several running programs share.
//!
//! A file that holds nothing readable is kept under a free name, and one that is readable in part is
//! copied, so that writing a new one loses nothing.

use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use web_time::Instant;

use super::system::{self as fs, Lock};
use super::{Expected, FileAccessError, load_bytes, load_text, plain_reason, replace, write_if};

/// The longest wait for a lock: a program may be stopped while it holds one.
const LOCK_PATIENCE: Duration = Duration::from_secs(5);

/// The pause between two tries to take a lock.
const LOCK_PAUSE: Duration = Duration::from_millis(10);

/// A file of the program's own, read by [`load_own`].
#[derive(Debug)]
pub enum OwnFile<T> {
    /// There is no file.
    Missing,
    /// The content.
    Read(T),
    /// The file was not readable.
    SetAside(SetAsideFile),
}

/// An unreadable file, kept under another name.
#[derive(Debug)]
pub struct SetAsideFile {
    /// Its new path.
    pub path: PathBuf,
    /// Why it is not readable, with the place in the file if there is one.
    pub problem: String,
}

impl SetAsideFile {
    /// Two sentences about the file of this name, without the last full stop.
    pub fn describe(&self, name: &str) -> String {
        let SetAsideFile { path, problem } = self;
        format!("{name} is not readable ({problem}). It is kept as {}", path.display())
    }
}

/// Reads a text file of at most `max_bytes` bytes and parses it. A file that is larger, not UTF-8 or
/// refused by `parse` is renamed to `NAME.unreadable`, `NAME.unreadable-2` and so on.
///
/// # Errors
///
/// Returns [`FileAccessError::Read`] if the file cannot be opened, such as a pipe or a file of another
/// user, and [`FileAccessError::Write`] if it cannot be renamed. It then stays as it is.
pub fn load_own<T>(
    path: &Path,
    max_bytes: usize,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<OwnFile<T>, FileAccessError> {
    let problem = match load_text(path, max_bytes) {
        Ok(text) => match parse(&text) {
            Ok(content) => return Ok(OwnFile::Read(content)),
            Err(problem) => problem,
        },
        Err(error) if error.is_missing() => return Ok(OwnFile::Missing),
        Err(FileAccessError::Read { error, .. })
            if matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::FileTooLarge) =>
        {
            plain_reason(&error)
        }
        Err(error) => return Err(error),
    };
    let path = rename_to_free(path, |number| unreadable_name(path, number))
        .map_err(|error| FileAccessError::write(path, error))?;
    Ok(OwnFile::SetAside(SetAsideFile { path, problem }))
}

/// Writes a text file of which only a part was readable. The old content is kept under the name that
/// [`load_own`] would give it; returns its path.
///
/// # Errors
///
/// Returns [`FileAccessError::Write`] if the file or the copy cannot be written.
pub fn replace_own(path: &Path, content: &[u8]) -> Result<PathBuf, FileAccessError> {
    let copy = first_free(|number| unreadable_name(path, number));
    replace(path, content, Some(&copy), Expected::Any)?;
    Ok(copy)
}

/// A copy made by [`keep_copy`].
#[derive(Debug)]
pub struct KeptCopy {
    /// Its path.
    pub path: PathBuf,
    /// False if an earlier copy has the same content.
    pub is_new: bool,
}

/// Copies the content of a file to the first of these names, numbered from 1, that is free. If one
/// before it holds this content already, that is the copy.
///
/// # Errors
///
/// Returns [`FileAccessError::Write`] if the copy cannot be written, and [`FileAccessError::Changed`] if
/// another program takes the name at the same time.
pub fn keep_copy(
    content: &[u8],
    name: impl Fn(usize) -> PathBuf,
) -> Result<KeptCopy, FileAccessError> {
    let holds_content =
        |path: &Path| load_bytes(path, content.len()).is_ok_and(|found| found.bytes == content);
    let mut number = 1;
    loop {
        let path = name(number);
        if is_free(&path) {
            write_if(&path, content, Expected::Missing)?;
            return Ok(KeptCopy { path, is_new: true });
        }
        if holds_content(&path) {
            return Ok(KeptCopy { path, is_new: false });
        }
        number += 1;
    }
}

fn unreadable_name(path: &Path, number: usize) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".unreadable");
    if number > 1 {
        name.push(format!("-{number}"));
    }
    name.into()
}

/// Renames a file to the first of these names, numbered from 1, that is free, and returns it.
///
/// # Errors
///
/// The system's error.
pub fn rename_to_free(path: &Path, name: impl Fn(usize) -> PathBuf) -> io::Result<PathBuf> {
    let free = first_free(name);
    fs::rename(path, &free)?;
    Ok(free)
}

/// The first of these names, numbered from 1, that no file, folder or link has.
pub fn first_free(name: impl Fn(usize) -> PathBuf) -> PathBuf {
    let mut number = 1;
    while !is_free(&name(number)) {
        number += 1;
    }
    name(number)
}

fn is_free(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err()
}

/// Locks a file beside another one until it is dropped, so that two programs change that file in turn.
/// `None` on a disk without locks, and if another program holds the lock for five seconds.
pub fn lock_beside(path: &Path) -> Option<Lock> {
    lock_within(path, LOCK_PATIENCE)
}

fn lock_within(path: &Path, patience: Duration) -> Option<Lock> {
    let (path, begun) = (path.with_extension("lock"), Instant::now());
    loop {
        let taken = Lock::try_take(&path).ok()?;
        if taken.is_some() || begun.elapsed() >= patience {
            return taken;
        }
        thread::sleep(LOCK_PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const MAX_BYTES: usize = 1 << 10;

    fn number(path: &Path) -> Result<OwnFile<u32>, FileAccessError> {
        load_own(path, MAX_BYTES, |text| text.parse().map_err(|_| "it is no number".to_owned()))
    }

    #[test]
    fn each_unreadable_file_is_kept_under_a_free_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.ron");
        assert!(matches!(number(&path), Ok(OwnFile::Missing)));
        for (content, name, why) in [
            (&b"7\xff"[..], "own.ron.unreadable", "byte 2 is not text"),
            (&[b'7'; MAX_BYTES + 1][..], "own.ron.unreadable-2", "it is larger than 1 kB"),
            (&b"seven"[..], "own.ron.unreadable-3", "it is no number"),
        ] {
            fs::write(&path, content).unwrap();
            let Ok(OwnFile::SetAside(SetAsideFile { path: aside, problem })) = number(&path) else {
                panic!("{name} was read");
            };
            assert_eq!((aside.as_path(), problem.as_str()), (&*folder.path().join(name), why));
            assert_eq!(fs::read(aside).unwrap(), content);
            assert!(!path.exists());
        }
        fs::write(&path, "7").unwrap();
        assert!(matches!(number(&path), Ok(OwnFile::Read(7))));
    }

    #[test]
    fn no_copy_replaces_another() {
        let folder = tempfile::tempdir().unwrap();
        let name = |number: usize| folder.path().join(format!("own.ron~{number}"));
        fs::create_dir(name(2)).unwrap();
        for (content, number, is_new) in [
            ("one", 1, true),
            ("two", 3, true),
            ("", 4, true),
            ("one", 1, false),
            ("two", 3, false),
        ] {
            let copy = keep_copy(content.as_bytes(), name).unwrap();
            assert_eq!((copy.path, copy.is_new), (name(number), is_new), "{content}");
            assert_eq!(fs::read_to_string(name(number)).unwrap(), content);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
        let nowhere = folder.path().join("nowhere");
        assert!(matches!(
            keep_copy(b"one", |number| nowhere.join(number.to_string())),
            Err(FileAccessError::Write { .. })
        ));
        assert!(!nowhere.exists());
    }

    #[test]
    fn what_cannot_be_opened_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.ron");
        fs::create_dir(&path).unwrap();
        assert!(matches!(number(&path), Err(FileAccessError::Read { .. })));
        assert!(path.is_dir());
    }

    #[test]
    fn a_lock_that_is_never_released_has_an_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.ron");
        let held = lock_beside(&path);
        assert!(held.is_some() && lock_within(&path, Duration::ZERO).is_none());
        drop(held);
        assert!(lock_beside(&path).is_some());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_place_of_a_lock_does_not_wait() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.lock");
        let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success() && lock_beside(&folder.path().join("own.ron")).is_none());
    }
}
