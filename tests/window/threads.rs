//! Threads that the system refuses: the user sees the reason, and the window does not wait.

use std::{io, path::Path};

use egui::{Key, Modifiers};
use minnow_jobs::Spawner;

use crate::desk::{Desk, WIDE, folder_with, quick};

/// A window in which the thread of this name does not start.
pub(crate) fn without(folder: &Path, refused: &'static str) -> Desk {
    let spawner = Spawner::new(move |name, body| {
        if name == refused {
            return Err(io::Error::other("no more threads"));
        }
        std::thread::spawn(body);
        Ok(())
    });
    Desk::with_spawner(folder, None, WIDE, spawner)
}

#[test]
fn without_autosave_the_end_keeps_the_game() {
    let folder = folder_with(&quick());
    let mut desk = without(folder.path(), "autosave");
    desk.run();
    let notice = "The game and the settings are not kept: cannot start the autosave thread: no more threads.";
    assert_eq!(desk.notice(), notice);
    desk.play("a2", "a3");
    desk.until_plies(2);
    drop(desk);
    let desk = Desk::open(folder.path(), None, WIDE);
    assert_eq!(desk.moves().len(), 2);
}

#[test]
fn without_a_file_thread_no_file_opens() {
    let folder = folder_with(&quick());
    let mut desk = without(folder.path(), "file");
    let path = folder.path().join("game.minnow.ron");
    crate::files::drop_on(&mut desk, &path);
    let told = format!(
        "\"{}\" could not be handled: cannot start the file thread: no more threads.",
        path.display()
    );
    assert_eq!(desk.notice(), told);
    assert!(!desk.state().session.files.is_busy());
}

#[test]
fn without_a_dialog_the_path_is_typed() {
    let folder = folder_with(&quick());
    let mut desk = without(folder.path(), "file dialog");
    desk.press(Modifiers::COMMAND, Key::O);
    let notice = "The file dialog failed: cannot start the file dialog thread: no more threads.";
    assert_eq!(desk.notice(), notice);
    assert!(desk.shows("Path of the file"));
}
