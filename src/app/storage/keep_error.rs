//! Why the running game, the settings or a game left behind are not on disk.

use super::super::session::KeptListName;
use minnow_base::files::FileAccessError;
use minnow_game::{kept_list::KeptListError, store::StoreError};
use minnow_jobs::JobError;

/// A failure to keep something, as a sentence without its full stop.
#[derive(Debug, thiserror::Error)]
pub(super) enum KeepError {
    #[cfg_attr(
        target_arch = "wasm32",
        error("The browser gives this page no storage, so games and settings are not kept")
    )]
    #[cfg_attr(
        not(target_arch = "wasm32"),
        error("There is no home folder, so games and settings are not kept")
    )]
    NoFolder,
    #[error("The running game is not kept: {0}")]
    Game(#[source] StoreError),
    #[error("The settings are not kept: {0}")]
    Settings(#[source] FileAccessError),
    #[error("The settings are not kept: {0}")]
    SettingsText(#[source] ron::Error),
    /// The file of the settings has the only copy of the records.
    #[error("The settings are not kept before the records in their file have a file of their own")]
    RecordsFirst,
    #[error("{}: {source}", list.not_kept())]
    List { list: KeptListName, source: KeptListError },
    #[error("A game cannot be kept among your games: {0}")]
    Archive(#[source] StoreError),
    /// A game that an ended program left unsaved.
    #[error("A game left unsaved cannot be kept: {0}")]
    LeftBehind(#[source] StoreError),
    /// The job that writes both has failed.
    #[error("The game and the settings are not kept: {0}")]
    Job(#[source] JobError),
}
