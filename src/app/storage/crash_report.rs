//! Files that a run leaves for the next start: the report of an internal error that ended the window,
//! and the count of the starts that ended before the window showed the resumed game.

use minnow_base::files::{FileAccessError, load_text, system as fs, write_atomic};
use std::{
    panic::PanicHookInfo,
    path::PathBuf,
    sync::{Arc, Mutex},
};

use super::places::Places;
use crate::app::session::Alert;
use minnow_base::sync::lock_briefly;
use minnow_game::store::StoreError;

/// The most bytes of a report that are read.
const MAX_REPORT_BYTES: usize = 1 << 20;

/// The most characters of a report that are shown.
const MAX_SUMMARY_CHARS: usize = 200;

/// A panic: its text and its place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PanicRecord {
    pub text: String,
    /// As `src/app/program.rs:12`; empty if it is not known.
    pub place: String,
}

/// Records the panics of the whole process.
#[derive(Clone, Debug, Default)]
pub struct PanicRecorder(Arc<Mutex<Vec<PanicRecord>>>);

impl PanicRecorder {
    /// Installs a recorder in front of the present panic hook.
    pub fn install() -> PanicRecorder {
        let recorder = PanicRecorder::default();
        let (records, previous) = (recorder.clone(), std::panic::take_hook());
        std::panic::set_hook(Box::new(move |info| {
            records.add(info);
            previous(info);
        }));
        recorder
    }

    fn add(&self, info: &PanicHookInfo<'_>) {
        let text = info.payload_as_str().unwrap_or("no reason was given").to_owned();
        let place =
            info.location().map_or(String::new(), |at| format!("{}:{}", at.file(), at.line()));
        lock_briefly(&self.0).push(PanicRecord { text, place });
    }

    /// The last panic with this text, or one without a place if none was recorded.
    pub fn find(&self, text: &str) -> PanicRecord {
        let records = lock_briefly(&self.0);
        let found = records.iter().rev().find(|record| record.text == text);
        let unknown = || PanicRecord { text: text.to_owned(), place: String::new() };
        found.cloned().unwrap_or_else(unknown)
    }
}

impl PanicRecord {
    /// The text and the place, cut to one line.
    pub fn summary(&self) -> String {
        let line = self.text.lines().next().unwrap_or_default();
        let text: String = line.chars().take(MAX_SUMMARY_CHARS).collect();
        if self.place.is_empty() { text } else { format!("{text} ({})", self.place) }
    }

    /// Writes the report for the next start and returns its path.
    ///
    /// # Errors
    ///
    /// Returns [`FileAccessError::Write`] if the file cannot be written.
    pub fn write(&self, places: &Places) -> Result<PathBuf, StoreError> {
        let path = places.new_crash_report();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| FileAccessError::write(folder, error))?;
        }
        let version = concat!("Minnow ", env!("CARGO_PKG_VERSION"));
        let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
        let text = format!(
            "{}\n\n{version}, {system} {processor}\n{}\n{}\n",
            self.summary(),
            self.place,
            self.text
        );
        write_atomic(&path, text.as_bytes())?;
        Ok(path)
    }
}

/// The alert about a report that the last run wrote, once.
pub fn alert_of_last_run(places: &Places) -> Option<Alert> {
    let (new, told) = (places.new_crash_report(), places.crash_report());
    if !fs::symlink_metadata(&new).is_ok_and(|metadata| metadata.is_file()) {
        return None;
    }
    let text = load_text(&new, MAX_REPORT_BYTES).unwrap_or_default();
    let line = text.lines().next().unwrap_or_default();
    let summary: String = line.chars().take(2 * MAX_SUMMARY_CHARS).collect();
    let path = if fs::rename(&new, &told).is_ok() { told } else { new };
    Some(Alert::problem(format!(
        "An internal error ended Minnow at its last run: {summary}. To report it, send the file {} \
         and the steps before the error to the people who gave you Minnow.",
        path.display()
    )))
}

/// After this many unfinished starts in a row the next one does not resume the game.
pub(super) const MAX_UNFINISHED_STARTS: usize = 2;

/// Counts the starts in a row that resumed a game and ended before the window showed it, so that a game
/// that the window cannot show does not prevent every later start. Each such start leaves an empty file
/// beside the journals. The first frame removes them all.
#[derive(Clone, Debug)]
pub(super) struct UnfinishedStarts {
    folder: PathBuf,
}

impl UnfinishedStarts {
    /// The marks in this folder, which need not exist.
    pub(super) fn new(folder: PathBuf) -> UnfinishedStarts {
        UnfinishedStarts { folder }
    }

    /// The number of unfinished starts in a row, at most [`MAX_UNFINISHED_STARTS`].
    pub(super) fn count(&self) -> usize {
        (1..=MAX_UNFINISHED_STARTS).take_while(|number| fs::exists(&self.path(*number))).count()
    }

    /// Marks this start as unfinished. Without a folder that can be written there is no mark.
    pub(super) fn add(&self) {
        let next = self.count() + 1;
        if next <= MAX_UNFINISHED_STARTS {
            let _ = fs::create_empty(&self.path(next));
        }
    }

    /// Removes all marks.
    pub(super) fn clear(&self) {
        for number in 1..=MAX_UNFINISHED_STARTS {
            let _ = fs::remove_file(self.path(number));
        }
    }

    fn path(&self, number: usize) -> PathBuf {
        self.folder.join(format!("unfinished-start-{number}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_told_once_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let places = Places::below(folder.path());
        assert!(alert_of_last_run(&places).is_none());
        let text = format!("a planted fault\n{}", "x".repeat(100_000));
        let record = PanicRecord { text, place: "src/app/x.rs:7".to_owned() };
        let path = record.write(&places).unwrap();
        let alert = alert_of_last_run(&places).unwrap();
        let told = places.crash_report();
        assert!(alert.text.contains("a planted fault (src/app/x.rs:7)"), "{}", alert.text);
        assert!(alert.text.contains(&told.display().to_string()) && alert.text.len() < 500);
        assert!(told.exists() && !path.exists());
        assert!(alert_of_last_run(&places).is_none());
    }

    #[test]
    fn unfinished_starts_are_counted_until_cleared() {
        let folder = tempfile::tempdir().unwrap();
        let starts = UnfinishedStarts::new(folder.path().to_owned());
        for expected in [0, 1, 2, 2] {
            assert_eq!(starts.count(), expected);
            starts.add();
        }
        starts.clear();
        assert_eq!(starts.count(), 0);
        let nowhere = UnfinishedStarts::new(folder.path().join("nowhere"));
        nowhere.add();
        nowhere.clear();
        assert_eq!(nowhere.count(), 0);
    }
}
