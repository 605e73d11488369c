//! The state that the program restores at its start: the settings, the user's lists, and the game of
//! the last run.

use std::path::Path;

use super::{
    super::session::{
        Alert, ArchiveOrder, KeptListName, KeptLists, UserRecords, settings::Settings,
    },
    archive_writer::{ArchiveWriter, new_id},
    crash_report::{MAX_UNFINISHED_STARTS, UnfinishedStarts},
    places::{KeepError, Places},
};
use minnow_game::{
    Game,
    archive::{Archive, ArchiveId},
    journal::{GameOrigin, Journal, RecoveredGame, SetAsideJournal},
    store::StoreError,
};

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
    /// The lists to be written: they have entries of old settings, or their files have unreadable entries.
    pub changed_lists: Vec<KeptListName>,
    pub alerts: Vec<Alert>,
    /// The games that were left behind and are now in the archive.
    pub archived: Vec<ArchiveId>,
}

/// Reads the lists of the user's data, and adds the records in the settings of an older version. A
/// damaged file is set aside.
pub(super) fn read_lists(places: &Places, old: UserRecords, restored: &mut Restored) {
    for &name in KeptListName::ALL {
        match restored.lists.read(name, places.data()) {
            Ok(true) => restored.changed_lists.push(name),
            Ok(false) => {}
            Err(problem) => restored.alerts.push(Alert::problem(problem)),
        }
    }
    // Another window or a start with a file may have kept records before any settings.
    restored.first_start &= restored.lists.records.is_empty();
    if !old.is_empty() {
        restored.changed_lists.push(KeptListName::Records);
        // They are older than all others.
        let newer = std::mem::replace(&mut restored.lists.records, old);
        newer.entries().iter().for_each(|record| restored.lists.records.add(record.clone()));
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
    for other in found {
        if other.origin.unsaved && !other.game.is_empty() {
            match archive(places, &other) {
                Ok(id) => restored.archived.push(id),
                Err(error) => {
                    let error = KeepError::LeftBehind(error);
                    restored.alerts.push(Alert::problem(format!("{error}.")));
                    continue;
                }
            }
        }
        if let Err(error) = other.discard() {
            restored.alerts.push(Alert::problem(format!("{error}.")));
        }
    }
    if !restored.archived.is_empty() {
        let games = if restored.archived.len() == 1 { "A game" } else { "Games" };
        let text = format!("{games} left unsaved earlier can be found under Your games.");
        restored.alerts.push(Alert::info(text));
    }
    chosen
}

/// Keeps a game left behind in the archive.
fn archive(places: &Places, found: &RecoveredGame) -> Result<ArchiveId, StoreError> {
    let id = found.origin.archived.clone().map_or_else(new_id, Ok)?;
    let order = ArchiveOrder { id, read: found.origin.archived_stamp, game: found.game.clone() };
    let moved = ArchiveWriter::new(Archive::new(&places.games())).keep(&order)?;
    Ok(moved.map_or(order.id, |moved| moved.to))
}
