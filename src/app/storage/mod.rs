//! The program's own files: their folders, the autosave, the start after a crash, and the choice of
//! paths. The crate `minnow-game` defines the content of files with games.

mod archive_writer;
pub mod autosave;
pub mod crash_report;
#[cfg(not(target_arch = "wasm32"))]
mod desktop_dialogs;
pub mod file_kind;
pub mod path_box;
pub mod places;
pub mod restore;
pub mod settings_file;

#[cfg(target_arch = "wasm32")]
pub use super::page::dialogs::FileDialogs;
#[cfg(not(target_arch = "wasm32"))]
pub use desktop_dialogs::FileDialogs;
