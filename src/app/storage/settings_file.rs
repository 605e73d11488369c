//! The file of the settings: read at the start, and written when a setting changes.
//!
//! Nothing in it is lost. A file with values that this version cannot use, or with the records of an
//! older version, is copied to a name of its own before it is replaced, and fields that this version
//! does not know are written back.

#[cfg(test)]
mod tests;

use minnow_base::files::{
    FileAccessError, KeptCopy, OwnFile, keep_copy, load_own, load_text, lock_beside, system,
    write_atomic,
};
use std::path::{Path, PathBuf};

use super::{
    super::session::{
        Alert, UserRecords, records_in_settings,
        settings::{Settings, WindowPlace, with_unknown_fields},
    },
    places::{KeepError, Places},
    restore::Restored,
};
use minnow_game::store::backup_path;
use minnow_rules::excerpt_of_error;

/// The most bytes of a settings file.
const MAX_SETTINGS_BYTES: usize = 1 << 20;

/// The content of a settings file.
struct SettingsFile {
    text: String,
    settings: Settings,
    /// The settings whose value is unknown or out of range, with it.
    unusable: Vec<String>,
    /// The records that an older version kept with the settings.
    records: UserRecords,
}

impl SettingsFile {
    /// Reads a settings file; an unreadable one is set aside, so that writing a new one loses nothing.
    fn load(path: &Path) -> Result<OwnFile<SettingsFile>, FileAccessError> {
        load_own(path, MAX_SETTINGS_BYTES, |text| {
            let (records, mut unusable) =
                records_in_settings(text).map_err(|error| excerpt_of_error(&error))?;
            let (settings, others) =
                Settings::read(text).map_err(|error| excerpt_of_error(&error))?;
            unusable.extend(others);
            Ok(SettingsFile { text: text.to_owned(), settings, unusable, records })
        })
    }

    /// True if writing the settings would lose something of this file.
    fn needs_copy(&self) -> bool {
        !self.unusable.is_empty() || !self.records.is_empty()
    }

    /// Copies this file, which stands at `path`, to `settings.ron~`, `settings.ron~2` and so on.
    fn keep_copy(&self, path: &Path) -> Result<KeptCopy, FileAccessError> {
        keep_copy(self.text.as_bytes(), |number| {
            let mut name = backup_path(path).into_os_string();
            if number > 1 {
                name.push(number.to_string());
            }
            name.into()
        })
    }

    /// Sentences for the user about the values that cannot be used; `copy` is the outcome of
    /// [`SettingsFile::keep_copy`].
    fn describe_unusable(&self, copy: &Result<KeptCopy, FileAccessError>) -> String {
        let values = self.unusable.join(", ");
        let kept = match copy {
            Ok(copy) => format!("and the file is kept as {}.", copy.path.display()),
            Err(error) => {
                format!("and settings are not kept until the file can be copied: {error}.")
            }
        };
        format!(
            "The settings file has values that are unknown or out of range: {values}. Minnow uses \
             others in their place, {kept}"
        )
    }
}

/// The window's place at its last end. A file that cannot be read is left to the start.
pub fn window_place(places: &Places) -> Option<WindowPlace> {
    let text = load_text(&places.settings_file(), MAX_SETTINGS_BYTES).ok()?;
    Settings::from_ron(&text).ok()?.window
}

/// Reads the settings. Returns the records in their file if it should be written anew, without the
/// records and the values that cannot be used.
pub(super) fn read_settings(places: &Places, restored: &mut Restored) -> Option<UserRecords> {
    let path = places.settings_file();
    let problem = match SettingsFile::load(&path) {
        Ok(OwnFile::Read(file)) => {
            if !file.unusable.is_empty() {
                let text = file.describe_unusable(&file.keep_copy(&path));
                restored.alerts.push(Alert::problem(text));
            }
            let needs_copy = file.needs_copy();
            restored.settings = file.settings;
            return needs_copy.then_some(file.records);
        }
        Ok(OwnFile::Missing) => {
            restored.first_start = true;
            return None;
        }
        Ok(OwnFile::SetAside(file)) => file.describe("the settings file"),
        Err(error) => error.to_string(),
    };
    restored.alerts.push(Alert::problem(format!("The settings are the defaults: {problem}.")));
    None
}

/// Writes the settings.
pub(super) struct SettingsWriter {
    path: PathBuf,
    /// The settings as this program has read or written them last. The file may have those that another
    /// window has changed.
    known: Settings,
}

impl SettingsWriter {
    pub(super) fn new(path: PathBuf, known: Settings) -> SettingsWriter {
        SettingsWriter { path, known }
    }

    /// Writes the settings that have changed here over those of the file. Returns sentences for the
    /// user if the file was set aside, or copied for values that cannot be used.
    ///
    /// The records of an older version stay in the file while they have no file of their own, which
    /// `are_records_kept` says.
    pub(super) fn write(
        &mut self,
        settings: &Settings,
        are_records_kept: bool,
    ) -> Result<Option<String>, KeepError> {
        if let Some(folder) = self.path.parent() {
            system::create_dir_all(folder)
                .map_err(|error| KeepError::Settings(FileAccessError::write(folder, error)))?;
        }
        let _lock = lock_beside(&self.path);
        let (mut newest, mut present, mut note) = (settings.clone(), None, None);
        match SettingsFile::load(&self.path).map_err(KeepError::Settings)? {
            OwnFile::Missing => {}
            OwnFile::Read(file) => {
                if !file.records.is_empty() && !are_records_kept {
                    return Err(KeepError::RecordsFirst);
                }
                note = self.copy(&file)?;
                newest = newest.changed_from(&self.known, file.settings);
                present = Some(file.text);
            }
            OwnFile::SetAside(file) => {
                note = Some(format!("{}.", file.describe("The settings file")));
            }
        }
        let mut text = newest.to_ron().map_err(KeepError::SettingsText)?;
        if let Some(present) = present {
            text = with_unknown_fields(&text, &present);
        }
        write_atomic(&self.path, text.as_bytes()).map_err(KeepError::Settings)?;
        self.known = settings.clone();
        Ok(note)
    }

    /// Copies a file if writing the settings would lose something of it. Returns sentences about the
    /// values that cannot be used, unless the start has copied and described the same file.
    fn copy(&self, file: &SettingsFile) -> Result<Option<String>, KeepError> {
        if !file.needs_copy() {
            return Ok(None);
        }
        let copy = file.keep_copy(&self.path).map_err(KeepError::Settings)?;
        let is_news = copy.is_new && !file.unusable.is_empty();
        Ok(is_news.then(|| file.describe_unusable(&Ok(copy))))
    }
}
