//! Writes the running game and the settings to disk on a thread of its own, so that the window never
//! waits for a disk, and reads them at the next start.
//!
//! Of several unwritten versions only the newest is written. A problem is shown once, and the
//! program goes on.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{
    super::session::{Session, settings::Settings},
    places::Places,
};
use crate::{
    game::{
        Game,
        journal::{Journal, RecoveredGame},
        store::{EXTENSION, save_game, write_atomic},
    },
    jobs::{JobEvent, JobHandle, Runner, Spawner},
};

/// A game that was on the board when the program last ended.
#[derive(Debug)]
pub struct AutosavedGame {
    pub game: Game,
    pub path: Option<PathBuf>,
    pub unsaved: bool,
    /// Whether a restart should bring it back.
    worth_keeping: bool,
}

/// The settings and the game of the last run.
pub struct Restored {
    pub settings: Settings,
    pub game: Option<AutosavedGame>,
    pub problem: Option<String>,
    /// A message that is not a problem.
    pub note: Option<String>,
}

/// The newest versions that are not written yet.
#[derive(Default)]
struct Unwritten {
    settings: Option<Box<Settings>>,
    game: Option<Box<AutosavedGame>>,
}

/// Starts the writes and reports their problems to the window.
pub struct Autosave {
    runner: Runner,
    /// None if there is no folder to write to.
    writer: Option<Arc<Mutex<AutosaveWriter>>>,
    unwritten: Arc<Mutex<Unwritten>>,
    /// The writes that may still run; each emits its problems.
    jobs: Vec<JobHandle<String>>,
    keeps_games: bool,
    /// The last problem that the user saw.
    reported: Option<String>,
}

impl Autosave {
    /// Reads the settings and the games left behind. One of those games is resumed: without a
    /// `file` to be opened the latest unsaved one, else the latest; with one, only an unsaved
    /// version of that very file. Without `places` nothing is written, and the user sees why.
    pub fn start(
        places: Option<&Places>,
        file: Option<&Path>,
        spawner: Spawner,
    ) -> (Autosave, Restored) {
        let mut restored =
            Restored { settings: Settings::default(), game: None, problem: None, note: None };
        let mut autosave = Autosave {
            runner: Runner::new("autosave", spawner, || {}),
            writer: None,
            unwritten: Arc::default(),
            jobs: Vec::new(),
            keeps_games: false,
            reported: None,
        };
        let Some(places) = places else {
            restored.problem =
                Some("There is no home folder, so games and settings are not kept.".into());
            return (autosave, restored);
        };
        read_settings(places, &mut restored);
        let left_behind = resume(places, file, &mut restored);
        restored.game = left_behind.as_ref().map(|found| AutosavedGame {
            game: found.game.clone(),
            path: found.save_path.clone(),
            unsaved: found.unsaved,
            worth_keeping: true,
        });
        let journal = match Journal::open(&places.journals()) {
            Ok(journal) => Some(journal),
            Err(error) => {
                restored.problem = Some(format!("The running game is not kept: {error}."));
                None
            }
        };
        autosave.keeps_games = journal.is_some();
        let writer = AutosaveWriter { journal, left_behind, settings_file: places.settings_file() };
        autosave.writer = Some(Arc::new(Mutex::new(writer)));
        (autosave, restored)
    }

    pub fn save_settings(&mut self, settings: &Settings) {
        lock(&self.unwritten).settings = Some(Box::new(settings.clone()));
        self.write();
    }

    pub fn save_game(&mut self, session: &Session) {
        lock(&self.unwritten).game = Some(Box::new(AutosavedGame {
            game: session.game.clone(),
            path: session.document.path.clone(),
            unsaved: session.is_unsaved(),
            worth_keeping: session.is_worth_keeping(),
        }));
        self.write();
    }

    fn write(&mut self) {
        let Some(writer) = self.writer.clone() else { return };
        let unwritten = self.unwritten.clone();
        self.jobs.push(self.runner.submit(move |job| {
            lock(&writer).write(&unwritten, &mut |problem| job.emit(problem));
        }));
    }

    /// The latest problem, unless the user saw it just before.
    pub fn problem(&mut self) -> Option<String> {
        let mut problem = None;
        self.jobs.retain_mut(|job| {
            for event in job.events() {
                match event {
                    JobEvent::Output(text) => problem = Some(text),
                    JobEvent::Failed(error) => {
                        problem = Some(format!("The game and the settings are not kept: {error}."));
                    }
                    JobEvent::Progress(_) | JobEvent::Finished => {}
                }
            }
            !job.is_over()
        });
        self.keeps_games &= problem.is_none();
        let is_new = problem.is_some() && problem != self.reported;
        if is_new {
            self.reported.clone_from(&problem);
        }
        problem.filter(|_| is_new)
    }

    /// Whether the running game will be there again at the next start.
    pub fn keeps_games(&self) -> bool {
        self.keeps_games
    }

    /// Waits until everything is written. What no thread has written is written here.
    pub fn finish(&mut self) {
        for job in self.jobs.drain(..) {
            // The window is closing and shows no more problems.
            let _ = job.wait();
        }
        if let Some(writer) = &self.writer {
            lock(writer).write(&self.unwritten, &mut |_| {});
        }
    }
}

impl Drop for Autosave {
    fn drop(&mut self) {
        self.finish();
    }
}

/// A panic of a writer leaves nothing half changed here: files are replaced as a whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Settings that cannot be read are set aside, so that writing new ones loses nothing.
fn read_settings(places: &Places, restored: &mut Restored) {
    let path = places.settings_file();
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return,
        Err(error) => {
            restored.problem =
                Some(format!("The settings in {} cannot be read: {error}.", path.display()));
            return;
        }
    };
    match Settings::from_ron(&text) {
        Ok(settings) => restored.settings = settings,
        Err(error) => {
            let aside = path.with_extension("ron.unreadable");
            let moved = std::fs::rename(&path, &aside).is_ok();
            let place = if moved { &aside } else { &path };
            restored.problem = Some(format!(
                "The settings were not readable ({error}) and start afresh; the old file is {}.",
                place.display()
            ));
        }
    }
}

/// Picks the game to go on with from those that ended programs left behind. The other unsaved ones
/// become files among the recent ones; what is saved already needs no journal.
fn resume(places: &Places, file: Option<&Path>, restored: &mut Restored) -> Option<RecoveredGame> {
    let mut found = Journal::recover(&places.journals()).games;
    let wanted = file.and_then(|file| std::path::absolute(file).ok());
    let chosen = match &wanted {
        Some(file) => found.iter().position(|f| f.unsaved && f.save_path.as_ref() == Some(file)),
        None => found.iter().position(|f| f.unsaved).or((!found.is_empty()).then_some(0)),
    };
    let chosen = chosen.map(|index| found.remove(index));
    let mut rescued = 0;
    for other in found {
        if other.unsaved && !other.game.is_empty() {
            match keep_as_file(places, &other) {
                Ok(path) => restored.settings.remember_file(&path),
                Err(problem) => {
                    restored.problem =
                        Some(format!("A game left unsaved cannot be kept: {problem}."));
                    continue;
                }
            }
            rescued += 1;
        }
        if let Err(problem) = other.discard() {
            restored.problem = Some(format!("{problem}."));
        }
    }
    if rescued > 0 {
        let games = if rescued == 1 { "A game" } else { "Games" };
        restored.note = Some(format!("{games} left unsaved earlier can be found under Recent."));
    }
    chosen
}

/// Saves a game left behind under a name of its own.
fn keep_as_file(places: &Places, found: &RecoveredGame) -> Result<PathBuf, String> {
    let folder = places.kept_games();
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let free = |number: &u32| {
        let name = format!("{}-{number}.{EXTENSION}", found.game.variant().id);
        Some(folder.join(name)).filter(|path| !path.exists())
    };
    let path = (1..=9999).find_map(|number| free(&number)).ok_or("the folder is full")?;
    save_game(&path, &found.game, false).map_err(|error| error.to_string())?;
    Ok(path)
}

/// What writes; used by one job at a time.
struct AutosaveWriter {
    journal: Option<Journal>,
    /// Discarded once the game stands in this program's own journal.
    left_behind: Option<RecoveredGame>,
    settings_file: PathBuf,
}

impl AutosaveWriter {
    /// Writes what is not written yet and reports each problem as a sentence.
    fn write(&mut self, unwritten: &Mutex<Unwritten>, report: &mut dyn FnMut(String)) {
        let Unwritten { settings, game } = std::mem::take(&mut *lock(unwritten));
        let settings = settings.map_or(Ok(()), |settings| self.write_settings(&settings));
        let game = game.map_or(Ok(()), |game| self.write_game(&game));
        settings.err().into_iter().chain(game.err()).for_each(report);
    }

    fn write_settings(&self, settings: &Settings) -> Result<(), String> {
        let sentence =
            |error: &dyn std::fmt::Display| format!("The settings are not kept: {error}.");
        let text = settings.to_ron().map_err(|error| sentence(&error))?;
        if let Some(folder) = self.settings_file.parent() {
            std::fs::create_dir_all(folder).map_err(|error| sentence(&error))?;
        }
        write_atomic(&self.settings_file, text.as_bytes()).map_err(|error| sentence(&error))
    }

    fn write_game(&mut self, saved: &AutosavedGame) -> Result<(), String> {
        let Some(journal) = &self.journal else { return Ok(()) };
        let sentence = |error| format!("The running game is not kept: {error}.");
        if saved.worth_keeping {
            journal
                .write(&saved.game, saved.path.as_deref(), None, saved.unsaved)
                .map_err(sentence)?;
        } else {
            journal.clear().map_err(sentence)?;
        }
        match self.left_behind.take() {
            Some(old) => old.discard().map_err(sentence),
            None => Ok(()),
        }
    }
}
