//! Keeps the running game and the settings on disk, on a thread of its own: the window never waits
//! for a disk.
//!
//! Only the newest of several waiting versions is written. What cannot be
//! written is told to the user once and does not stop the program.

use std::{
    path::PathBuf,
    sync::mpsc::{Receiver, Sender, channel},
    thread::JoinHandle,
};

use super::{places::Places, settings::Settings, state::AppState};
use crate::game::{
    Game,
    journal::{Journal, Recovered},
    store::write_atomic,
};

/// A game that was on the board when the program last ended.
#[derive(Debug)]
pub struct KeptGame {
    pub game: Game,
    pub path: Option<PathBuf>,
    pub unsaved: bool,
}

/// What was found at the start.
pub struct Kept {
    pub settings: Settings,
    pub game: Option<KeptGame>,
    pub problem: Option<String>,
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
    /// Reads the settings and, if `resume`, the game left behind, and starts the thread. Without
    /// `places` nothing is kept, and the user is told.
    pub fn start(places: Option<&Places>, resume: bool) -> (Keeper, Kept) {
        let (orders, inbox) = channel();
        let (outbox, problems) = channel();
        let mut kept = Kept { settings: Settings::default(), game: None, problem: None };
        let Some(places) = places else {
            kept.problem =
                Some("There is no home folder, so games and settings are not kept.".into());
            return (Keeper { orders: None, problems, thread: None, keeps_games: false }, kept);
        };
        read_settings(places, &mut kept);
        let left_behind = if resume { newest_left_behind(places) } else { None };
        kept.game = left_behind.as_ref().map(|found| KeptGame {
            game: found.game.clone(),
            path: found.save_path.clone(),
            unsaved: found.unsaved,
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

/// The game left behind last. The others stay for further windows.
fn newest_left_behind(places: &Places) -> Option<Recovered> {
    Journal::recover(&places.journals()).into_iter().max_by_key(|found| found.modified)
}

/// The thread's end.
struct Writer {
    journal: Option<Journal>,
    /// Discarded once the game stands in this program's own journal.
    left_behind: Option<Recovered>,
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
        if kept.game.is_empty() && kept.path.is_none() && self.left_behind.is_none() {
            return journal.clear().map_err(told);
        }
        journal.write(&kept.game, kept.path.as_deref(), kept.unsaved).map_err(told)?;
        match self.left_behind.take() {
            Some(old) => old.discard().map_err(told),
            None => Ok(()),
        }
    }
}
