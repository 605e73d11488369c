//! Reads a file of games.

use minnow_base::files::{FileStamp, remove_leftovers};
use std::path::{Path, PathBuf};
use web_time::SystemTime;

use super::super::GameList;
use minnow_game::{
    Game,
    journal::read_set_aside,
    store::{FileContent, OpenedFile, StoreError, open_file},
};
use minnow_rules::Variant;

/// A file to read, and what its game may replace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadRequest {
    pub path: PathBuf,
    /// The user has agreed to lose the changes of the game on the board.
    pub drops_changes: bool,
}

/// The content of a file.
#[derive(Debug)]
pub enum ReadContent {
    Save {
        game: Box<Game>,
        stamp: FileStamp,
    },
    Games(GameList),
    /// A running game that was set aside at an earlier start.
    SetAside(Box<Game>),
}

pub(super) fn read(path: &Path, variant: &'static Variant) -> Result<ReadContent, StoreError> {
    if let Some(folder) = path.parent() {
        remove_leftovers(folder, SystemTime::now());
    }
    match open_file(path, variant) {
        Ok(OpenedFile { content: FileContent::Save(game), stamp }) => {
            Ok(ReadContent::Save { game, stamp })
        }
        Ok(OpenedFile { content: FileContent::Pgn(file), .. }) => {
            Ok(ReadContent::Games(GameList::new(file)))
        }
        Err(error) => match read_set_aside(path) {
            Ok(game) => Ok(ReadContent::SetAside(Box::new(game))),
            Err(_) => Err(error),
        },
    }
}
