//! Saves the game on the board and reacts to the outcomes. A file with several games, or one that
//! another program has changed, is never replaced without a question.

use std::path::{Path, PathBuf};

use super::{ASKER, absolute, open_path};
use crate::app::{
    pages::PageId,
    request::Request,
    session::{
        AfterUnsaved, Document, Effect, FileForm, FileQuery, GameToSave, ObstacleKind, Overwrite,
        QueryContent, Question, SaveObstacle, SaveOrder, SaveOutcome, SaveResult, Session,
    },
};
use minnow_base::files::FileStamp;
use minnow_game::store::{EXTENSION, PGN_EXTENSION, backup_path, is_pgn};

static SAVE: FileForm =
    FileForm::save("Save this game", &[("Saved games", &["ron"]), ("PGN", &["pgn"])]);

/// Saves to the game's own file, or asks for one, and then goes on with `next`.
pub fn save(session: &mut Session, next: Option<AfterUnsaved>, now_ms: u64) {
    match session.document.path.clone() {
        Some(path) => {
            session.after_save = next;
            save_own(session, path, now_ms);
        }
        None => save_as(session, next),
    }
}

/// Asks for a file to save the game to, and then goes on with `next`.
pub fn save_as(session: &mut Session, next: Option<AfterUnsaved>) {
    let suggestion = session.suggested_path();
    let query = query(session, suggestion, next);
    session.ask_file(query);
}

/// Asks for a file to write PGN to.
pub fn save_as_pgn(session: &mut Session) {
    let suggestion = session.suggested_path();
    let suggestion = suggestion.with_extension("").with_extension(PGN_EXTENSION);
    let query = query(session, suggestion, None);
    session.ask_file(query);
}

/// Asks for the path to save the game to inside the window.
pub fn type_save(session: &mut Session) {
    let suggestion = session.suggested_path();
    let query = query(session, suggestion, None);
    session.effects.push(Effect::TypePath(query));
}

/// The question for a file to save the game on the board to.
fn query(session: &Session, suggestion: PathBuf, next: Option<AfterUnsaved>) -> FileQuery {
    let content = QueryContent::Game(Box::new(GameToSave { next, ..session.game_to_save() }));
    FileQuery { asker: ASKER, form: &SAVE, suggestion, content }
}

fn save_own(session: &mut Session, path: PathBuf, now_ms: u64) {
    let overwrite = own_overwrite(&session.document);
    save_to(session, path, overwrite, now_ms);
}

/// Saves the game that the user was asked about to the path chosen for it: its newest version, or if
/// another game is on the board now, the version of the question.
pub(super) fn save_chosen(
    session: &mut Session,
    asked: GameToSave,
    chosen: PathBuf,
    confirmed: bool,
    now_ms: u64,
) {
    let is_on_board = asked.version.game_number == session.game_number;
    let saved = if is_on_board {
        session.after_save = asked.next.or(session.after_save.take());
        session.record_players();
        session.game_to_save()
    } else {
        asked
    };
    let path = absolute(&with_extension(chosen.clone()));
    // A dialog has asked about a file with the name as typed, but not about one with the added ending.
    let confirmed = confirmed && path == absolute(&chosen);
    let overwrite = if saved.document.path.as_ref() == Some(&path) {
        own_overwrite(&saved.document)
    } else if confirmed {
        Overwrite::OneGame
    } else {
        Overwrite::Nothing
    };
    start(session, saved, path, overwrite, now_ms);
}

/// The files that a save to the game's own file may replace.
fn own_overwrite(document: &Document) -> Overwrite {
    document.stamp.map_or(Overwrite::OneGame, Overwrite::Unchanged)
}

/// Saves the game on the board to a path as far as `overwrite` allows it.
fn save_to(session: &mut Session, path: PathBuf, overwrite: Overwrite, now_ms: u64) {
    session.record_players();
    let saved = session.game_to_save();
    start(session, saved, path, overwrite, now_ms);
}

fn start(
    session: &mut Session,
    saved: GameToSave,
    path: PathBuf,
    overwrite: Overwrite,
    now_ms: u64,
) {
    let GameToSave { game, version, document, next: _ } = saved;
    // The game's own file is backed up by the first save to it, and any other file by every save.
    let known = document.stamp.map(Overwrite::Unchanged) == Some(overwrite);
    let own = document.path.as_ref() == Some(&path) && known;
    let backup = !own || document.from_elsewhere;
    session.files.save(SaveOrder { path, game, version, overwrite, backup }, now_ms);
}

/// A save that did not replace a file unasked.
#[derive(Debug)]
pub(super) struct BlockedSave {
    path: PathBuf,
    /// The number of the game that was to be saved.
    game_number: u64,
    obstacle: SaveObstacle,
}

/// Reacts to the end of a save, which `is_late` if a dialog began it after its game had left the board.
/// Returns the save that the user is asked about.
pub(super) fn take_outcome(
    session: &mut Session,
    outcome: SaveOutcome,
    is_late: bool,
) -> Option<BlockedSave> {
    let problem = match &outcome.result {
        Ok(SaveResult::Saved(stamp)) => {
            note_saved(session, &outcome, *stamp, is_late);
            return None;
        }
        Ok(SaveResult::Obstacle(obstacle))
            if outcome.request.game_number == session.game_number =>
        {
            let (game_number, obstacle) = (outcome.request.game_number, *obstacle);
            let blocked = BlockedSave { path: outcome.path, game_number, obstacle };
            session.ask(blocked.question());
            return Some(blocked);
        }
        Ok(SaveResult::Obstacle(_)) => replaced_text(&outcome.path),
        Ok(SaveResult::Cancelled) => {
            format!("Cancelled: the game was not saved to {}.", outcome.path.display())
        }
        Err(error) => format!("{error}."),
    };
    if outcome.request.game_number == session.game_number {
        session.after_save = None;
    }
    session.error(problem);
    None
}

/// The message if a save failed after another game had come onto the board.
fn replaced_text(path: &Path) -> String {
    format!("The game before this one was not saved: {} exists already.", path.display())
}

const EARLIER_SAVED: &str = "The game before this one is saved to ";

/// A PGN file does not become the game's own file, because it cannot hold all of the game.
fn note_saved(session: &mut Session, outcome: &SaveOutcome, stamp: FileStamp, is_late: bool) {
    let path = &outcome.path;
    session.remember(path);
    let proceeds = session.after_save.is_some();
    let Some(document) = session.document_of(outcome.request.game_number) else {
        let version = if is_late { ", as it was when the dialog opened" } else { "" };
        let earlier = session.notice.as_ref().map(|notice| notice.text.as_str());
        // Of two such saves that end together, both are named.
        let earlier = earlier.filter(|text| text.starts_with(EARLIER_SAVED));
        let earlier = earlier.map_or(String::new(), |text| format!("{text} "));
        session.info(format!("{earlier}{EARLIER_SAVED}{}{version}.", path.display()));
        return;
    };
    if !is_pgn(path) {
        *document = Document {
            path: Some(path.clone()),
            saved_revision: outcome.request.revision,
            stamp: Some(stamp),
            ..Document::default()
        };
    } else if document.path.is_none() || proceeds {
        document.saved_revision = outcome.request.revision;
    }
    session.info(format!("Saved to {}.", path.display()));
    session.keep_game();
    session.requests.extend(session.after_save.take().map(Request::Proceed));
}

impl BlockedSave {
    /// The question before the file is replaced.
    fn question(&self) -> Question {
        let (file, backup) = (self.path.display(), backup_path(&self.path));
        let backup = backup.display();
        let text = match self.obstacle.kind {
            ObstacleKind::Exists => {
                format!("{file} exists already. Its present content is kept as {backup}.")
            }
            ObstacleKind::Games(games) => format!(
                "{file} holds {games} games. They would be replaced by this one, and kept in \
                 {backup}."
            ),
            ObstacleKind::Changed => format!(
                "Another program has changed {file} since it was opened or saved here. \
                 \"Keep both\" saves your game under a new name. \"Overwrite\" replaces their \
                 version and keeps it as {backup}. \"Open theirs\" drops your changes."
            ),
        };
        let has_changed = self.obstacle.kind == ObstacleKind::Changed;
        let title = if has_changed { "This file has changed" } else { "Replace this file?" };
        let answers: &[&'static str] = if has_changed {
            &["Keep both", "Overwrite", "Open theirs", "Cancel"]
        } else {
            &["Cancel", "Replace"]
        };
        Question::of_page(PageId::GameFiles, title, text, answers.iter().copied())
    }

    /// Carries out the answer with this index.
    pub(super) fn answer(self, choice: usize, session: &mut Session, now_ms: u64) {
        let BlockedSave { path, game_number, obstacle } = self;
        let has_changed = obstacle.kind == ObstacleKind::Changed;
        match choice {
            _ if game_number != session.game_number => session.error(replaced_text(&path)),
            0 if has_changed => save_to(session, path, Overwrite::Beside, now_ms),
            1 => save_to(session, path, Overwrite::Unchanged(obstacle.found), now_ms),
            2 if has_changed => {
                session.after_save = None;
                open_path(session, &path, true, now_ms);
            }
            _ => session.after_save = None,
        }
    }
}

/// The path with the ending of saved games, unless it ends in `.ron` or `.pgn` already.
fn with_extension(path: PathBuf) -> PathBuf {
    if is_pgn(&path) || path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron")) {
        return path;
    }
    let mut name = path.into_os_string();
    name.push(".");
    name.push(EXTENSION);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_without_an_ending_get_ours() {
        assert_eq!(with_extension("a/sunday".into()), Path::new("a/sunday.minnow.ron"));
        assert_eq!(with_extension("a/x.ron".into()), Path::new("a/x.ron"));
        assert_eq!(with_extension("a/x.PGN".into()), Path::new("a/x.PGN"));
        assert_eq!(with_extension("game 1.5".into()), Path::new("game 1.5.minnow.ron"));
    }
}
