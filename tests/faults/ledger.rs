//! The acknowledged writes of a program, and the check of its files against them.

use crate::disk::{Disk, FileKind, Written};
use crate::writer::Announcement;

/// The last writes of each kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger([Written; 4]);

impl Ledger {
    pub(crate) fn of(&mut self, kind: FileKind) -> &mut Written {
        &mut self.0[kind as usize]
    }

    /// Takes an announcement in.
    pub(crate) fn note(&mut self, announcement: &Announcement) {
        match announcement {
            Announcement::Begin(kind, number) => self.of(*kind).begun = *number,
            Announcement::Done(kind, number) => {
                let written = self.of(*kind);
                if written.done != *number {
                    written.backup = written.done;
                }
                written.done = *number;
            }
            // A refused write changes nothing but perhaps the backup.
            Announcement::Refused { kind, .. } => {
                let written = self.of(*kind);
                written.begun = written.done;
                written.backup_may_be_newer = true;
            }
            Announcement::Resumed(_) | Announcement::Message(_) => {}
        }
    }

    /// Checks every file and takes over what it holds.
    pub(crate) fn check(&mut self, disk: &Disk) {
        for kind in FileKind::ALL {
            let last = *self.of(kind);
            *self.of(kind) = disk.check(kind, last);
        }
    }

    /// The number of the last write that began.
    pub(crate) fn newest(&self) -> u64 {
        self.0.iter().map(|written| written.begun).max().unwrap_or_default()
    }

    /// True if a write was under way.
    pub(crate) fn is_writing(&self) -> bool {
        self.0.iter().any(|written| written.begun != written.done)
    }
}
