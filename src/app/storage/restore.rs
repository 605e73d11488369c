//! Reads the settings and the game of the last run at the start of the program.

use std::path::{Path, PathBuf};

use super::{
    super::session::{Alert, settings::Settings},
    keep_error::KeepError,
    places::Places,
    starts::{MAX_UNFINISHED_STARTS, UnfinishedStarts},
};
use crate::game::{
    Game,
    journal::{Journal, RecoveredGame, SetAsideJournal},
    store::{EXTENSION, FileStamp, StoreError, load_text, save_game},
};

/// The most bytes of a settings file.
const MAX_SETTINGS_BYTES: usize = 1 << 20;

/// The most games in the folder of games found at a start, per variant.
const MAX_KEPT_GAMES: u32 = 9_999;

/// A game that was on the board when a program ended.
#[derive(Debug)]
pub struct ResumedGame {
    pub game: Game,
    /// The game's file.
    pub path: Option<PathBuf>,
    /// The stamp of that file when it was last read or written.
    pub stamp: Option<FileStamp>,
    /// True if the game has changes that are not in its file.
    pub unsaved: bool,
}

/// The settings and the game of the last run.
#[derive(Debug, Default)]
pub struct Restored {
    pub settings: Settings,
    /// True if the settings differ from those in the file.
    pub settings_changed: bool,
    /// True if there is no settings file yet.
    pub first_start: bool,
    pub game: Option<ResumedGame>,
    pub alerts: Vec<Alert>,
}

/// Reads the settings. A file that holds no settings is set aside, so that writing new ones loses
/// nothing.
pub(super) fn read_settings(places: &Places, restored: &mut Restored) {
    let path = places.settings_file();
    let text = match load_text(&path, MAX_SETTINGS_BYTES) {
        Ok(text) => text,
        Err(error) if error.is_missing() => {
            restored.first_start = true;
            return;
        }
        Err(error) => {
            let text = format!("The settings are the defaults: {error}.");
            restored.alerts.push(Alert::problem(text));
            return;
        }
    };
    match Settings::from_ron(&text) {
        Ok(settings) => restored.settings = settings,
        Err(error) => {
            let aside = path.with_extension("ron.unreadable");
            let moved = std::fs::rename(&path, &aside).is_ok();
            let place = if moved { &aside } else { &path };
            restored.alerts.push(Alert::problem(format!(
                "The settings are the defaults: the settings file is not readable ({error}). It is \
                 kept as {}.",
                place.display()
            )));
        }
    }
}

/// Picks the game to resume from those that ended programs left behind. The other unsaved ones become
/// files among the recent ones; a saved game needs no journal.
///
/// Sets the running game aside if the window did not show it at the last starts.
pub(super) fn resume(
    places: &Places,
    file: Option<&Path>,
    starts: &UnfinishedStarts,
    restored: &mut Restored,
) -> Option<RecoveredGame> {
    let unfinished = starts.count();
    // Reading a journal is a part of the start.
    starts.add();
    let recovery = Journal::recover(&places.journals());
    restored.alerts.extend(recovery.set_aside.iter().map(unreadable_alert));
    let mut chosen = choose(recovery.games, file, places, restored);
    if unfinished >= MAX_UNFINISHED_STARTS
        && let Some(game) = chosen.take()
    {
        set_aside(game, restored);
    }
    if chosen.is_none() {
        starts.clear();
    }
    chosen
}

fn unreadable_alert(journal: &SetAsideJournal) -> Alert {
    Alert::problem(format!(
        "A running game is not resumed, because its file cannot be read: {}. The file is kept as {}.",
        journal.error,
        journal.path.display()
    ))
}

/// Sets a game aside and offers to open it.
fn set_aside(game: RecoveredGame, restored: &mut Restored) {
    match game.set_aside() {
        Ok(path) => {
            let text = format!(
                "The last {MAX_UNFINISHED_STARTS} starts ended before the window showed the resumed \
                 game, so it was set aside. It is kept as {}.",
                path.display()
            );
            restored.alerts.push(Alert::problem(text).offering_retry(path));
        }
        Err(error) => restored.alerts.push(Alert::problem(format!("{error}."))),
    }
}

fn choose(
    mut found: Vec<RecoveredGame>,
    file: Option<&Path>,
    places: &Places,
    restored: &mut Restored,
) -> Option<RecoveredGame> {
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
                Err(error) => {
                    let error = KeepError::LeftBehind(error);
                    restored.alerts.push(Alert::problem(format!("{error}.")));
                    continue;
                }
            }
            rescued += 1;
        }
        if let Err(error) = other.discard() {
            restored.alerts.push(Alert::problem(format!("{error}.")));
        }
    }
    if rescued > 0 {
        let games = if rescued == 1 { "A game" } else { "Games" };
        let text = format!("{games} left unsaved earlier can be found under Recent.");
        restored.alerts.push(Alert::info(text));
        restored.settings_changed = true;
    }
    chosen
}

/// Saves a game left behind under a new name.
fn keep_as_file(places: &Places, found: &RecoveredGame) -> Result<PathBuf, StoreError> {
    let folder = places.kept_games();
    let failed = |error| StoreError::Write { path: folder.clone(), error };
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let free = |number: &u32| {
        let name = format!("{}-{number}.{EXTENSION}", found.game.variant().id);
        Some(folder.join(name)).filter(|path| !path.exists())
    };
    let path = (1..=MAX_KEPT_GAMES)
        .find_map(|number| free(&number))
        .ok_or_else(|| failed(std::io::Error::other("it holds too many games")))?;
    save_game(&path, &found.game, false)?;
    Ok(path)
}
