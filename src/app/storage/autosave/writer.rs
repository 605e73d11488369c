//! The writes themselves: the running game with the archive, and the lists with the settings. The files
//! of the second half have locks, which another program may hold for seconds; the game does not wait for
//! them.

use minnow_base::{
    files::{FileAccessError, SetAsideFile},
    sync::lock_briefly,
};
use std::{
    path::{Path, PathBuf},
    sync::Mutex,
};

use super::{
    super::{archive_writer::ArchiveWriter, places::KeepError, settings_file::SettingsWriter},
    Unwritten, UnwrittenGame, WriteNote, WriteReport,
};
use crate::app::session::{KeptListName, KeptThing};
use minnow_game::{
    journal::{Journal, RecoveredGame},
    store::StoreError,
};

/// Carries out the writes; each half is used by one job at a time.
pub(super) struct AutosaveWriter {
    pub(super) games: Mutex<GameWriter>,
    pub(super) data: Mutex<DataWriter>,
}

impl AutosaveWriter {
    /// Writes the game and the games of the archive that are not written yet, and reports each outcome. A
    /// version that could not be written stays unwritten unless there is a newer one.
    pub(super) fn write_games(
        &self,
        unwritten: &Mutex<Unwritten>,
        report: &mut dyn FnMut(WriteReport),
    ) {
        lock_briefly(&self.games).write(unwritten, report);
    }

    /// The same for the lists and the settings.
    pub(super) fn write_data(
        &self,
        unwritten: &Mutex<Unwritten>,
        report: &mut dyn FnMut(WriteReport),
    ) {
        lock_briefly(&self.data).write(unwritten, report);
    }
}

/// Writes the running game and the archive.
pub(super) struct GameWriter {
    journals: PathBuf,
    /// `None` while none could be opened.
    journal: Option<Journal>,
    /// Discarded once the game is in this program's own journal.
    left_behind: Option<RecoveredGame>,
    archive: ArchiveWriter,
}

impl GameWriter {
    pub(super) fn new(
        journals: PathBuf,
        left_behind: Option<RecoveredGame>,
        archive: ArchiveWriter,
    ) -> GameWriter {
        GameWriter { journals, journal: None, left_behind, archive }
    }

    /// Opens the journal before the first write, so that another program takes another one.
    pub(super) fn open(&mut self) -> Result<(), KeepError> {
        open_journal(&mut self.journal, &self.journals).map(|_| ())
    }

    fn write(&mut self, unwritten: &Mutex<Unwritten>, report: &mut dyn FnMut(WriteReport)) {
        let (archived, game, clock) = {
            let mut newest = lock_briefly(unwritten);
            (std::mem::take(&mut newest.archived), newest.game.take(), newest.clock.take())
        };
        // A game enters the archive before another one replaces it in the journal.
        for order in archived {
            let kept = self.archive.keep(&order).map_err(KeepError::Archive);
            let mut unwritten = lock_briefly(unwritten);
            let is_newest = unwritten.archived.iter().all(|newer| newer.id != order.id);
            if kept.is_err() && is_newest {
                unwritten.archived.push(order);
            }
            drop(unwritten);
            let result = kept.map(|moved| moved.map(WriteNote::Moved));
            report(WriteReport { thing: KeptThing::Archive, result });
        }
        if let Some(game) = game {
            let result = self.write_game(&game);
            if result.is_err() {
                lock_briefly(unwritten).game.get_or_insert(game);
            }
            report(WriteReport { thing: KeptThing::Game, result: result.map(|()| None) });
        }
        if let (Some(left_ms), Some(journal)) = (clock, &self.journal) {
            // The game itself is on disk, and another time follows within a second.
            let _ = journal.write_clock(left_ms);
        }
    }

    fn write_game(&mut self, version: &UnwrittenGame) -> Result<(), KeepError> {
        let written = self.write_version(version);
        if matches!(&written, Err(KeepError::Game(error)) if is_missing(error)) {
            // The folder was deleted, and the journal's slot with it.
            self.journal = None;
            self.write_version(version)?;
        } else {
            written?;
        }
        match self.left_behind.take() {
            Some(old) => old.discard().map_err(|error| KeepError::Game(error.into())),
            None => Ok(()),
        }
    }

    /// Writes a version to the journal.
    fn write_version(&mut self, version: &UnwrittenGame) -> Result<(), KeepError> {
        let journal = open_journal(&mut self.journal, &self.journals)?;
        journal.continues(self.left_behind.as_ref());
        if version.worth_keeping {
            journal.write(&version.game, &self.archive.present_origin(&version.origin))
        } else {
            journal.clear().map_err(Into::into)
        }
        .map_err(KeepError::Game)
    }
}

/// Writes the lists and the settings.
pub(super) struct DataWriter {
    /// The folder of the lists.
    folder: PathBuf,
    settings: SettingsWriter,
}

impl DataWriter {
    pub(super) fn new(folder: PathBuf, settings: SettingsWriter) -> DataWriter {
        DataWriter { folder, settings }
    }

    fn write(&mut self, unwritten: &Mutex<Unwritten>, report: &mut dyn FnMut(WriteReport)) {
        let (lists, settings) = {
            let mut newest = lock_briefly(unwritten);
            (std::mem::take(&mut newest.lists), newest.settings.take())
        };
        let mut are_records_kept = true;
        for (name, list) in lists {
            let result = list.merge_into(name, &self.folder);
            are_records_kept &= name != KeptListName::Records || result.is_ok();
            let mut unwritten = lock_briefly(unwritten);
            let is_newest = unwritten.lists.iter().all(|(newer, _)| *newer != name);
            if result.is_err() && is_newest {
                unwritten.lists.push((name, list));
            }
            drop(unwritten);
            let note =
                |file: SetAsideFile| WriteNote::Kept(format!("{}.", file.describe(name.file_of())));
            let result = result.map(|file| file.map(note));
            let result = result.map_err(|source| KeepError::List { list: name, source });
            report(WriteReport { thing: KeptThing::List(name), result });
        }
        if let Some(settings) = settings {
            let result = self.settings.write(&settings, are_records_kept);
            let result = result.map(|text| text.map(WriteNote::Kept));
            if result.is_err() {
                lock_briefly(unwritten).settings.get_or_insert(settings);
            }
            report(WriteReport { thing: KeptThing::Settings, result });
        }
    }
}

/// True if a file or folder was not found.
fn is_missing(error: &StoreError) -> bool {
    let StoreError::File(FileAccessError::Write { error, .. }) = error else { return false };
    error.kind() == std::io::ErrorKind::NotFound
}

/// The program's journal. It is opened if there is none yet, or if its folder was deleted.
fn open_journal<'a>(
    journal: &'a mut Option<Journal>,
    folder: &Path,
) -> Result<&'a mut Journal, KeepError> {
    journal.take_if(|journal| journal.has_lost_its_slot());
    match journal {
        Some(journal) => Ok(journal),
        none => Ok(none.insert(Journal::open(folder).map_err(KeepError::Game)?)),
    }
}
