//! The parts of the session besides the game: places, notices, the file, and the effects that only
//! the window can carry out.

use std::path::PathBuf;

use crate::game::NodeId;

/// A position of a game of this session: ids of nodes repeat from game to game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub game_number: u64,
    pub node: NodeId,
}

/// How bad a notice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    Info,
    Error,
}

/// A sentence for the user that stays until it is dismissed or replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub kind: NoticeKind,
    pub text: String,
    /// Whether it offers to undo the edit that it tells of.
    pub offers_undo: bool,
}

impl Notice {
    pub fn info(text: impl Into<String>) -> Notice {
        Notice { kind: NoticeKind::Info, text: text.into(), offers_undo: false }
    }

    pub fn error(text: impl Into<String>) -> Notice {
        Notice { kind: NoticeKind::Error, text: text.into(), offers_undo: false }
    }
}

/// The file behind the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    pub path: Option<PathBuf>,
    /// What stands for the file's name where there is none, such as an example's title.
    pub title: Option<String>,
    /// Where a game that is not in a file of its own is best saved.
    pub suggestion: Option<PathBuf>,
    /// The revision that the file holds.
    pub saved_revision: u64,
    /// Whether the file was there before this program wrote to it; then it is backed up first.
    pub from_elsewhere: bool,
}

/// Whether a path is asked for to open a file or to save one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRequest {
    Open,
    Save,
}

/// What only the window can do; it takes these after every pass.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    Copy(String),
    AskOpen,
    AskSave {
        suggestion: PathBuf,
    },
    TypePath {
        request: FileRequest,
        path: PathBuf,
    },
    /// Puts the text cursor into the comment on the move that is looked at.
    WriteComment,
    KeepSettings,
    KeepGame,
    ToggleFullScreen,
    Close,
}
