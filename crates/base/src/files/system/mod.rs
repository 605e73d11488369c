//! The file system behind all files of the window: the machine's, or in a browser one in memory.
//!
//! The names are those of `std::fs`, so that code reads as usual: `use crate::files::system as fs`.
//! The operations that differ between the two systems have names of their own: opening a file for
//! reading, making a new file with its whole content, and locks between programs.

#[cfg(not(target_arch = "wasm32"))]
mod disk;
// Natively the memory is built for its tests alone.
#[cfg(any(test, target_arch = "wasm32"))]
#[cfg_attr(not(target_arch = "wasm32"), allow(dead_code))]
pub mod memory;

#[cfg(not(target_arch = "wasm32"))]
use disk as current;
#[cfg(target_arch = "wasm32")]
use memory as current;

#[cfg(not(target_arch = "wasm32"))]
pub use disk::{make_private, open_for_appending, read_link, remove_dir};

pub use current::{
    DirEntry, Lock, Metadata, Permissions, canonicalize, create_dir_all, create_empty, metadata,
    read_dir, remove_file, rename, set_modified, symlink_metadata,
};
pub(super) use current::{NewFile, open_for_reading, open_in_place, sync_folder};

use std::io::{self, Read};
use std::path::Path;

impl NewFile {
    /// A new file with this content.
    pub(super) fn write(
        folder: &Path,
        permissions: Option<Permissions>,
        mut content: impl Read,
    ) -> io::Result<NewFile> {
        let mut file = NewFile::create(folder, permissions)?;
        io::copy(&mut content, file.content())?;
        Ok(file)
    }
}

/// A number that no other running program has. A page is the only program of its files.
pub fn process_number() -> u32 {
    if cfg!(target_arch = "wasm32") { 1 } else { std::process::id() }
}

/// True if there is something at a path, after following links.
pub fn exists(path: &Path) -> bool {
    metadata(path).is_ok()
}

/// True if there is a folder at a path, after following links.
pub fn is_dir(path: &Path) -> bool {
    metadata(path).is_ok_and(|metadata| metadata.is_dir())
}
