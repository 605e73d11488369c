//! Replacing a file as a whole, with a backup of its previous content.
//!
//! The new content goes to a temporary file in the same folder, which then takes the name of the
//! file, so that a crash leaves either the old or the new content. No temporary file and no backup
//! is written through a link: both are new files, and the backup replaces a link of its name.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::ordinary::{self, OrdinaryFile, check_ordinary};
use super::system::{self as fs, NewFile, Permissions};
use super::{Expected, FileAccessError, FileStamp, plain_reason};

/// Writes a file and returns its stamp. `backup` is the path for a copy of the previous content. The
/// last check of what is expected is made immediately before the file is replaced.
///
/// # Errors
///
/// Returns [`FileAccessError::Changed`] if the file is not as expected, and [`FileAccessError::Write`]
/// if the file cannot be written or the backup cannot be made.
pub fn replace(
    path: &Path,
    content: &[u8],
    backup: Option<&Path>,
    expected: Expected,
) -> Result<FileStamp, FileAccessError> {
    let failed = |error| FileAccessError::write(path, error);
    let target = final_path(path).map_err(failed)?;
    let permissions = replaceable(&target).map_err(failed)?;
    let exists = permissions.is_some();
    let file = NewFile::write(folder_of(&target), permissions, content).map_err(failed)?;
    file.sync().map_err(failed)?;
    // Checked before the backup, so that a refused save keeps the previous backup, and again after
    // it, immediately before the file is replaced.
    expected.check(path, &target)?;
    if let Some(copy) = backup.filter(|_| exists) {
        back_up(&target, copy).map_err(|error| FileAccessError::write(copy, error))?;
        expected.check(path, &target)?;
    }
    let modified = file.metadata().and_then(|metadata| metadata.modified()).ok();
    file.put(&target).map_err(failed)?;
    fs::sync_folder(folder_of(&target));
    Ok(FileStamp::new(content.len() as u64, content, modified))
}

/// Writes a file as a whole without having all of it in memory: `write` gets the new content, and the
/// file takes its name once `write` has ended without an error. A pipe or device is written in place.
///
/// # Errors
///
/// Returns [`FileAccessError::Write`] if the file cannot be written.
pub fn write_stream<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> Result<T, FileAccessError> {
    let failed = |error| FileAccessError::write(path, error);
    if is_special(path) {
        let mut stream = fs::open_in_place(path).map_err(failed)?;
        return write(&mut stream).map_err(failed);
    }
    let target = final_path(path).map_err(failed)?;
    let permissions = replaceable(&target).map_err(failed)?;
    let mut file = NewFile::create(folder_of(&target), permissions).map_err(failed)?;
    let written = write(file.content()).map_err(failed)?;
    file.sync().map_err(failed)?;
    file.put(&target).map_err(failed)?;
    fs::sync_folder(folder_of(&target));
    Ok(written)
}

/// Replaces a small file that is written often, without waiting for the disk. A program that is killed
/// leaves the old or the new content; a power cut may leave an older one, or a file without content.
///
/// # Errors
///
/// Returns [`FileAccessError::Write`] if the file cannot be written.
pub fn replace_unsynced(path: &Path, content: &[u8]) -> Result<(), FileAccessError> {
    let failed = |error| FileAccessError::write(path, error);
    let target = final_path(path).map_err(failed)?;
    let permissions = replaceable(&target).map_err(failed)?;
    let file = NewFile::write(folder_of(&target), permissions, content).map_err(failed)?;
    file.put(&target).map_err(failed)
}

/// True for a pipe, socket or device, also behind a link.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// The file that a path stands for: the path itself or, if it is a symbolic link, the file that the
/// link leads to. Fails if the link leads to no file.
pub(super) fn final_path(path: &Path) -> io::Result<PathBuf> {
    let is_link = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink());
    // The link of a stream, as `/dev/stdout`, leads to no path.
    if !is_link || is_special(path) {
        return Ok(path.to_owned());
    }
    fs::canonicalize(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => io::Error::other("it is a link to a file that does not exist"),
        _ => io::Error::other(format!("its link cannot be followed: {}", plain_reason(&error))),
    })
}

/// The folder of a path; `.` for a name alone.
pub(super) fn folder_of(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// The permissions of the file to be replaced; `None` if there is none.
fn replaceable(path: &Path) -> io::Result<Option<Permissions>> {
    let metadata = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other?,
    };
    check_ordinary(&metadata)?;
    if metadata.permissions().readonly() {
        return Err(io::Error::other("it is write-protected"));
    }
    Ok(Some(metadata.permissions()))
}

/// Copies a file with its permissions to a new file, which replaces an ordinary file or a link.
fn back_up(original: &Path, copy: &Path) -> io::Result<()> {
    if !fs::symlink_metadata(copy).is_ok_and(|metadata| metadata.is_symlink()) {
        replaceable(copy)?;
    }
    let OrdinaryFile { file, metadata } = ordinary::open(original)?;
    let bytes = metadata.len();
    let content = file.take(bytes.saturating_add(1));
    let new = NewFile::write(folder_of(copy), Some(metadata.permissions()), content)?;
    if new.metadata()?.len() > bytes {
        return Err(io::Error::other("another program is writing the file"));
    }
    new.sync()?;
    new.put(copy)?;
    fs::sync_folder(folder_of(copy));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_replaces_the_file_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trace");
        write_stream(&path, |file| file.write_all(b"old")).unwrap();
        let failed = write_stream(&path, |file| {
            file.write_all(b"half")?;
            Err::<(), _>(io::ErrorKind::StorageFull.into())
        });
        assert!(matches!(failed, Err(FileAccessError::Write { .. })));
        assert_eq!(super::super::load_text(&path, 10).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
        write_stream(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!(super::super::load_text(&path, 10).unwrap(), "new");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_written_in_place() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("/dev/full", &link).unwrap();
        for (path, problem) in [
            (Path::new("/dev/null"), None),
            (Path::new("/dev/full"), Some("the disk is full")),
            (link.as_path(), Some("the disk is full")),
        ] {
            let error = write_stream(path, |file| file.write_all(b"text")).err();
            let cannot =
                |problem: &str| format!("\"{}\" cannot be written: {problem}", path.display());
            assert_eq!(error.map(|error| error.to_string()), problem.map(cannot));
        }
        let error = replace(&link, b"text", None, Expected::Any).unwrap_err().to_string();
        assert!(error.ends_with("cannot be written: it is not an ordinary file"), "{error}");
    }
}
