//! The dialogs of Windows and macOS.

use winit::raw_window_handle::{HasDisplayHandle, HasWindowHandle};

use super::{DialogContent, DialogEnd};
use crate::app::session::PathPurpose;

/// A dialog that belongs to the program's window, without its content.
pub(super) struct ParentWindow(rfd::FileDialog);

impl ParentWindow {
    pub(super) fn new(window: &(impl HasWindowHandle + HasDisplayHandle)) -> ParentWindow {
        ParentWindow(rfd::FileDialog::new().set_parent(window))
    }

    pub(super) fn identify(&self) -> rfd::FileDialog {
        self.0.clone()
    }
}

/// Shows a dialog and waits for its answer.
pub(super) fn show(dialog: rfd::FileDialog, content: DialogContent) -> DialogEnd {
    let mut dialog = dialog.set_title(content.title);
    if let Some(folder) = content.folder {
        dialog = dialog.set_directory(folder);
    }
    if content.purpose != PathPurpose::OpenFolder {
        for (name, endings) in content.kinds {
            dialog = dialog.add_filter(name, endings.as_slice());
        }
    }
    Ok(match content.purpose {
        PathPurpose::OpenFolder => dialog.pick_folder(),
        PathPurpose::OpenFile => dialog.pick_file(),
        PathPurpose::SaveFile => dialog.set_file_name(content.name).save_file(),
    })
}
