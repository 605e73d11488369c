//! The base that the crates of Minnow share, without any chess: files that are read up to a limit and
//! replaced as a whole ([`files`]), memory that may be refused ([`alloc`]), the steps of undo and redo
//! ([`history`]), locks and stop flags between threads, also in a browser ([`sync`]), and texts of other
//! people in CSV and HTML ([`quoting`]).
//!
//! ```
//! use minnow_base::files;
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("note.txt");
//! files::write_atomic(&path, b"kept")?;
//! let max_bytes = 100;
//! assert_eq!(files::load_text(&path, max_bytes)?, "kept");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod alloc;
pub mod files;
pub mod history;
pub mod quoting;
pub mod sync;
