//! Copies the files in memory to the browser's storage whenever they change, and gives the user those
//! that the user has asked for.
//!
//! The program's files, the user's and the cache are stored apart, so that a large file for which the
//! browser has no room keeps no game from being stored.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::Mutex,
    time::Duration,
};

use wasm_bindgen::prelude::*;
use web_time::{SystemTime, UNIX_EPOCH};

use super::{ROOT, complain, script};
use minnow_base::{
    files::system::memory::{self, ChangedFile, StoredFile},
    sync::lock_briefly,
};
use minnow_jobs::worker::{self, wake_page};

/// Files that the user has just opened, and so has already.
static OPENED: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

/// Why the browser has not stored the program's last files.
static PROBLEM: Mutex<Option<String>> = Mutex::new(None);

/// Opened files are removed when they are older than this.
const KEPT: Duration = Duration::from_secs(60 * 24 * 60 * 60);

/// Files that are stored together.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredPart {
    /// Games and settings, which are stored again until it succeeds.
    Program = 0,
    /// Copies of the files that the user has opened and saved. The user has them all the same.
    User = 1,
    /// Files that the program can make again.
    Cache = 2,
}

impl StoredPart {
    const ALL: [StoredPart; 3] = [StoredPart::Program, StoredPart::User, StoredPart::Cache];

    fn of(path: &Path) -> StoredPart {
        match path.strip_prefix(ROOT) {
            Ok(inside) if inside.starts_with("cache") => StoredPart::Cache,
            Ok(_) => StoredPart::Program,
            Err(_) => StoredPart::User,
        }
    }
}

/// True for a file that the program can make again.
pub(super) fn is_cache(path: &Path) -> bool {
    StoredPart::of(path) == StoredPart::Cache
}

/// Files as the page's script takes them. One without content is deleted.
#[derive(Default)]
pub(super) struct FileBatch {
    pub paths: Vec<String>,
    pub contents: js_sys::Array,
    pub times_ms: Vec<f64>,
}

impl FileBatch {
    pub fn add(&mut self, path: &Path, file: Option<&StoredFile>) {
        let modified = file.and_then(|file| file.modified.duration_since(UNIX_EPOCH).ok());
        let content = file.map(|file| js_sys::Uint8Array::from(&*file.bytes));
        self.contents.push(&content.map_or(JsValue::UNDEFINED, JsValue::from));
        self.paths.push(path.to_string_lossy().into_owned());
        self.times_ms.push(modified.map_or(0.0, |since| since.as_millis() as f64));
    }
}

/// Makes changes of files reach the page.
pub(super) fn watch() {
    memory::set_on_change(worker::tell_of_changes);
    let now = SystemTime::now();
    for (path, file) in memory::all() {
        let age = now.duration_since(file.modified).unwrap_or_default();
        if path.is_relative() && age > KEPT {
            let _ = memory::remove_file(&path);
        }
    }
}

/// Adds a file that the browser has stored, at the start.
#[wasm_bindgen(js_name = loadFile)]
pub fn load_file(path: &str, content: Vec<u8>, modified_ms: f64) {
    memory::load(Path::new(path), content, UNIX_EPOCH + Duration::from_millis(modified_ms as u64));
}

/// Adds a file that the user has chosen, and returns its path.
pub(super) fn add_opened(name: &str, content: &[u8]) -> PathBuf {
    let path = super::user_file(name);
    lock_briefly(&OPENED).get_or_insert_default().insert(path.clone());
    // The folder exists.
    let _ = minnow_base::files::write_atomic(&path, content);
    path
}

/// Stores the files that have changed; called by the page after each change.
#[wasm_bindgen(js_name = storeChanges)]
pub fn store_changes() {
    let mut batches = StoredPart::ALL.map(|_| FileBatch::default());
    for ChangedFile { path, file } in memory::take_changes() {
        offer(&path, file.as_ref());
        batches[StoredPart::of(&path) as usize].add(&path, file.as_ref());
    }
    for (part, FileBatch { paths, contents, times_ms }) in StoredPart::ALL.into_iter().zip(batches)
    {
        if !paths.is_empty() {
            script::store(part, paths, contents, times_ms);
        }
    }
}

/// Downloads a file that the user has saved.
fn offer(path: &Path, file: Option<&StoredFile>) {
    let is_opened = lock_briefly(&OPENED).as_mut().is_some_and(|opened| opened.remove(path));
    if let Some(file) = file.filter(|_| !is_opened && is_for_user(path)) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        script::download(&name, js_sys::Uint8Array::from(&*file.bytes));
    }
}

/// True for what the user has saved, but not for its backup.
fn is_for_user(path: &Path) -> bool {
    path.parent() == Some(Path::new("")) && !path.to_string_lossy().ends_with('~')
}

/// Takes the outcome of storing files. Returns true if the page is to call `storeChanges` again after
/// a pause.
#[wasm_bindgen(js_name = noteStored)]
pub fn note_stored(part: StoredPart, paths: Vec<String>, problem: Option<String>) -> bool {
    match (part, problem) {
        (StoredPart::Program, problem) => {
            let fails = problem.is_some();
            if fails {
                memory::put_changes_back(paths.into_iter().map(PathBuf::from));
            }
            set_problem(problem);
            fails
        }
        (StoredPart::User, Some(problem)) => {
            let names = paths.join("\", \"");
            complain(format!("The browser keeps no copy of \"{names}\": {problem}."));
            false
        }
        (StoredPart::User | StoredPart::Cache, _) => false,
    }
}

fn set_problem(problem: Option<String>) {
    let problem = problem
        .map(|problem| format!("The browser does not keep your games and settings: {problem}."));
    let mut known = lock_briefly(&PROBLEM);
    if *known != problem {
        *known = problem;
        drop(known);
        wake_page();
    }
}

/// Why the browser has not stored the program's last files, as a sentence; `None` if it has.
pub(super) fn problem() -> Option<String> {
    lock_briefly(&PROBLEM).clone()
}
