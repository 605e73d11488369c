//! The folders of the program's own files, and why something is not kept in them.

use std::path::{Path, PathBuf};

use crate::app::session::KeptListName;
use minnow_base::files::FileAccessError;
use minnow_game::{kept_list::KeptListError, store::StoreError};
use minnow_jobs::JobError;

/// Folders of the program. Tests use a folder of their own.
#[derive(Clone, Debug)]
pub struct Places {
    config: PathBuf,
    data: PathBuf,
    cache: PathBuf,
}

impl Places {
    /// The user's folders as the desktop defines them; `None` where there is no home folder.
    pub fn of_user() -> Option<Places> {
        let folders = directories::ProjectDirs::from("", "", "minnow")?;
        Some(Places {
            config: folders.config_dir().to_owned(),
            data: folders.data_local_dir().to_owned(),
            cache: folders.cache_dir().to_owned(),
        })
    }

    /// Everything below one folder.
    pub fn below(folder: &Path) -> Places {
        let below = |name| folder.join(name);
        Places { config: below("config"), data: below("data"), cache: below("cache") }
    }

    /// All folders that the program writes to by itself.
    pub fn folders(&self) -> [PathBuf; 4] {
        [self.config.clone(), self.data.clone(), self.games(), self.journals()]
    }

    pub fn settings_file(&self) -> PathBuf {
        self.config.join("settings.ron")
    }

    /// The folder of the archive: every game that was played.
    pub fn games(&self) -> PathBuf {
        self.data.join("games")
    }

    /// The folder of the end-game tables, the same as the commands'.
    pub fn tables(&self) -> PathBuf {
        self.cache.join("tables")
    }

    /// The folder of the program's data, with the user's lists.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// The report of the last internal error that was shown to the user.
    pub fn crash_report(&self) -> PathBuf {
        self.data.join("error.txt")
    }

    /// The report of an internal error that the next start shows.
    pub fn new_crash_report(&self) -> PathBuf {
        self.data.join("error-new.txt")
    }

    /// The folder of the journals of running games.
    pub fn journals(&self) -> PathBuf {
        self.data.join("running")
    }
}

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
