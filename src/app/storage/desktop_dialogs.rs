//! The desktop's file dialogs. Each runs on a thread of its own, so that the window never waits, and
//! belongs to the program's window.

#[cfg(any(windows, target_os = "macos"))]
mod native;
#[cfg(not(any(windows, target_os = "macos")))]
mod portal;

use std::path::PathBuf;

use crate::app::session::{ChosenFile, FileChoice, FileQuery, PathPurpose};
use minnow_base::files::system;
use minnow_game::store::{EXTENSION, is_pgn};
use minnow_jobs::{JobEvent, JobHandle, Spawner};
#[cfg(any(windows, target_os = "macos"))]
use native as backend;
#[cfg(not(any(windows, target_os = "macos")))]
use portal as backend;

/// The chosen path, or `None` after a cancelled dialog. The error says why there was no dialog; it has no
/// text where the desktop has none.
type DialogEnd = Result<Option<PathBuf>, Option<String>>;

/// The content of a dialog.
struct DialogContent {
    purpose: PathPurpose,
    title: &'static str,
    folder: Option<PathBuf>,
    /// The name of a file to be saved.
    name: String,
    /// The kinds of files and their endings; `*` stands for all.
    kinds: Vec<(&'static str, Vec<String>)>,
}

impl DialogContent {
    fn new(FileQuery { form, suggestion, .. }: &FileQuery) -> DialogContent {
        let folder = suggestion.parent().filter(|folder| system::is_dir(folder));
        let name = suggestion.file_name().map(|name| name.to_string_lossy().into_owned());
        let kind = |(name, endings): &(&'static str, &'static [&'static str])| {
            let upper = endings.iter().map(|ending| ending.to_uppercase());
            let upper = upper.filter(|_| form.purpose == PathPurpose::OpenFile);
            (*name, endings.iter().map(|ending| (*ending).to_owned()).chain(upper).collect())
        };
        let mut kinds: Vec<(&'static str, Vec<String>)> = form.kinds.iter().map(kind).collect();
        match form.purpose {
            PathPurpose::OpenFile => kinds.push(("All files", vec!["*".to_owned()])),
            PathPurpose::SaveFile if is_pgn(suggestion) => kinds.reverse(),
            PathPurpose::SaveFile | PathPurpose::OpenFolder => {}
        }
        DialogContent {
            purpose: form.purpose,
            title: form.title.split(':').next().unwrap_or_default(),
            folder: folder.map(ToOwned::to_owned),
            name: name.unwrap_or_else(|| format!("game.{EXTENSION}")),
            kinds,
        }
    }
}

/// An unanswered dialog.
struct OpenDialog {
    query: FileQuery,
    job: JobHandle<FileChoice>,
}

/// The desktop's dialogs; only the answer of the last one counts.
pub struct FileDialogs {
    spawner: Spawner,
    parent: backend::ParentWindow,
    open: Option<OpenDialog>,
}

impl FileDialogs {
    pub fn new(spawner: Spawner, context: &eframe::CreationContext<'_>) -> FileDialogs {
        FileDialogs { spawner, parent: backend::ParentWindow::new(context), open: None }
    }

    /// Opens a dialog. The answer of one that is open is dropped: it may never come. `wake` is called
    /// when the new one is answered.
    pub fn ask(&mut self, query: FileQuery, wake: impl Fn() + Send + Sync + 'static) {
        let (parent, asked) = (self.parent.identify(), query.clone());
        let job = self.spawner.start("file dialog", wake, move |job| {
            let end = backend::show(parent, DialogContent::new(&asked));
            job.emit(choice(asked, end));
        });
        self.open = Some(OpenDialog { query, job });
    }

    /// The answer of the open dialog, once there is one.
    pub fn collect(&mut self) -> Option<FileChoice> {
        let choice = match self.open.as_mut()?.job.try_event()? {
            JobEvent::Output(choice) => choice,
            JobEvent::Failed(problem) => {
                let query = self.open.take()?.query;
                return Some(FileChoice::NoDialog { query, problem: Some(problem.to_string()) });
            }
            // The answer comes before the end.
            JobEvent::Progress(_) | JobEvent::Finished => return None,
        };
        self.open = None;
        Some(choice)
    }
}

fn choice(query: FileQuery, end: DialogEnd) -> FileChoice {
    match end {
        Ok(Some(path)) => FileChoice::Chosen(ChosenFile { query, path, confirmed: true }),
        Ok(None) => FileChoice::Cancelled,
        Err(problem) => FileChoice::NoDialog { query, problem },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::{Asker, FileForm, QueryContent};

    static OPEN: FileForm = FileForm::open("Open a game: .ron or .pgn", &[("Games", &["pgn"])]);

    fn query(path: &str) -> FileQuery {
        let (asker, content) = (Asker::Lab, QueryContent::Nothing);
        FileQuery { asker, form: &OPEN, suggestion: path.into(), content }
    }

    #[test]
    fn a_second_dialog_replaces_the_first() {
        let spawner = Spawner::new(|_, _| Err(std::io::Error::other("no more threads")));
        let context = eframe::CreationContext::_new_kittest(egui::Context::default());
        let mut dialogs = FileDialogs::new(spawner, &context);
        for path in ["a/b.ron", "a/c.ron"] {
            dialogs.ask(query(path), || {});
        }
        let problem = "cannot start the file dialog thread: no more threads".to_owned();
        let failed = FileChoice::NoDialog { query: query("a/c.ron"), problem: Some(problem) };
        assert_eq!(dialogs.collect(), Some(failed));
        assert_eq!(dialogs.collect(), None);
    }

    #[test]
    fn a_dialog_begins_in_the_folder_of_the_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my game.ron");
        let content = DialogContent::new(&query(path.to_str().unwrap()));
        assert_eq!((content.title, content.name.as_str()), ("Open a game", "my game.ron"));
        assert_eq!(content.folder.as_deref(), Some(folder.path()));
        let kinds = [("Games", vec!["pgn", "PGN"]), ("All files", vec!["*"])];
        let kinds: [(&str, Vec<String>); 2] =
            kinds.map(|(name, endings)| (name, endings.into_iter().map(Into::into).collect()));
        assert_eq!(content.kinds, kinds);
        assert_eq!(DialogContent::new(&query("/no/such/folder/a.ron")).folder, None);
    }
}
