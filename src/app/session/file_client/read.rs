//! Reads a file of games.

use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::{
    game::{
        Game,
        journal::read_set_aside,
        store::{OpenedFile, StoreError, open_file, remove_leftovers},
    },
    rules::Variant,
};

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
    Opened(OpenedFile),
    /// A running game that was set aside at an earlier start.
    SetAside(Box<Game>),
}

pub(super) fn read(path: &Path, variant: &'static Variant) -> Result<ReadContent, StoreError> {
    if let Some(folder) = path.parent() {
        remove_leftovers(folder, SystemTime::now());
    }
    open_file(path, variant).map(ReadContent::Opened).or_else(|error| match read_set_aside(path) {
        Ok(game) => Ok(ReadContent::SetAside(Box::new(game))),
        Err(_) => Err(error),
    })
}
