//! The actions of the export page.

use std::path::PathBuf;

use crate::app::session::FileRequest;

/// Exporting the board or the game.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportAction {
    /// Puts a picture of the board on the clipboard.
    CopyPicture,
    /// Puts the drawing of the board on the clipboard as SVG text.
    CopySvg,
    /// Asks for a file to save the picture or the animation to.
    Save(FileRequest),
    SaveTo {
        request: FileRequest,
        path: PathBuf,
        /// True if the user has agreed to replace a file there.
        confirmed: bool,
    },
}
