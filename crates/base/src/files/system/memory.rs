//! A file system in memory, for a browser, where a page has no files of its own.
//!
//! All threads share it. It notes which files have changed, and the page copies them to the browser's
//! storage, from which the next start loads them. There are no links, no permissions, and no other
//! programs: a page that finds another tab at work does not start.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::{OsStr, OsString},
    io::{self, Cursor, Read, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard},
};

use web_time::SystemTime;

use crate::sync::lock_briefly;

/// The content of a file.
type Bytes = Arc<[u8]>;

/// A file as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFile {
    /// The whole content.
    pub bytes: Bytes,
    /// The time of the last change.
    pub modified: SystemTime,
}

/// A file that has changed since the page last asked; without content it is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedFile {
    /// The path, also of a removed file.
    pub path: PathBuf,
    /// The file now; `None` if it has been removed.
    pub file: Option<StoredFile>,
}

/// The files and folders.
struct Files {
    files: BTreeMap<PathBuf, StoredFile>,
    folders: BTreeSet<PathBuf>,
    changed: BTreeSet<PathBuf>,
    /// Called after a change, by the thread that made it.
    on_change: Option<fn()>,
}

static FILES: Mutex<Files> = Mutex::new(Files {
    files: BTreeMap::new(),
    folders: BTreeSet::new(),
    changed: BTreeSet::new(),
    on_change: None,
});

fn files() -> MutexGuard<'static, Files> {
    lock_briefly(&FILES)
}

impl Files {
    fn has_folder(&self, path: &Path) -> bool {
        path.as_os_str().is_empty() || path == Path::new("/") || self.folders.contains(path)
    }

    fn add_folders(&mut self, path: &Path) {
        for folder in path.ancestors().filter(|folder| !folder.as_os_str().is_empty()) {
            self.folders.insert(folder.to_owned());
        }
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        if let Some(file) = self.files.get(path) {
            let (len, modified) = (file.bytes.len() as u64, Some(file.modified));
            return Ok(Metadata { is_file: true, len, modified });
        }
        if self.has_folder(path) {
            return Ok(Metadata { is_file: false, len: 0, modified: None });
        }
        Err(io::ErrorKind::NotFound.into())
    }

    /// Checks that a file may have this path.
    fn check_place(&self, path: &Path) -> io::Result<()> {
        if self.folders.contains(path) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        if self.has_folder(folder) { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    fn put(&mut self, path: &Path, file: StoredFile) -> io::Result<()> {
        self.check_place(path)?;
        self.files.insert(path.to_owned(), file);
        self.changed.insert(path.to_owned());
        Ok(())
    }
}

/// Changes the files, and tells the page.
fn change<R>(work: impl FnOnce(&mut Files) -> io::Result<R>) -> io::Result<R> {
    let mut files = files();
    let result = work(&mut files)?;
    let on_change = files.on_change;
    drop(files);
    if let Some(tell) = on_change {
        tell();
    }
    Ok(result)
}

/// Calls this function after each change, on the thread that made it.
pub fn set_on_change(tell: fn()) {
    files().on_change = Some(tell);
}

/// Adds a file from the browser's storage, with its folders. It does not count as changed.
pub fn load(path: &Path, bytes: Vec<u8>, modified: SystemTime) {
    let mut files = files();
    if let Some(folder) = path.parent() {
        files.add_folders(folder);
    }
    files.files.insert(path.to_owned(), StoredFile { bytes: bytes.into(), modified });
}

/// The files that have changed since the last call.
pub fn take_changes() -> Vec<ChangedFile> {
    let mut files = files();
    let changed = std::mem::take(&mut files.changed);
    let with_content = |path: PathBuf| {
        let file = files.files.get(&path).cloned();
        ChangedFile { path, file }
    };
    changed.into_iter().map(with_content).collect()
}

/// Notes again that these files have changed, because the browser did not store them.
pub fn put_changes_back(paths: impl IntoIterator<Item = PathBuf>) {
    files().changed.extend(paths);
}

/// All files, in the order of their paths.
pub fn all() -> Vec<(PathBuf, StoredFile)> {
    files().files.iter().map(|(path, file)| (path.clone(), file.clone())).collect()
}

/// Kind, size and time of a file or folder.
#[derive(Clone, Debug)]
pub struct Metadata {
    is_file: bool,
    len: u64,
    modified: Option<SystemTime>,
}

impl Metadata {
    /// True for a file.
    pub fn is_file(&self) -> bool {
        self.is_file
    }

    /// True for a folder.
    pub fn is_dir(&self) -> bool {
        !self.is_file
    }

    /// There are no links.
    pub fn is_symlink(&self) -> bool {
        false
    }

    /// The size in bytes; 0 for a folder.
    #[allow(clippy::len_without_is_empty)] // As in `std::fs`.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// The time of the last change.
    ///
    /// # Errors
    ///
    /// Folders have no time.
    pub fn modified(&self) -> io::Result<SystemTime> {
        self.modified.ok_or_else(|| io::ErrorKind::Unsupported.into())
    }

    /// The permissions, which are the same for everything.
    pub fn permissions(&self) -> Permissions {
        Permissions
    }
}

/// There are no permissions: every file may be written.
#[derive(Clone, Copy, Debug)]
pub struct Permissions;

impl Permissions {
    /// False: nothing is write-protected.
    pub fn readonly(self) -> bool {
        false
    }
}

/// An entry of a folder.
#[derive(Clone, Debug)]
pub struct DirEntry {
    path: PathBuf,
    metadata: Metadata,
}

impl DirEntry {
    /// The path of the folder with the entry's name.
    pub fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// The last part of the path; empty if there is none.
    pub fn file_name(&self) -> OsString {
        self.path.file_name().map(OsStr::to_owned).unwrap_or_default()
    }

    /// Kind, size and time when the folder was read.
    ///
    /// # Errors
    ///
    /// None; the type is that of `std::fs`.
    pub fn metadata(&self) -> io::Result<Metadata> {
        Ok(self.metadata.clone())
    }
}

/// Kind, size and time of the file or folder at a path.
///
/// # Errors
///
/// If there is none.
pub fn metadata(path: &Path) -> io::Result<Metadata> {
    files().metadata(path)
}

/// The same as [`metadata`].
///
/// # Errors
///
/// If there is no file or folder at the path.
pub fn symlink_metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    metadata(path.as_ref())
}

/// The path itself, as there are no links.
///
/// # Errors
///
/// If there is no file or folder at the path.
pub fn canonicalize(path: &Path) -> io::Result<PathBuf> {
    metadata(path).map(|_| path.to_owned())
}

/// The entries of a folder.
///
/// # Errors
///
/// If there is no such folder.
pub fn read_dir(folder: impl AsRef<Path>) -> io::Result<std::vec::IntoIter<io::Result<DirEntry>>> {
    let folder = folder.as_ref();
    let files = files();
    if !files.has_folder(folder) {
        return Err(io::ErrorKind::NotFound.into());
    }
    let is_inside = |path: &&PathBuf| path.parent() == Some(folder);
    let paths = files.files.keys().chain(&files.folders).filter(is_inside);
    let entry = |path: &PathBuf| {
        let metadata = files.metadata(path)?;
        Ok(DirEntry { path: path.clone(), metadata })
    };
    Ok(paths.map(entry).collect::<Vec<_>>().into_iter())
}

/// Creates a folder and those it lies in.
///
/// # Errors
///
/// If one of them is a file.
pub fn create_dir_all(folder: impl AsRef<Path>) -> io::Result<()> {
    let folder = folder.as_ref();
    let mut files = files();
    if folder.ancestors().any(|path| files.files.contains_key(path)) {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    files.add_folders(folder);
    Ok(())
}

/// Gives a file another path and replaces the file that is there.
///
/// # Errors
///
/// If there is no such file or no such folder.
pub fn rename(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
    let (from, to) = (from.as_ref(), to.as_ref());
    change(|files| {
        files.check_place(to)?;
        let file = files.files.remove(from).ok_or(io::ErrorKind::NotFound)?;
        files.changed.insert(from.to_owned());
        files.put(to, file)
    })
}

/// Removes a file.
///
/// # Errors
///
/// If there is none.
pub fn remove_file(path: impl AsRef<Path>) -> io::Result<()> {
    let path = path.as_ref();
    change(|files| {
        files.files.remove(path).ok_or(io::ErrorKind::NotFound)?;
        files.changed.insert(path.to_owned());
        Ok(())
    })
}

/// Creates an empty file, or empties the one that is there.
///
/// # Errors
///
/// If its folder does not exist.
pub fn create_empty(path: &Path) -> io::Result<()> {
    NewFile::create(Path::new(""), None)?.put(path)
}

/// Sets the time of the last change of a file.
///
/// # Errors
///
/// If there is no such file.
pub fn set_modified(path: &Path, time: SystemTime) -> io::Result<()> {
    change(|files| {
        let file = files.files.get_mut(path).ok_or(io::ErrorKind::NotFound)?;
        file.modified = time;
        files.changed.insert(path.to_owned());
        Ok(())
    })
}

/// An opened file.
pub(in crate::files) struct OpenFile {
    content: Cursor<Bytes>,
    metadata: Metadata,
}

impl OpenFile {
    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        Ok(self.metadata.clone())
    }
}

impl Read for OpenFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.content.read(buffer)
    }
}

/// Opens a file for reading; what is read is the content at this moment.
pub(in crate::files) fn open_for_reading(path: &Path) -> io::Result<OpenFile> {
    let files = files();
    let metadata = files.metadata(path)?;
    let file = files.files.get(path).ok_or(io::ErrorKind::IsADirectory)?;
    Ok(OpenFile { content: Cursor::new(file.bytes.clone()), metadata })
}

/// There are no pipes and devices.
pub(in crate::files) fn open_in_place(_: &Path) -> io::Result<io::Sink> {
    Err(io::ErrorKind::Unsupported.into())
}

/// A new file without its name yet.
pub(in crate::files) struct NewFile {
    bytes: Vec<u8>,
    modified: SystemTime,
}

impl NewFile {
    pub(crate) fn create(_folder: &Path, _permissions: Option<Permissions>) -> io::Result<NewFile> {
        Ok(NewFile { bytes: Vec::new(), modified: SystemTime::now() })
    }

    pub(crate) fn content(&mut self) -> &mut dyn Write {
        &mut self.bytes
    }

    pub(crate) fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        let (len, modified) = (self.bytes.len() as u64, Some(self.modified));
        Ok(Metadata { is_file: true, len, modified })
    }

    pub(crate) fn put(self, path: &Path) -> io::Result<()> {
        let NewFile { bytes, modified } = self;
        change(|files| files.put(path, StoredFile { bytes: bytes.into(), modified }))
    }
}

/// Files in memory need no sync.
pub(in crate::files) fn sync_folder(_: &Path) {}

/// There are no other programs, so a lock is always free, except for the one that holds it.
#[derive(Debug)]
pub struct Lock(());

impl Lock {
    /// Takes the lock.
    ///
    /// # Errors
    ///
    /// None; the type is that of the machine's files.
    pub fn try_take(_path: &Path) -> io::Result<Option<Lock>> {
        Ok(Some(Lock(())))
    }

    /// False: nobody deletes files here.
    pub fn is_lost(&self, _path: &Path) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(path: &str) -> io::Result<String> {
        let mut text = String::new();
        open_for_reading(Path::new(path))?.read_to_string(&mut text)?;
        Ok(text)
    }

    fn write(path: &str, text: &str) -> io::Result<()> {
        let mut file = NewFile::create(Path::new(""), None)?;
        file.content().write_all(text.as_bytes())?;
        file.put(Path::new(path))
    }

    /// The only test that changes the shared files, so that others cannot disturb it.
    #[test]
    fn files_are_kept_listed_renamed_and_noted_as_changed() {
        let (one, other) = ("/a/b/one", "/a/b/other");
        assert_eq!(write(one, "1").unwrap_err().kind(), io::ErrorKind::NotFound, "no folder");
        create_dir_all("/a/b").unwrap();
        write(one, "1").unwrap();
        write(one, "2").unwrap();
        assert_eq!(content(one).unwrap(), "2");
        assert_eq!(content("/a/b").unwrap_err().kind(), io::ErrorKind::IsADirectory);
        assert_eq!(write("/a/b", "").unwrap_err().kind(), io::ErrorKind::IsADirectory);
        let blocked = create_dir_all("/a/b/one/c").unwrap_err();
        assert_eq!(blocked.kind(), io::ErrorKind::NotADirectory);

        let names = |folder: &str| -> Vec<_> {
            read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
        };
        assert_eq!((names("/a"), names("/a/b")), (vec!["b".into()], vec!["one".into()]));
        assert_eq!(read_dir("/a/c").unwrap_err().kind(), io::ErrorKind::NotFound);

        let paths = |changes: &[ChangedFile]| -> Vec<_> {
            let text = |change: &ChangedFile| {
                let text = change.file.as_ref().map(|file| file.bytes.to_vec());
                (change.path.to_string_lossy().into_owned(), text)
            };
            changes.iter().map(text).collect()
        };
        assert_eq!(paths(&take_changes()), [(one.to_owned(), Some(b"2".to_vec()))]);
        assert!(take_changes().is_empty());

        assert_eq!(rename(other, one).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(rename(one, "/c/d").unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(content(one).unwrap(), "2", "a failed renaming loses nothing");
        rename(one, other).unwrap();
        let expected = [(one.to_owned(), None), (other.to_owned(), Some(b"2".to_vec()))];
        assert_eq!(paths(&take_changes()), expected);
        put_changes_back([PathBuf::from(one)]);
        assert_eq!(paths(&take_changes()), [(one.to_owned(), None)]);

        remove_file(other).unwrap();
        assert_eq!(remove_file(other).unwrap_err().kind(), io::ErrorKind::NotFound);
        load(Path::new("/e/f/loaded"), b"3".to_vec(), SystemTime::now());
        assert_eq!(content("/e/f/loaded").unwrap(), "3");
        assert_eq!(paths(&take_changes()), [(other.to_owned(), None)], "loading is no change");
        assert_eq!(all().len(), 1);
    }
}
