//! The machine's file system.

#![expect(clippy::disallowed_methods, reason = "all files of the machine are opened here")]

use std::{
    fs::{self, File, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
};
use web_time::SystemTime;

use tempfile::NamedTempFile;

use crate::files::{leftovers, replace::folder_of};

pub use std::fs::{DirEntry, Metadata, Permissions};

/// Functions of the standard library that are called from everywhere.
macro_rules! standard {
    ($($name:ident($($path:ident),+) -> $result:ty;)+) => {$(
        #[doc = concat!("The function of this name in [`std::fs`].\n\n# Errors\n\nThe system's error.")]
        pub fn $name($($path: impl AsRef<Path>),+) -> io::Result<$result> {
            fs::$name($($path),+)
        }
    )+};
}

standard! {
    canonicalize(path) -> PathBuf;
    metadata(path) -> Metadata;
    read_dir(folder) -> fs::ReadDir;
    read_link(path) -> PathBuf;
    remove_dir(folder) -> ();
    remove_file(path) -> ();
    rename(from, to) -> ();
    symlink_metadata(path) -> Metadata;
}

/// Creates a folder and those it lies in. Like new files, new folders survive a power cut.
///
/// # Errors
///
/// The system's error.
pub fn create_dir_all(folder: impl AsRef<Path>) -> io::Result<()> {
    let folder = folder.as_ref();
    let is_new = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let new: Vec<&Path> = folder.ancestors().take_while(is_new).collect();
    fs::create_dir_all(folder)?;
    for folder in new.into_iter().rev() {
        sync_folder(folder_of(folder));
    }
    Ok(())
}

/// Opens a file for reading. Opening returns at once, even if the file has become a pipe.
pub(in crate::files) fn open_for_reading(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    without_waiting(options.read(true));
    options.open(path)
}

/// Opens a file for writing at its end.
///
/// # Errors
///
/// The system's error.
pub fn open_for_appending(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    without_waiting(options.append(true));
    options.open(path)
}

/// Opens a pipe or device for writing. Opening a pipe waits for its reader.
pub(in crate::files) fn open_in_place(path: &Path) -> io::Result<File> {
    File::options().write(true).open(path)
}

/// Makes opening return at once, even if the file has become a pipe since it was checked.
fn without_waiting(options: &mut fs::OpenOptions) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    }
    #[cfg(not(unix))]
    let _ = options;
}

/// Closes a folder to the other users of the machine, where folders have permissions for them.
///
/// # Errors
///
/// The system's error.
pub fn make_private(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    }
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// Creates an empty file, or empties the one that is there.
///
/// # Errors
///
/// The system's error.
pub fn create_empty(path: &Path) -> io::Result<()> {
    File::create(path).map(drop)
}

/// Sets the time of the last change of a file. Where only the time cannot be set, nothing changes.
///
/// # Errors
///
/// The system's error if the file cannot be opened for writing.
pub fn set_modified(path: &Path, time: SystemTime) -> io::Result<()> {
    let _ = open_for_appending(path)?.set_modified(time);
    Ok(())
}

/// The lock of a file that stands for something else, between programs. It is held until it is
/// dropped, or until the program ends.
#[derive(Debug)]
pub struct Lock(File);

/// A program that is being started has a copy of the file until its own code runs, and would keep the
/// lock as long if the file were only closed.
impl Drop for Lock {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

impl Lock {
    /// Takes the lock and creates its file; `None` if a program, possibly this one, holds it.
    ///
    /// # Errors
    ///
    /// The system's error, as on a disk without locks, or an error that says that there is something
    /// else at the path.
    pub fn try_take(path: &Path) -> io::Result<Option<Lock>> {
        let file = Lock::open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Lock(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    fn open(path: &Path) -> io::Result<File> {
        let not_a_file = || io::Error::other("a lock is not an ordinary file");
        if fs::symlink_metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(not_a_file());
        }
        let mut options = File::options();
        without_waiting(options.create(true).append(true));
        let file = options.open(path)?;
        if !file.metadata()?.is_file() {
            return Err(not_a_file());
        }
        Ok(file)
    }

    /// True if the file at the path of the lock is another one or gone.
    pub fn is_lost(&self, path: &Path) -> bool {
        match (fs::symlink_metadata(path), self.0.metadata()) {
            (Ok(at_path), Ok(held)) => !is_same_file(&at_path, &held),
            _ => true,
        }
    }
}

#[cfg(unix)]
fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Elsewhere a locked file cannot be deleted.
#[cfg(not(unix))]
fn is_same_file(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// A new file without its name yet.
pub(in crate::files) struct NewFile(NamedTempFile);

impl NewFile {
    /// Creates a temporary file in a folder. It has the given permissions or those of any new file,
    /// and it never has more, because another user could open it before they are reduced.
    ///
    /// Errors are those of the system. What `tempfile` does itself adds the path of the temporary
    /// file to them, which the user does not know.
    pub(crate) fn create(folder: &Path, permissions: Option<Permissions>) -> io::Result<NewFile> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(leftovers::PREFIX).suffix(leftovers::SUFFIX);
        builder.rand_bytes(leftovers::RANDOM_CHARS);
        let mut options = File::options();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        let permissions = {
            use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
            let mode = permissions.map(|known| known.mode() & 0o777);
            options.mode(mode.unwrap_or(0o666));
            mode.map(Permissions::from_mode)
        };
        let file = builder.make_in(folder, |path| options.open(path))?;
        if let Some(permissions) = permissions {
            file.as_file().set_permissions(permissions)?;
        }
        Ok(NewFile(file))
    }

    /// The content, to be written.
    pub(crate) fn content(&mut self) -> &mut dyn Write {
        self.0.as_file_mut()
    }

    /// Waits until the content is on the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.0.as_file().sync_all()
    }

    /// Size and time of the file.
    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        self.0.as_file().metadata()
    }

    /// Gives the file its name, in the folder it was written in. If that fails, the file is deleted.
    ///
    /// The rename is the standard library's, because that of `tempfile` hands Windows the paths as
    /// they are, and Windows then refuses more than 260 characters.
    pub(crate) fn put(self, path: &Path) -> io::Result<()> {
        let mut temporary = self.0.into_temp_path();
        fs::rename(&temporary, path)?;
        // The guard would delete a new file that happens to get the same temporary name.
        temporary.disable_cleanup(true);
        Ok(())
    }
}

/// Makes the new names in a folder survive a power cut. A failure is ignored, because some systems
/// cannot sync a folder and the files are written anyway.
pub(in crate::files) fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_in(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        names.map(|name| name.into_string().unwrap()).collect()
    }

    #[test]
    fn a_failed_rename_leaves_no_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game");
        fs::create_dir(&path).unwrap();
        let file = NewFile::write(folder.path(), None, &b"content"[..]).unwrap();
        assert!(file.put(&path).is_err());
        assert_eq!(names_in(folder.path()), ["game"]);
    }

    #[test]
    fn a_dropped_lock_is_free_while_a_copy_of_its_file_is_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let lock = Lock::try_take(&path).unwrap().unwrap();
        let copy = lock.0.try_clone().unwrap();
        assert!(Lock::try_take(&path).unwrap().is_none());
        drop(lock);
        assert!(Lock::try_take(&path).unwrap().is_some());
        drop(copy);
    }
}
