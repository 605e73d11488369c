//! Opens and saves games. A file that cannot be read leaves the game on the board unchanged, and a
//! file with several games is never replaced by one game without a question.

use std::path::{Path, PathBuf};

use super::{GamesAction, GamesReply, examples::EXAMPLES, pgn};
use crate::{
    app::{
        session::{Adoption, Document, Effect, NewGame, Question, Request, Session, StartCursor},
        storage::{autosave::AutosavedGame, dialogs::with_extension},
    },
    game::{
        save::from_ron,
        store::{FileContent, OpenedFile, backup_path, is_pgn, open_file, save_game},
    },
};

/// Requests the game of a file, or shows the list of its games.
pub(super) fn open_path(session: &mut Session, path: &Path) -> Option<GamesReply> {
    let path = absolute(path);
    match open_file(&path, session.variant()) {
        Ok(OpenedFile { content: FileContent::Save(game), .. }) => {
            let document =
                Document { path: Some(path.clone()), from_elsewhere: true, ..Document::default() };
            let new = NewGame {
                document,
                adopts: Adoption::Players,
                remember: Some(path),
                ..NewGame::new(*game)
            };
            session.request_game(new.in_its_mode());
            None
        }
        Ok(OpenedFile { content: FileContent::Pgn(file), .. }) => {
            pgn::open_file_of_games(session, file, path)
        }
        Err(problem) => {
            session.error(format!("{problem}."));
            None
        }
    }
}

pub(super) fn open_example(session: &mut Session, index: usize) {
    let Some(example) = EXAMPLES.get(index) else { return };
    let title = example.title;
    match from_ron(example.text.as_bytes()) {
        Err(problem) => {
            session.error(format!("The example \"{title}\" cannot be opened: {problem}."));
        }
        Ok(game) => {
            let new = NewGame {
                document: Document {
                    title: Some(format!("Example: {title}")),
                    ..Document::default()
                },
                cursor: StartCursor::Root,
                adopts: Adoption::Players,
                ..NewGame::new(game)
            };
            session.request_game(new.in_its_mode());
        }
    }
}

/// The game that was on the board when the program last ended.
pub fn resume(autosaved: AutosavedGame) -> NewGame {
    let document = Document {
        from_elsewhere: autosaved.path.is_some(),
        path: autosaved.path,
        ..Document::default()
    };
    NewGame {
        document,
        is_unsaved: autosaved.unsaved,
        adopts: Adoption::Players,
        ..NewGame::new(autosaved.game)
    }
}

/// Saves to the game's own file, or asks for one.
pub(super) fn save(session: &mut Session, now_ms: u64) {
    match session.document.path.clone() {
        Some(path) => save_to(session, path, now_ms),
        None => session.effects.push(Effect::AskSave { suggestion: session.suggested_path() }),
    }
}

/// Saves to a chosen path, or returns the question to ask first. A dialog has asked about a file
/// with the name as typed, but not about one with the added ending.
pub(super) fn save_path(
    session: &mut Session,
    chosen: PathBuf,
    confirmed: bool,
    now_ms: u64,
) -> Option<Question<GamesAction>> {
    let path = absolute(&with_extension(chosen.clone()));
    let confirmed = confirmed && path == absolute(&chosen);
    let question = overwrite_question(session, &path, confirmed);
    if question.is_none() {
        save_to(session, path, now_ms);
    }
    question
}

/// The question before a file is replaced: one that is not the game's own, or one with several
/// games, which a dialog of the desktop does not mention.
fn overwrite_question(
    session: &Session,
    path: &Path,
    confirmed: bool,
) -> Option<Question<GamesAction>> {
    if !path.exists() {
        return None;
    }
    let games = match is_pgn(path).then(|| open_file(path, session.variant())) {
        Some(Ok(OpenedFile { content: FileContent::Pgn(file), .. })) => {
            Some(file.len()).filter(|games| *games > 1)
        }
        _ => None,
    };
    let own = session.document.path.as_deref() == Some(path);
    if games.is_none() && (confirmed || own) {
        return None;
    }
    let text = match games {
        None => {
            format!("{} exists already. Its present content is kept beside it.", path.display())
        }
        Some(games) => format!(
            "{} holds {games} games. They would be replaced by this one, and kept in {}.",
            path.display(),
            backup_path(path).display()
        ),
    };
    let replace = GamesAction::Overwrite(path.to_owned());
    Some(Question::new("Replace this file?", text).cancel("Cancel").choice("Replace", replace))
}

/// Saves to a path without a question. A PGN file does not become the game's own file, because it
/// cannot hold all of the game.
pub(super) fn save_to(session: &mut Session, path: PathBuf, now_ms: u64) {
    session.note_clock(now_ms);
    session.record_players();
    let own = session.document.path.as_ref() == Some(&path);
    let backup = !own || session.document.from_elsewhere;
    if let Err(problem) = save_game(&path, &session.game, backup) {
        session.after_save = None;
        session.error(format!("{problem}."));
        return;
    }
    session.info(format!("Saved to {}.", path.display()));
    session.remember(&path);
    if !is_pgn(&path) {
        session.document =
            Document { path: Some(path), saved_revision: session.revision, ..Document::default() };
    } else if session.document.path.is_none() || session.after_save.is_some() {
        session.document.saved_revision = session.revision;
    }
    session.keep_game();
    session.requests.extend(session.after_save.take().map(Request::Proceed));
}

/// The absolute path, which stays valid when the program is started in another folder.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
