//! Writes the running game and the settings to disk on a thread of its own, so that the window never
//! waits for a disk.
//!
//! Of several unwritten versions only the newest is written. A version that could not be written is
//! tried again until it is on disk.

#[cfg(test)]
mod tests;

use minnow_base::files::{FileAccessError, SetAsideFile, remove_leftovers};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};
use web_time::SystemTime;

use super::{
    super::session::{
        Alert, ArchiveOrder, Keeping, KeptListName, KeptLists, KeptThing, MovedGame, Session, Wake,
        settings::Settings,
    },
    archive_writer::ArchiveWriter,
    crash_report::{UnfinishedStarts, alert_of_last_run},
    places::{KeepError, Places},
    restore::{Restored, ResumedGame, read_lists, resume},
    settings_file::{SettingsWriter, read_settings},
};
use minnow_base::sync::lock_briefly;
use minnow_game::{
    Game,
    archive::Archive,
    journal::{GameOrigin, Journal, RecoveredGame},
    store::StoreError,
};
use minnow_jobs::{JobContext, JobEvent, JobHandle, Runner, Spawner};

/// The pause before a failed write is tried again.
const RETRY_MS: u64 = 3_000;

/// A version of the running game.
struct UnwrittenGame {
    game: Game,
    origin: GameOrigin,
    /// True if a restart should resume it.
    worth_keeping: bool,
}

/// The newest unwritten versions.
#[derive(Default)]
struct Unwritten {
    settings: Option<Box<Settings>>,
    game: Option<Box<UnwrittenGame>>,
    /// The time left on the clock of the running game.
    clock: Option<[u64; 2]>,
    /// The newest version of each game for the archive.
    archived: Vec<ArchiveOrder>,
    /// The newest version of each list of the user's data.
    lists: Vec<(KeptListName, KeptLists)>,
}

/// The outcome of a write.
struct WriteReport {
    thing: KeptThing,
    result: Result<Option<WriteNote>, KeepError>,
}

/// A remark on a write, for the user or the window.
enum WriteNote {
    /// A game went to another id of the archive.
    Moved(MovedGame),
    /// A file was damaged, or had values that cannot be used, and was kept under another name.
    Kept(String),
}

/// Why the running game is not on disk, if it is not: shared with the message after a panic.
#[derive(Clone, Debug, Default)]
pub struct GameProblem(Arc<Mutex<Option<String>>>);

impl GameProblem {
    /// The problem as a sentence.
    pub fn get(&self) -> Option<String> {
        lock_briefly(&self.0).clone()
    }

    pub(in crate::app) fn set(&self, problem: Option<String>) {
        *lock_briefly(&self.0) = problem;
    }
}

/// Starts the writes and reports their outcomes to the window.
pub struct Autosave {
    runner: Runner,
    /// `None` if there is no folder to write to.
    writer: Option<Arc<Mutex<AutosaveWriter>>>,
    unwritten: Arc<Mutex<Unwritten>>,
    /// The writes that may still run.
    jobs: Vec<JobHandle<WriteReport>>,
    /// Reports that `collect` has not passed on yet.
    reports: Vec<WriteReport>,
    game_problem: GameProblem,
    /// The time of the next attempt after a failure.
    retry_at_ms: Option<u64>,
    /// `None` once the first frame was shown.
    starts: Option<UnfinishedStarts>,
}

impl Autosave {
    /// Reads the settings and the games left behind. One of those games is resumed: without a
    /// `file` to be opened the latest unsaved one, else the latest; with one, only an unsaved
    /// version of that file. Without `places` nothing is written, and an alert names the reason.
    /// `wake` is called after each write but those of the clock.
    pub fn start(
        places: Option<&Places>,
        file: Option<&Path>,
        spawner: Spawner,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> (Autosave, Restored) {
        let mut restored = Restored::default();
        let mut autosave = Autosave {
            runner: Runner::new("autosave", spawner, wake),
            writer: None,
            unwritten: Arc::default(),
            jobs: Vec::new(),
            reports: Vec::new(),
            game_problem: GameProblem::default(),
            retry_at_ms: None,
            starts: None,
        };
        let Some(places) = places else {
            for thing in [KeptThing::Game, KeptThing::Archive] {
                autosave.reports.push(WriteReport { thing, result: Err(KeepError::NoFolder) });
            }
            return (autosave, restored);
        };
        restored.alerts.extend(alert_of_last_run(places));
        let old_records = read_settings(places, &mut restored);
        let has_old_settings = old_records.is_some();
        read_lists(places, old_records.unwrap_or_default(), &mut restored);
        let starts = UnfinishedStarts::new(places.journals());
        let left_behind = resume(places, file, &starts, &mut restored);
        restored.game = left_behind
            .as_ref()
            .map(|found| ResumedGame { game: found.game.clone(), origin: found.origin.clone() });
        let mut writer = AutosaveWriter {
            journals: places.journals(),
            journal: None,
            left_behind,
            settings: SettingsWriter::new(places.settings_file(), restored.settings.clone()),
            data: places.data().to_owned(),
            archive: ArchiveWriter::new(Archive::new(&places.games())),
        };
        let result = open_journal(&mut writer.journal, &writer.journals).map(|_| None);
        autosave.reports.push(WriteReport { thing: KeptThing::Game, result });
        autosave.writer = Some(Arc::new(Mutex::new(writer)));
        let folders = places.folders();
        autosave.jobs.push(autosave.runner.submit(move |_| {
            for folder in folders {
                remove_leftovers(&folder, SystemTime::now());
            }
        }));
        autosave.starts = Some(starts);
        restored.changed_lists.iter().for_each(|name| autosave.save_list(*name, &restored.lists));
        if has_old_settings {
            autosave.save_settings(&restored.settings);
        }
        (autosave, restored)
    }

    /// Notes that the window has shown its first frame, so that the resumed game can be resumed
    /// again.
    pub fn first_frame_shown(&mut self) {
        if let Some(starts) = self.starts.take() {
            starts.clear();
        }
    }

    pub fn save_settings(&mut self, settings: &Settings) {
        lock_briefly(&self.unwritten).settings = Some(Box::new(settings.clone()));
        self.write();
    }

    /// Writes a list of the user's data.
    pub fn save_list(&mut self, name: KeptListName, lists: &KeptLists) {
        let newest = (name, lists.only(name));
        let mut unwritten = lock_briefly(&self.unwritten);
        unwritten.lists.retain(|(known, _)| *known != name);
        unwritten.lists.push(newest);
        drop(unwritten);
        self.write();
    }

    pub fn save_game(&mut self, session: &Session) {
        self.note_game(session);
        self.write();
    }

    /// Writes the time left on the clock of the game, whose last version is written already or waits.
    /// Without a call of `wake`: each second of the clock would draw a second frame.
    pub fn save_clock(&mut self, session: &Session) {
        lock_briefly(&self.unwritten).clock = session.game_of_play().left_ms();
        if let Some(work) = self.writing() {
            self.jobs.push(self.runner.submit_quietly(work));
        }
    }

    /// Writes the game and all that is unwritten before it returns. A page that the browser closes
    /// gives no thread another turn.
    pub fn save_game_now(&mut self, session: &Session) {
        self.note_game(session);
        self.write_now();
    }

    fn note_game(&mut self, session: &Session) {
        let kept = session.game_of_play();
        lock_briefly(&self.unwritten).game = Some(Box::new(UnwrittenGame {
            game: kept.game.clone(),
            origin: GameOrigin {
                save_path: kept.document.path.clone(),
                stamp: kept.document.stamp,
                unsaved: kept.is_unsaved(),
                archived: kept.archive_place.id.clone(),
                archived_stamp: kept.archive_place.read,
            },
            worth_keeping: kept.is_worth_keeping(),
        }));
    }

    /// Keeps a game in the archive.
    pub fn archive(&mut self, order: ArchiveOrder) {
        let mut unwritten = lock_briefly(&self.unwritten);
        unwritten.archived.retain(|older| older.id != order.id);
        unwritten.archived.push(order);
        drop(unwritten);
        self.write();
    }

    /// True while a game has not entered the archive.
    pub fn has_unwritten_games(&self) -> bool {
        !lock_briefly(&self.unwritten).archived.is_empty()
    }

    fn write(&mut self) {
        if let Some(work) = self.writing() {
            self.jobs.push(self.runner.submit(work));
        }
    }

    /// The job that writes what is unwritten; `None` if there is no folder to write to.
    fn writing(&self) -> Option<impl FnOnce(&JobContext<WriteReport>) + Send + use<>> {
        let (writer, unwritten) = (self.writer.clone()?, self.unwritten.clone());
        Some(move |job: &JobContext<WriteReport>| {
            lock_briefly(&writer).write(&unwritten, &mut |report| job.emit(report));
        })
    }

    /// Writes on this thread what no other has written.
    fn write_now(&mut self) {
        if let Some(writer) = &self.writer {
            let reports = &mut self.reports;
            lock_briefly(writer).write(&self.unwritten, &mut |report| reports.push(report));
        }
    }

    /// Passes the outcomes of the writes on, and writes again what has failed. Returns when to call
    /// it again if nothing else happens.
    pub fn collect(&mut self, keeping: &mut Keeping, now_ms: u64) -> Wake {
        self.take_events();
        self.note_game_problem();
        for WriteReport { thing, result } in self.reports.drain(..) {
            if result.is_err() && self.writer.is_some() {
                self.retry_at_ms = Some(now_ms + RETRY_MS);
            }
            let note = result.map_err(|error| format!("{error}."));
            keeping.report(thing, note.as_ref().err().cloned());
            match note.ok().flatten() {
                Some(WriteNote::Moved(moved)) => keeping.moved.push(moved),
                Some(WriteNote::Kept(text)) => keeping.alert(Alert::problem(text)),
                None => {}
            }
        }
        if self.retry_at_ms.is_some_and(|at_ms| at_ms <= now_ms) {
            self.retry_at_ms = None;
            self.write();
        }
        self.retry_at_ms
    }

    /// Shares the last outcome for the running game.
    fn note_game_problem(&self) {
        let game = self.reports.iter().rev().find(|report| report.thing == KeptThing::Game);
        if let Some(report) = game {
            let problem = report.result.as_ref().err().map(|error| format!("{error}."));
            self.game_problem.set(problem);
        }
    }

    /// Why the running game is not on disk; it stays up to date when this is dropped.
    pub fn game_problem(&self) -> GameProblem {
        self.game_problem.clone()
    }

    fn take_events(&mut self) {
        let reports = &mut self.reports;
        self.jobs.retain_mut(|job| {
            for event in job.events() {
                note_event(event, reports);
            }
            !job.is_over()
        });
    }

    /// Waits until everything is written. What no thread has written is written here.
    pub fn finish(&mut self) {
        for mut job in self.jobs.drain(..) {
            while !job.is_over() {
                note_event(job.wait_event(), &mut self.reports);
            }
        }
        self.write_now();
        self.note_game_problem();
    }
}

impl Drop for Autosave {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Adds the outcome of a write to the reports.
fn note_event(event: JobEvent<WriteReport>, reports: &mut Vec<WriteReport>) {
    match event {
        JobEvent::Output(report) => reports.push(report),
        JobEvent::Failed(error) => {
            for thing in [KeptThing::Game, KeptThing::Settings] {
                reports.push(WriteReport { thing, result: Err(KeepError::Job(error.clone())) });
            }
        }
        JobEvent::Progress(_) | JobEvent::Finished => {}
    }
}

/// True if a file or folder was not found.
fn is_missing(error: &StoreError) -> bool {
    let StoreError::File(FileAccessError::Write { error, .. }) = error else { return false };
    error.kind() == std::io::ErrorKind::NotFound
}

/// Carries out the writes; used by one job at a time.
struct AutosaveWriter {
    journals: PathBuf,
    /// `None` while none could be opened.
    journal: Option<Journal>,
    /// Discarded once the game is in this program's own journal.
    left_behind: Option<RecoveredGame>,
    settings: SettingsWriter,
    /// The folder of the lists.
    data: PathBuf,
    archive: ArchiveWriter,
}

impl AutosaveWriter {
    /// Writes what is not written yet and reports each outcome. A version that could not be written
    /// stays unwritten unless there is a newer one.
    fn write(&mut self, unwritten: &Mutex<Unwritten>, report: &mut dyn FnMut(WriteReport)) {
        let newest = std::mem::take(&mut *lock_briefly(unwritten));
        let Unwritten { settings, game, clock, archived, lists } = newest;
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
        let mut are_records_kept = true;
        for (name, list) in lists {
            let result = list.merge_into(name, &self.data);
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
