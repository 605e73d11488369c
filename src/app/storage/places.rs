//! The folders of the program's own files.

use std::path::{Path, PathBuf};

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
