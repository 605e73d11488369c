//! Where the program keeps its files: the folders, the autosave, and the ways to choose a path. What
//! a file holds belongs to the layer `game`.

pub mod autosave;
pub mod dialogs;
pub mod path_box;
pub mod places;
