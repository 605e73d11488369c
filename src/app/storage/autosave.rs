//! Writes the running game and the settings to disk on threads of their own, so that the window never
//! waits for a disk, nor the game for the settings.
//!
//! Of several unwritten versions only the newest is written. A version that could not be written is
//! tried again until it is on disk.

#[cfg(test)]
mod tests;
mod writer;

use minnow_base::files::remove_leftovers;
use std::{
    path::Path,
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
use minnow_game::{Game, archive::Archive, journal::GameOrigin};
use minnow_jobs::{JobContext, JobEvent, JobHandle, Runner, Spawner};
use writer::{AutosaveWriter, DataWriter, GameWriter};

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

/// A half of [`AutosaveWriter`].
type WriteHalf = fn(&AutosaveWriter, &Mutex<Unwritten>, &mut dyn FnMut(WriteReport));

/// Starts the writes and reports their outcomes to the window.
pub struct Autosave {
    /// Writes the game and the archive.
    game_runner: Runner,
    /// Writes the lists and the settings.
    data_runner: Runner,
    /// `None` if there is no folder to write to.
    writer: Option<Arc<AutosaveWriter>>,
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
        let wake = Arc::new(wake);
        let runner = || {
            let wake = wake.clone();
            Runner::new("autosave", spawner.clone(), move || wake())
        };
        let mut autosave = Autosave {
            game_runner: runner(),
            data_runner: runner(),
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
        let archive = ArchiveWriter::new(Archive::new(&places.games()));
        let mut games = GameWriter::new(places.journals(), left_behind, archive);
        let result = games.open().map(|()| None);
        autosave.reports.push(WriteReport { thing: KeptThing::Game, result });
        let settings = SettingsWriter::new(places.settings_file(), restored.settings.clone());
        let data = DataWriter::new(places.data().to_owned(), settings);
        let writer = AutosaveWriter { games: Mutex::new(games), data: Mutex::new(data) };
        autosave.writer = Some(Arc::new(writer));
        let folders = places.folders();
        autosave.jobs.push(autosave.game_runner.submit(move |_| {
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
        self.write_data();
    }

    /// Writes a list of the user's data.
    pub fn save_list(&mut self, name: KeptListName, lists: &KeptLists) {
        let newest = (name, lists.only(name));
        let mut unwritten = lock_briefly(&self.unwritten);
        unwritten.lists.retain(|(known, _)| *known != name);
        unwritten.lists.push(newest);
        drop(unwritten);
        self.write_data();
    }

    pub fn save_game(&mut self, session: &Session) {
        self.note_game(session);
        self.write_games();
    }

    /// Writes the time left on the clock of the game, whose last version is written already or waits.
    /// Without a call of `wake`: each second of the clock would draw a second frame.
    pub fn save_clock(&mut self, session: &Session) {
        lock_briefly(&self.unwritten).clock = session.game_of_play().left_ms();
        if let Some(work) = self.writing(AutosaveWriter::write_games) {
            self.jobs.push(self.game_runner.submit_quietly(work));
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
        self.write_games();
    }

    /// True while a game has not entered the archive.
    pub fn has_unwritten_games(&self) -> bool {
        !lock_briefly(&self.unwritten).archived.is_empty()
    }

    fn write_games(&mut self) {
        if let Some(work) = self.writing(AutosaveWriter::write_games) {
            self.jobs.push(self.game_runner.submit(work));
        }
    }

    fn write_data(&mut self) {
        if let Some(work) = self.writing(AutosaveWriter::write_data) {
            self.jobs.push(self.data_runner.submit(work));
        }
    }

    /// The job that writes what is unwritten of a half; `None` if there is no folder to write to.
    fn writing(
        &self,
        write: WriteHalf,
    ) -> Option<impl FnOnce(&JobContext<WriteReport>) + Send + use<>> {
        let (writer, unwritten) = (self.writer.clone()?, self.unwritten.clone());
        Some(move |job: &JobContext<WriteReport>| {
            write(&writer, &unwritten, &mut |report| job.emit(report));
        })
    }

    /// Writes on this thread what no other has written.
    fn write_now(&mut self) {
        if let Some(writer) = &self.writer {
            let reports = &mut self.reports;
            let mut report = |outcome| reports.push(outcome);
            writer.write_games(&self.unwritten, &mut report);
            writer.write_data(&self.unwritten, &mut report);
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
            self.write_games();
            self.write_data();
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
