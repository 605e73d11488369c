//! The desktop's file dialogs. Each runs on a thread of its own, so that the window never waits.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use crate::app::session::{ChosenFile, FileChoice, FileForm, FileQuery, PathPurpose};
use minnow_base::files::system;
use minnow_game::store::{EXTENSION, is_pgn};
use minnow_jobs::{JobEvent, JobHandle, Spawner};

/// A dialog that is cancelled within this time was never shown: the desktop has no dialogs.
const NO_DIALOG: Duration = Duration::from_millis(250);

/// An unanswered dialog.
struct OpenDialog {
    query: FileQuery,
    job: JobHandle<FileChoice>,
}

/// The one dialog that may be open.
pub struct FileDialogs {
    spawner: Spawner,
    open: Option<OpenDialog>,
}

impl FileDialogs {
    pub fn new(spawner: Spawner) -> FileDialogs {
        FileDialogs { spawner, open: None }
    }

    /// Opens a dialog; returns `false` if one is open already. `wake` is called when it is answered.
    pub fn ask(&mut self, query: FileQuery, wake: impl Fn() + Send + Sync + 'static) -> bool {
        if self.open.is_some() {
            return false;
        }
        let asked = query.clone();
        let job = self.spawner.start("file dialog", wake, move |job| job.emit(answer(asked)));
        self.open = Some(OpenDialog { query, job });
        true
    }

    /// The answer of the open dialog, once there is one.
    pub fn collect(&mut self) -> Option<FileChoice> {
        let choice = match self.open.as_mut()?.job.try_event()? {
            JobEvent::Output(choice) => choice,
            JobEvent::Failed(problem) => {
                let query = self.open.take()?.query;
                return Some(FileChoice::NoDialog { query, problem: Some(problem) });
            }
            // The answer comes before the end.
            JobEvent::Progress(_) | JobEvent::Finished => return None,
        };
        self.open = None;
        Some(choice)
    }
}

/// Shows a dialog and waits for its answer.
fn answer(query: FileQuery) -> FileChoice {
    let asked = Instant::now();
    match show(query.form, &query.suggestion) {
        Some(path) => FileChoice::Chosen(ChosenFile { query, path, confirmed: true }),
        None if asked.elapsed() < NO_DIALOG => FileChoice::NoDialog { query, problem: None },
        None => FileChoice::Cancelled,
    }
}

fn show(form: &FileForm, suggestion: &Path) -> Option<PathBuf> {
    let title = form.title.split(':').next().unwrap_or_default();
    let mut dialog = rfd::FileDialog::new().set_title(title);
    if let Some(folder) = suggestion.parent().filter(|folder| system::is_dir(folder)) {
        dialog = dialog.set_directory(folder);
    }
    match form.purpose {
        PathPurpose::OpenFolder => dialog.pick_folder(),
        PathPurpose::OpenFile => {
            for (name, endings) in form.kinds {
                let cases = |ending: &&str| [(*ending).to_owned(), ending.to_uppercase()];
                let endings: Vec<String> = endings.iter().flat_map(cases).collect();
                dialog = dialog.add_filter(*name, endings.as_slice());
            }
            dialog.add_filter("All files", &["*"]).pick_file()
        }
        PathPurpose::SaveFile => {
            let mut kinds = form.kinds.to_vec();
            if is_pgn(suggestion) {
                kinds.reverse();
            }
            for (name, endings) in kinds {
                dialog = dialog.add_filter(name, endings);
            }
            let name = suggestion.file_name().map(|name| name.to_string_lossy().into_owned());
            let name = name.unwrap_or_else(|| format!("game.{EXTENSION}"));
            dialog.set_file_name(name).save_file()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::{Asker, QueryContent};

    static OPEN: FileForm = FileForm::open("Open a game", &[]);

    #[test]
    fn a_dialog_without_a_thread_can_be_retried() {
        let spawner = Spawner::new(|_, _| Err(std::io::Error::other("no more threads")));
        let mut dialogs = FileDialogs::new(spawner);
        let query = |path: &str| FileQuery {
            asker: Asker::Lab,
            form: &OPEN,
            suggestion: path.into(),
            content: QueryContent::Nothing,
        };
        for _ in 0..2 {
            assert!(dialogs.ask(query("a/b.ron"), || {}));
            assert!(!dialogs.ask(query("a/c.ron"), || {}), "one at a time");
            let Some(FileChoice::NoDialog { query: failed, problem: Some(problem) }) =
                dialogs.collect()
            else {
                panic!("no failure");
            };
            assert_eq!(failed, query("a/b.ron"));
            assert_eq!(problem.to_string(), "cannot start the file dialog thread: no more threads");
        }
    }
}
