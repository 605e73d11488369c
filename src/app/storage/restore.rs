//! Reads the settings and the game of the last run at the start of the program.

use minnow_base::files::{FileAccessError, load_text, system};
use std::path::Path;

use super::{
    super::session::{Alert, ArchiveOrder, KeptListName, KeptLists, WallTime, settings::Settings},
    archive_writer::ArchiveWriter,
    keep_error::KeepError,
    places::Places,
    starts::{MAX_UNFINISHED_STARTS, UnfinishedStarts},
};
use minnow_game::{
    Game,
    archive::{Archive, ArchiveId},
    journal::{GameOrigin, Journal, RecoveredGame, SetAsideJournal},
    store::StoreError,
};
use minnow_rules::excerpt_of_error;

/// The most bytes of a settings file.
const MAX_SETTINGS_BYTES: usize = 1 << 20;

/// A game that was on the board when a program ended.
#[derive(Debug)]
pub struct ResumedGame {
    pub game: Game,
    pub origin: GameOrigin,
}

/// The settings and the game of the last run.
#[derive(Debug, Default)]
pub struct Restored {
    pub settings: Settings,
    /// True if there is no settings file yet.
    pub first_start: bool,
    pub game: Option<ResumedGame>,
    /// The lists of the user's data.
    pub lists: KeptLists,
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
            let moved = system::rename(&path, &aside).is_ok();
            let place = if moved { &aside } else { &path };
            restored.alerts.push(Alert::problem(format!(
                "The settings are the defaults: the settings file is not readable ({}). It is \
                 kept as {}.",
                excerpt_of_error(&error),
                place.display()
            )));
        }
    }
}

/// Reads the lists of the user's data. A damaged file is set aside.
pub(super) fn read_lists(places: &Places, restored: &mut Restored) {
    for name in KeptListName::ALL {
        let problem = restored.lists.read(name, places.data());
        restored.alerts.extend(problem.map(Alert::problem));
    }
}

/// Picks the game to resume from those that ended programs left behind. The other unsaved ones go to
/// the archive; a saved game needs no journal.
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
        Some(file) => {
            found.iter().position(|f| f.origin.unsaved && f.origin.save_path.as_ref() == Some(file))
        }
        None => found.iter().position(|f| f.origin.unsaved).or((!found.is_empty()).then_some(0)),
    };
    let chosen = chosen.map(|index| found.remove(index));
    let mut rescued = 0;
    for other in found {
        if other.origin.unsaved && !other.game.is_empty() {
            if let Err(error) = archive(places, &other) {
                let error = KeepError::LeftBehind(error);
                restored.alerts.push(Alert::problem(format!("{error}.")));
                continue;
            }
            rescued += 1;
        }
        if let Err(error) = other.discard() {
            restored.alerts.push(Alert::problem(format!("{error}.")));
        }
    }
    if rescued > 0 {
        let games = if rescued == 1 { "A game" } else { "Games" };
        let text = format!("{games} left unsaved earlier can be found under Your games.");
        restored.alerts.push(Alert::info(text));
    }
    chosen
}

/// Keeps a game left behind in the archive.
fn archive(places: &Places, found: &RecoveredGame) -> Result<(), StoreError> {
    let folder = places.games();
    let failed = |error| FileAccessError::write(&folder, std::io::Error::other(error));
    let id = match &found.origin.archived {
        Some(id) => id.clone(),
        None => ArchiveId::from_time(&WallTime::now().digits()).map_err(failed)?,
    };
    let order = ArchiveOrder { id, read: found.origin.archived_stamp, game: found.game.clone() };
    ArchiveWriter::new(Archive::new(&folder)).keep(&order).map(drop)
}
