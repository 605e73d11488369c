//! Reads the project's own sources, for the tests that look at how they are laid out.

use std::fs;
use std::path::{Path, PathBuf};

/// A file of the project's Rust code.
pub struct Source {
    /// From the project's folder, as `src/rules/mod.rs`.
    pub path: PathBuf,
    pub text: String,
}

/// All Rust files below these folders of the project, in the order of their paths.
pub fn sources(folders: &[&str]) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push(Source { path: path.strip_prefix(root).unwrap().to_owned(), text });
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(!found.is_empty(), "no sources below {folders:?}");
    found
}
