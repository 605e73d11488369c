//! Each system call of a write in turn: the program is killed at it, or the call fails.

use std::fs;
use std::path::Path;

use crate::disk::Disk;
use crate::ledger::Ledger;
use crate::shim::Shim;
use crate::writer::{Announcement, WritingProcess};

/// Enough writes that each kind is among them.
const WRITES: u64 = 10;

/// Files of a program that wrote everything twice and ended.
struct Prepared {
    folder: tempfile::TempDir,
    ledger: Ledger,
}

impl Prepared {
    fn new() -> Prepared {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::new(folder.path());
        let mut ledger = Ledger::default();
        let program = WritingProcess::run(&disk, 1, 0, WritingProcess::write_directly);
        note_all(&mut ledger, program);
        ledger.check(&disk);
        Prepared { folder, ledger }
    }

    /// A copy of the files.
    fn copy(&self) -> tempfile::TempDir {
        let copy = tempfile::tempdir().unwrap();
        for path in Disk::new(self.folder.path()).files() {
            let target = copy.path().join(path.strip_prefix(self.folder.path()).unwrap());
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            fs::copy(path, target).unwrap();
        }
        copy
    }
}

/// The announcements of a program up to its end.
struct Outcome {
    announcements: Vec<Announcement>,
    /// True if it ended by itself.
    is_success: bool,
}

/// Notes what a program announces until it ends.
fn note_all(ledger: &mut Ledger, mut program: WritingProcess) -> Outcome {
    let announcements: Vec<_> = std::iter::from_fn(|| program.next()).collect();
    announcements.iter().for_each(|announcement| ledger.note(announcement));
    Outcome { announcements, is_success: program.process.wait().unwrap().success() }
}

#[test]
fn a_kill_at_any_call_loses_nothing() {
    let (shim, prepared) = (Shim::compile(), Prepared::new());
    let first = prepared.ledger.newest() + 1;
    for call in 1.. {
        let folder = prepared.copy();
        let disk = Disk::new(folder.path());
        let mut ledger = prepared.ledger.clone();
        let program = WritingProcess::run(&disk, first, WRITES, |command| {
            shim.load_into(command, &disk, &format!("any {call} kill"));
        });
        let outcome = note_all(&mut ledger, program);
        ledger.check(&disk);
        let kinds = shim.calls();
        assert!(disk.games_left_behind() <= 1, "call {call} of {kinds:?}: a game twice");
        // A save holds two at most: its new content and the copy that becomes the backup.
        let left = disk.temporary_files();
        assert!(left.len() <= 2, "call {call} of {kinds:?}: {left:?}");
        if outcome.is_success {
            println!("killed at each of {} calls: nothing lost", call - 1);
            assert!(call > 50);
            return;
        }
    }
}

/// Errors of the system, and how a message with them ends. No other text depends on the error, so
/// that one walk tries each error at every third call.
const ERRORS: [(i32, &str); 3] = [
    (28, "cannot be written: the disk is full"),
    (5, ": Input/output error"),
    (30, "cannot be written: the disk is read-only"),
];

#[test]
fn a_failure_of_any_call_keeps_the_old_file() {
    let (shim, prepared) = (Shim::compile(), Prepared::new());
    let first = prepared.ledger.newest() + 1;
    let mut refused = 0;
    for call in 1.. {
        let (errno, reason) = ERRORS[call % ERRORS.len()];
        let folder = prepared.copy();
        let disk = Disk::new(folder.path());
        let mut ledger = prepared.ledger.clone();
        let program = WritingProcess::run(&disk, first, 0, |command| {
            shim.load_into(command, &disk, &format!("any {call} {errno}"));
            WritingProcess::write_directly(command);
        });
        let outcome = note_all(&mut ledger, program);
        assert!(outcome.is_success, "the program fell over call {call}");
        ledger.check(&disk);
        let kinds = shim.calls();
        let Some(failed) = kinds.get(call - 1) else { break };
        let left = disk.temporary_files();
        assert!(left.is_empty() || failed == "remove", "call {call} of {kinds:?} left {left:?}");
        for announcement in outcome.announcements {
            let Announcement::Refused { message, .. } = announcement else { continue };
            // It names a file of the user.
            let named = message.split('"').nth(1).is_some_and(|path| Path::new(path).is_absolute());
            let is_right = named && message.ends_with(reason) && !message.contains("/.minnow-");
            assert!(is_right, "call {call} of {kinds:?}: {message}");
            refused += 1;
        }
    }
    assert!(refused > 20, "{refused} messages");
}

#[test]
fn new_folders_are_synced_before_their_first_file() {
    let shim = Shim::compile();
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::new(folder.path());
    let program = WritingProcess::run(&disk, 1, 0, |command| {
        shim.load_into(command, &disk, "");
        WritingProcess::write_directly(command);
    });
    note_all(&mut Ledger::default(), program);
    let kinds = shim.calls();
    let first = |kind: &str| kinds.iter().position(|other| other == kind).unwrap();
    assert!(first("sync") < first("write"), "{kinds:?}");
}
