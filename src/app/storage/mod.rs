//! Where the program keeps its files: the folders, the autosave, and the ways to choose a path. What
//! a file holds belongs to the layer `game`.

pub mod autosave;
pub mod crash_report;
pub mod dialogs;
mod keep_error;
pub mod path_box;
pub mod places;
pub mod restore;
mod starts;
