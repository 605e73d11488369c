//! Native file dialogs on a thread of their own, so that the window never waits for them.

use std::{
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

use crate::game::store::{EXTENSION, is_pgn};

/// A dialog that answers "nothing" faster than a person can is not there at all.
const NO_DIALOG: Duration = Duration::from_millis(250);

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    Open,
    Save,
}

/// What came of a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
    Path(Request, PathBuf),
    Cancelled,
    /// There is no dialog on this desktop; a path must be typed.
    NoDialog(Request, PathBuf),
}

/// The one dialog that may be open.
#[derive(Default)]
pub struct FileDesk {
    open: Option<Receiver<Picked>>,
}

impl FileDesk {
    /// Opens a dialog unless one is open. `wake` is called when it has been answered.
    /// `false` if it could not be opened.
    pub fn ask(
        &mut self,
        request: Request,
        suggestion: PathBuf,
        wake: impl Fn() + Send + 'static,
    ) -> bool {
        if self.open.is_some() {
            return false;
        }
        let (answer, open) = channel();
        self.open = Some(open);
        let thread = std::thread::Builder::new().name("file dialog".to_owned());
        let started = thread.spawn(move || {
            let asked = Instant::now();
            let path = show(request, &suggestion);
            let picked = match path {
                Some(path) => Picked::Path(request, path),
                None if asked.elapsed() < NO_DIALOG => Picked::NoDialog(request, suggestion),
                None => Picked::Cancelled,
            };
            // The window may have closed meanwhile; then nobody wants the answer.
            let _ = answer.send(picked);
            wake();
        });
        if started.is_err() {
            self.open = None;
        }
        self.open.is_some()
    }

    /// The answer, once it is there.
    pub fn collect(&mut self) -> Option<Picked> {
        let picked = match self.open.as_ref()?.try_recv() {
            Ok(picked) => picked,
            Err(std::sync::mpsc::TryRecvError::Empty) => return None,
            // The dialog's thread died without an answer.
            Err(std::sync::mpsc::TryRecvError::Disconnected) => Picked::Cancelled,
        };
        self.open = None;
        Some(picked)
    }
}

fn show(request: Request, suggestion: &Path) -> Option<PathBuf> {
    let mut dialog = rfd::FileDialog::new();
    if let Some(folder) = suggestion.parent().filter(|folder| folder.is_dir()) {
        dialog = dialog.set_directory(folder);
    }
    match request {
        Request::Open => dialog
            .set_title("Open a game")
            .add_filter("Games", &["ron", "RON", "pgn", "PGN"])
            .add_filter("All files", &["*"])
            .pick_file(),
        Request::Save => {
            let name = suggestion.file_name().map(|name| name.to_string_lossy().into_owned());
            let mut kinds = [("Saved games", "ron"), ("PGN", "pgn")];
            if is_pgn(suggestion) {
                kinds.reverse();
            }
            dialog = dialog
                .set_title("Save this game")
                .set_file_name(name.unwrap_or_else(|| format!("game.{EXTENSION}")));
            let add = |dialog: rfd::FileDialog, (text, ending)| dialog.add_filter(text, &[ending]);
            kinds.into_iter().fold(dialog, add).save_file()
        }
    }
}

/// The path with the ending of saved games, unless it ends in `.ron` or `.pgn` already.
pub fn with_extension(path: PathBuf) -> PathBuf {
    if is_pgn(&path) || path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron")) {
        return path;
    }
    let mut name = path.into_os_string();
    name.push(".");
    name.push(EXTENSION);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_without_an_ending_get_ours() {
        assert_eq!(with_extension("a/sunday".into()), Path::new("a/sunday.minnow.ron"));
        assert_eq!(with_extension("a/x.ron".into()), Path::new("a/x.ron"));
        assert_eq!(with_extension("a/x.PGN".into()), Path::new("a/x.PGN"));
        assert_eq!(with_extension("game 1.5".into()), Path::new("game 1.5.minnow.ron"));
    }
}
