//! Saves the game on the board and reacts to the outcomes. A file with several games, or one that
//! another program has changed, is never replaced without a question.

use crate::app::request::Request;
use minnow_base::files::FileStamp;
use std::path::{Path, PathBuf};

use super::{GamesAction, files::absolute};
use crate::app::{
    session::{
        Document, Effect, ObstacleKind, Overwrite, Question, SaveObstacle, SaveOrder, SaveOutcome,
        SaveResult, Session,
    },
    storage::dialogs::with_extension,
};
use minnow_game::store::{backup_path, is_pgn};

/// Saves to the game's own file, or asks for one.
pub(super) fn save(session: &mut Session, now_ms: u64) {
    match session.document.path.clone() {
        Some(path) => save_own(session, path, now_ms),
        None => session.effects.push(Effect::AskSave { suggestion: session.suggested_path() }),
    }
}

fn save_own(session: &mut Session, path: PathBuf, now_ms: u64) {
    let overwrite = session.document.stamp.map_or(Overwrite::OneGame, Overwrite::Unchanged);
    save_to(session, path, overwrite, now_ms);
}

/// Saves to a chosen path. A dialog has asked about a file with the name as typed, but not about one
/// with the added ending.
pub(super) fn save_path(session: &mut Session, chosen: PathBuf, confirmed: bool, now_ms: u64) {
    let path = absolute(&with_extension(chosen.clone()));
    if session.document.path.as_ref() == Some(&path) {
        return save_own(session, path, now_ms);
    }
    let confirmed = confirmed && path == absolute(&chosen);
    let overwrite = if confirmed { Overwrite::OneGame } else { Overwrite::Nothing };
    save_to(session, path, overwrite, now_ms);
}

/// Saves to a path as far as `overwrite` allows it.
pub(super) fn save_to(session: &mut Session, path: PathBuf, overwrite: Overwrite, now_ms: u64) {
    session.note_clock(now_ms);
    session.record_players();
    // The game's own file is backed up by the first save to it, and any other file by every save.
    let document = &session.document;
    let known = document.stamp.map(Overwrite::Unchanged) == Some(overwrite);
    let own = document.path.as_ref() == Some(&path) && known;
    let order = SaveOrder {
        path,
        game: session.game.clone(),
        game_number: session.game_number,
        revision: session.revision,
        overwrite,
        backup: !own || document.from_elsewhere,
    };
    session.files.save(order, now_ms);
}

/// Reacts to the end of a save, or returns a question.
pub(super) fn take_outcome(
    session: &mut Session,
    outcome: SaveOutcome,
) -> Option<Question<GamesAction>> {
    let path = outcome.path.display();
    let problem = match &outcome.result {
        Ok(SaveResult::Saved(stamp)) => {
            note_saved(session, &outcome, *stamp);
            return None;
        }
        Ok(SaveResult::Obstacle(obstacle)) if outcome.game_number == session.game_number => {
            return Some(question(&outcome.path, obstacle));
        }
        Ok(SaveResult::Obstacle(_)) => {
            format!("The game before this one was not saved: {path} exists already.")
        }
        Ok(SaveResult::Cancelled) => format!("Cancelled: the game was not saved to {path}."),
        Err(error) => format!("{error}."),
    };
    session.after_save = None;
    session.error(problem);
    None
}

/// A PGN file does not become the game's own file, because it cannot hold all of the game.
fn note_saved(session: &mut Session, outcome: &SaveOutcome, stamp: FileStamp) {
    let path = &outcome.path;
    session.info(format!("Saved to {}.", path.display()));
    session.remember(path);
    if outcome.game_number != session.game_number {
        return;
    }
    if !is_pgn(path) {
        session.document = Document {
            path: Some(path.clone()),
            saved_revision: outcome.revision,
            stamp: Some(stamp),
            ..Document::default()
        };
    } else if session.document.path.is_none() || session.after_save.is_some() {
        session.document.saved_revision = outcome.revision;
    }
    session.keep_game();
    session.requests.extend(session.after_save.take().map(Request::Proceed));
}

/// The question before a file is replaced.
fn question(path: &Path, obstacle: &SaveObstacle) -> Question<GamesAction> {
    let (file, backup) = (path.display(), backup_path(path));
    let backup = backup.display();
    let replace = GamesAction::Overwrite { path: path.to_owned(), found: obstacle.found };
    let text = match obstacle.kind {
        ObstacleKind::Exists => {
            format!("{file} exists already. Its present content is kept as {backup}.")
        }
        ObstacleKind::Games(games) => format!(
            "{file} holds {games} games. They would be replaced by this one, and kept in {backup}."
        ),
        ObstacleKind::Changed => {
            let text = format!(
                "Another program has changed {file} since it was opened or saved here. \
                 \"Keep both\" saves your game under a new name. \"Overwrite\" replaces their \
                 version and keeps it as {backup}. \"Open theirs\" drops your changes."
            );
            return Question::new("This file has changed", text)
                .choice("Keep both", GamesAction::SaveBeside(path.to_owned()))
                .choice("Overwrite", replace)
                .choice("Open theirs", GamesAction::OpenTheirs(path.to_owned()))
                .cancel("Cancel");
        }
    };
    Question::new("Replace this file?", text).cancel("Cancel").choice("Replace", replace)
}
