//! Copies the files in memory to the browser's storage whenever they change, and gives the user those
//! that the user has asked for.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use wasm_bindgen::prelude::*;
use web_time::{SystemTime, UNIX_EPOCH};

use super::{complain, script};
use crate::{
    files::system::memory::{self, ChangedFile},
    jobs::worker,
    sync::lock_briefly,
};

/// Files that the user has just opened, and so has already.
static OPENED: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

/// True if the browser did not store the last files.
static HAS_PROBLEM: AtomicBool = AtomicBool::new(false);

/// Opened files are removed when they are older than this.
const KEPT: Duration = Duration::from_secs(60 * 24 * 60 * 60);

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
    let _ = crate::files::write_atomic(&path, content);
    path
}

/// Stores the files that have changed; called by the page after each change.
#[wasm_bindgen(js_name = storeChanges)]
pub fn store_changes() {
    let (mut paths, mut times) = (Vec::new(), Vec::new());
    let contents = js_sys::Array::new();
    for ChangedFile { path, file } in memory::take_changes() {
        let is_opened = lock_briefly(&OPENED).as_mut().is_some_and(|opened| opened.remove(&path));
        let modified = file.as_ref().and_then(|file| file.modified.duration_since(UNIX_EPOCH).ok());
        let content = file.map(|file| js_sys::Uint8Array::from(&*file.bytes));
        if let Some(content) = content.as_ref().filter(|_| !is_opened && is_for_user(&path)) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            script::download(&name, content.clone());
        }
        contents.push(&content.map_or(JsValue::UNDEFINED, JsValue::from));
        paths.push(path.to_string_lossy().into_owned());
        times.push(modified.map_or(0.0, |since| since.as_millis() as f64));
    }
    if !paths.is_empty() {
        script::store(paths, contents, times);
    }
}

/// True for what the user has saved, but not for its backup.
fn is_for_user(path: &Path) -> bool {
    path.parent() == Some(Path::new("")) && !path.to_string_lossy().ends_with('~')
}

/// Takes the outcome of storing files; with a problem, they count as changed again. The user is told
/// once, until files are stored again.
#[wasm_bindgen(js_name = noteStored)]
pub fn note_stored(paths: Vec<String>, problem: Option<String>) {
    let had_problem = HAS_PROBLEM.swap(problem.is_some(), Relaxed);
    let Some(problem) = problem else { return };
    memory::put_changes_back(paths.into_iter().map(PathBuf::from));
    if !had_problem {
        complain(format!("The browser does not keep your games and settings: {problem}."));
    }
}
