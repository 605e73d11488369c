//! Everything that the page keeps as one file, a zip archive, to take it to another browser. What the
//! program can make again is not part of it.

use std::{
    io::{Cursor, Read, Write},
    path::{Path, PathBuf},
};

use wasm_bindgen::prelude::*;
use web_time::SystemTime;
use zip::{ZipArchive, ZipWriter, result::ZipError, write::SimpleFileOptions};

use super::{
    ROOT, complain, script,
    storage::{FileBatch, is_cache},
};
use minnow_base::files::{
    plain_reason,
    system::memory::{self, StoredFile},
};

/// The name of the file.
const NAME: &str = "minnow-data.zip";

/// The folder in the archive. Its name tells such an archive from others.
const FOLDER: &str = "minnow-data/";

/// The folder in it of the files that the user has opened and saved.
const FILES: &str = "files";

/// The most bytes of all files together.
const MAX_BYTES: u64 = 256 << 20;

/// Why a file is not taken.
#[derive(Debug, thiserror::Error)]
enum DataError {
    #[error("it is no zip archive: {0}")]
    Zip(#[from] ZipError),
    #[error("the archive has no folder \"minnow-data\", so Minnow has not made it")]
    Foreign,
    #[error("the path \"{0}\" in it leads out of its folder")]
    Path(String),
    #[error("it holds more than 256 MB")]
    TooLarge,
    #[error("\"{name}\" in it cannot be read: {}", plain_reason(error))]
    Content {
        name: String,
        #[source]
        error: std::io::Error,
    },
}

/// Saves all files as one.
pub fn save_all_data() {
    match archive_of_all() {
        Ok(bytes) => script::download(NAME, js_sys::Uint8Array::from(&*bytes)),
        Err(problem) => complain(format!("The data cannot be saved: {problem}.")),
    }
}

fn archive_of_all() -> Result<Vec<u8>, ZipError> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, file) in memory::all().into_iter().filter(|(path, _)| !is_cache(path)) {
        let inside =
            path.strip_prefix(ROOT).map_or_else(|_| Path::new(FILES).join(&path), PathBuf::from);
        let name = format!("{FOLDER}{}", inside.to_string_lossy());
        archive.start_file(name, SimpleFileOptions::default())?;
        archive.write_all(&file.bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// Takes the file that the user has chosen, and loads the page again with its data.
#[wasm_bindgen(js_name = takeAllData)]
pub fn take_all_data(bytes: Vec<u8>) {
    match read_archive(bytes) {
        Ok(files) => {
            let FileBatch { paths, contents, times_ms } = replacement(files, SystemTime::now());
            script::replace_data(paths, contents, times_ms);
        }
        Err(problem) => note_not_replaced(&problem.to_string()),
    }
}

/// The files of an archive in place of those that are kept. Memory keeps the old ones: the page reads
/// the new ones from the browser's storage when it is loaded again.
fn replacement(files: Vec<(String, Vec<u8>)>, now: SystemTime) -> FileBatch {
    let mut batch = FileBatch::default();
    for (old, _) in memory::all().into_iter().filter(|(path, _)| !is_cache(path)) {
        batch.add(&old, None);
    }
    for (name, bytes) in files {
        let path = match Path::new(&name).strip_prefix(FILES) {
            Ok(path) => path.to_owned(),
            Err(_) => Path::new(ROOT).join(name),
        };
        batch.add(&path, Some(&StoredFile { bytes: bytes.into(), modified: now }));
    }
    batch
}

/// Says why the data of a file did not replace those that are kept.
#[wasm_bindgen(js_name = noteNotReplaced)]
pub fn note_not_replaced(problem: &str) {
    complain(format!("The file is not loaded, and nothing is replaced: {problem}."));
}

/// The files of an archive with their paths in its folder.
fn read_archive(bytes: Vec<u8>) -> Result<Vec<(String, Vec<u8>)>, DataError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes))?;
    let (mut files, mut room) = (Vec::new(), MAX_BYTES);
    for index in 0..archive.len() {
        let file = archive.by_index(index)?;
        let name = file.name()?.into_owned();
        let Some(inside) = name.strip_prefix(FOLDER) else { continue };
        if file.is_dir() || inside.is_empty() {
            continue;
        }
        if inside.split('/').any(|part| matches!(part, "" | "." | "..")) {
            return Err(DataError::Path(minnow_rules::excerpt(&name)));
        }
        let mut content = Vec::new();
        let read = file.take(room + 1).read_to_end(&mut content);
        let read = read.map_err(|error| DataError::Content { name: name.clone(), error })?;
        room = room.checked_sub(read as u64).ok_or(DataError::TooLarge)?;
        files.push((inside.to_owned(), content));
    }
    if files.is_empty() { Err(DataError::Foreign) } else { Ok(files) }
}
