//! The desktop's file dialogs. Each runs on a thread of its own, so that the window never waits.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use super::dialogs::FileChoice;
use crate::app::session::FileRequest;
use minnow_base::files::system;
use minnow_game::store::{EXTENSION, is_pgn};
use minnow_jobs::{JobEvent, JobHandle, Spawner};

/// A dialog that is cancelled within this time was never shown: the desktop has no dialogs.
const NO_DIALOG: Duration = Duration::from_millis(250);

/// An unanswered dialog.
struct OpenDialog {
    request: FileRequest,
    suggestion: PathBuf,
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
    pub fn ask(
        &mut self,
        request: FileRequest,
        suggestion: PathBuf,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> bool {
        if self.open.is_some() {
            return false;
        }
        let suggested = suggestion.clone();
        let job = self.spawner.start("file dialog", wake, move |job| {
            job.emit(answer(request, suggested));
        });
        self.open = Some(OpenDialog { request, suggestion, job });
        true
    }

    /// The answer of the open dialog, once there is one.
    pub fn collect(&mut self) -> Option<FileChoice> {
        let choice = match self.open.as_mut()?.job.try_event()? {
            JobEvent::Output(choice) => choice,
            JobEvent::Failed(problem) => {
                let OpenDialog { request, suggestion: path, .. } = self.open.take()?;
                return Some(FileChoice::Failed { request, path, problem });
            }
            // The answer comes before the end.
            JobEvent::Progress(_) | JobEvent::Finished => return None,
        };
        self.open = None;
        Some(choice)
    }
}

/// Shows a dialog and waits for its answer.
fn answer(request: FileRequest, suggestion: PathBuf) -> FileChoice {
    let asked = Instant::now();
    match show(request, &suggestion) {
        Some(path) => FileChoice::Path { request, path, confirmed: true },
        None if asked.elapsed() < NO_DIALOG => FileChoice::NoDialog { request, path: suggestion },
        None => FileChoice::Cancelled,
    }
}

fn show(request: FileRequest, suggestion: &Path) -> Option<PathBuf> {
    let mut dialog = rfd::FileDialog::new();
    if let Some(folder) = suggestion.parent().filter(|folder| system::is_dir(folder)) {
        dialog = dialog.set_directory(folder);
    }
    let mut kinds = vec![("Saved games", "ron"), ("PGN", "pgn")];
    let title = match request {
        FileRequest::Open => {
            return dialog
                .set_title("Open a game")
                .add_filter("Games", &["ron", "RON", "pgn", "PGN"])
                .add_filter("All files", &["*"])
                .pick_file();
        }
        FileRequest::Exercise => {
            return dialog
                .set_title("Open exercises")
                .add_filter("Exercises", &["ron", "RON"])
                .add_filter("All files", &["*"])
                .pick_file();
        }
        FileRequest::Lessons => return dialog.set_title("Open a folder of lessons").pick_folder(),
        FileRequest::HandIn => {
            kinds = vec![("Exercises", "ron")];
            "Save the answers to hand in"
        }
        FileRequest::Games => {
            kinds = vec![("PGN", "pgn")];
            "Export games as PGN"
        }
        FileRequest::Save => "Save this game",
        FileRequest::Picture => {
            kinds = vec![("Picture (PNG)", "png"), ("Drawing (SVG)", "svg")];
            "Save the board as a picture"
        }
        FileRequest::LabPicture => {
            kinds = vec![
                ("Picture (PNG)", "png"),
                ("Drawing (SVG)", "svg"),
                ("Tree for Graphviz (DOT)", "dot"),
                ("Tree for LaTeX (TikZ)", "tex"),
            ];
            "Save for a slide"
        }
        FileRequest::Animation => {
            kinds = vec![("Animation (GIF)", "gif")];
            "Save the game as an animation"
        }
    };
    if is_pgn(suggestion) {
        kinds.reverse();
    }
    let name = suggestion.file_name().map(|name| name.to_string_lossy().into_owned());
    dialog =
        dialog.set_title(title).set_file_name(name.unwrap_or_else(|| format!("game.{EXTENSION}")));
    let add = |dialog: rfd::FileDialog, (text, ending)| dialog.add_filter(text, &[ending]);
    kinds.into_iter().fold(dialog, add).save_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialog_without_a_thread_can_be_retried() {
        let spawner = Spawner::new(|_, _| Err(std::io::Error::other("no more threads")));
        let mut dialogs = FileDialogs::new(spawner);
        for _ in 0..2 {
            assert!(dialogs.ask(FileRequest::Open, "a/b.ron".into(), || {}));
            assert!(!dialogs.ask(FileRequest::Save, "a/c.ron".into(), || {}), "one at a time");
            let Some(FileChoice::Failed { request, path, problem }) = dialogs.collect() else {
                panic!("no failure");
            };
            assert_eq!((request, path), (FileRequest::Open, "a/b.ron".into()));
            assert_eq!(problem.to_string(), "cannot start the file dialog thread: no more threads");
        }
    }
}
