//! Keeps the running game and the settings on disk, on a thread of its own: the window never waits
//! for a disk.
//!
//! Only the newest of several waiting versions is written. What cannot be
//! written is told to the user once and does not stop the program.

use std::{
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, Sender, channel},
    thread::JoinHandle,
};

use super::{places::Places, settings::Settings, state::AppState};
use crate::game::{
    Game,
    journal::{Journal, RecoveredGame},
    store::{EXTENSION, save_game, write_atomic},
};

/// A game that was on the board when the program last ended.
#[derive(Debug)]
pub struct KeptGame {
    pub game: Game,
    pub path: Option<PathBuf>,
    pub unsaved: bool,
    /// Whether a restart should bring it back.
    worth_keeping: bool,
}

/// What was found at the start.
pub struct Kept {
    pub settings: Settings,
    pub game: Option<KeptGame>,
    pub problem: Option<String>,
    /// Something to know that went well.
    pub note: Option<String>,
}

enum Order {
    Settings(Box<Settings>),
    Game(Box<KeptGame>),
}

/// The window's end.
pub struct Keeper {
    orders: Option<Sender<Order>>,
    problems: Receiver<String>,
    thread: Option<JoinHandle<()>>,
    keeps_games: bool,
}

impl Keeper {
    /// Reads the settings and the games left behind, and starts the thread. One of those games is
    /// resumed: without a `file` to be opened the latest unsaved one, else the latest; with one,
    /// only an unsaved version of that very file. Without `places` nothing is kept, and the user
    /// is told.
    pub fn start(places: Option<&Places>, file: Option<&Path>) -> (Keeper, Kept) {
        let (orders, inbox) = channel();
        let (outbox, problems) = channel();
        let mut kept =
            Kept { settings: Settings::default(), game: None, problem: None, note: None };
        let Some(places) = places else {
            kept.problem =
                Some("There is no home folder, so games and settings are not kept.".into());
            return (Keeper { orders: None, problems, thread: None, keeps_games: false }, kept);
        };
        read_settings(places, &mut kept);
        let left_behind = resume(places, file, &mut kept);
        kept.game = left_behind.as_ref().map(|found| KeptGame {
            game: found.game.clone(),
            path: found.save_path.clone(),
            unsaved: found.unsaved,
            worth_keeping: true,
        });
        let journal = match Journal::open(&places.journals()) {
            Ok(journal) => Some(journal),
            Err(error) => {
                kept.problem = Some(format!("The running game is not kept: {error}."));
                None
            }
        };
        let keeps_games = journal.is_some();
        let settings_file = places.settings_file();
        let mut writer = Writer { journal, left_behind, settings_file, outbox };
        let thread = std::thread::Builder::new()
            .name("keeper".to_owned())
            .spawn(move || writer.run(&inbox))
            .ok();
        (Keeper { orders: Some(orders), problems, thread, keeps_games }, kept)
    }

    pub fn keep_settings(&self, settings: &Settings) {
        self.send(Order::Settings(Box::new(settings.clone())));
    }

    pub fn keep_game(&self, state: &AppState) {
        self.send(Order::Game(Box::new(KeptGame {
            game: state.game.clone(),
            path: state.document.path.clone(),
            unsaved: state.is_unsaved(),
            worth_keeping: state.is_worth_keeping(),
        })));
    }

    fn send(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // Without its thread nothing can be kept; the start has said so.
            let _ = orders.send(order);
        }
    }

    /// A problem that the user does not know of yet.
    pub fn problem(&mut self) -> Option<String> {
        let problem = self.problems.try_iter().last();
        self.keeps_games &= problem.is_none();
        problem
    }

    /// Whether the running game will be there again at the next start.
    pub fn keeps_games(&self) -> bool {
        self.keeps_games
    }

    /// Waits until everything is written.
    pub fn finish(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            // A panic there has lost nothing that could still be written here.
            let _ = thread.join();
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Settings that cannot be read are set aside, so that writing new ones loses nothing.
fn read_settings(places: &Places, kept: &mut Kept) {
    let path = places.settings_file();
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return,
        Err(error) => {
            kept.problem =
                Some(format!("The settings in {} cannot be read: {error}.", path.display()));
            return;
        }
    };
    match Settings::from_ron(&text) {
        Ok(settings) => kept.settings = settings,
        Err(error) => {
            let aside = path.with_extension("ron.unreadable");
            let moved = std::fs::rename(&path, &aside).is_ok();
            let place = if moved { &aside } else { &path };
            kept.problem = Some(format!(
                "The settings were not readable ({error}) and start afresh; the old file is {}.",
                place.display()
            ));
        }
    }
}

/// Picks the game to go on with from those that ended programs left behind. The other unsaved ones
/// become files among the recent ones; what is saved already needs no journal.
fn resume(places: &Places, file: Option<&Path>, kept: &mut Kept) -> Option<RecoveredGame> {
    let mut found = Journal::recover(&places.journals());
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
                Ok(path) => kept.settings.remember_file(&path),
                Err(problem) => {
                    kept.problem = Some(format!("A game left unsaved cannot be kept: {problem}."));
                    continue;
                }
            }
            rescued += 1;
        }
        if let Err(problem) = other.discard() {
            kept.problem = Some(format!("{problem}."));
        }
    }
    if rescued > 0 {
        let games = if rescued == 1 { "A game" } else { "Games" };
        kept.note = Some(format!("{games} left unsaved earlier can be found under Recent."));
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

/// The thread's end.
struct Writer {
    journal: Option<Journal>,
    /// Discarded once the game stands in this program's own journal.
    left_behind: Option<RecoveredGame>,
    settings_file: PathBuf,
    outbox: Sender<String>,
}

impl Writer {
    fn run(&mut self, inbox: &Receiver<Order>) {
        while let Ok(first) = inbox.recv() {
            let (mut settings, mut game) = (None, None);
            for order in std::iter::once(first).chain(inbox.try_iter()) {
                match order {
                    Order::Settings(newer) => settings = Some(newer),
                    Order::Game(newer) => game = Some(newer),
                }
            }
            let done = settings.map_or(Ok(()), |settings| self.write_settings(&settings));
            self.tell(done);
            let done = game.map_or(Ok(()), |game| self.write_game(&game));
            self.tell(done);
        }
    }

    fn tell(&self, done: Result<(), String>) {
        if let Err(problem) = done {
            // Without a window there is nobody to tell.
            let _ = self.outbox.send(problem);
        }
    }

    fn write_settings(&self, settings: &Settings) -> Result<(), String> {
        let told = |error: &dyn std::fmt::Display| format!("The settings are not kept: {error}.");
        let text = settings.to_ron().map_err(|error| told(&error))?;
        if let Some(folder) = self.settings_file.parent() {
            std::fs::create_dir_all(folder).map_err(|error| told(&error))?;
        }
        write_atomic(&self.settings_file, text.as_bytes()).map_err(|error| told(&error))
    }

    fn write_game(&mut self, kept: &KeptGame) -> Result<(), String> {
        let Some(journal) = &self.journal else { return Ok(()) };
        let told = |error| format!("The running game is not kept: {error}.");
        if kept.worth_keeping {
            journal.write(&kept.game, kept.path.as_deref(), kept.unsaved).map_err(told)?;
        } else {
            journal.clear().map_err(told)?;
        }
        match self.left_behind.take() {
            Some(old) => old.discard().map_err(told),
            None => Ok(()),
        }
    }
}
