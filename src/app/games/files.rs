//! Opens games. A file that cannot be read leaves the game on the board unchanged.

use crate::app::request::Request;
use minnow_base::files::FileStamp;
use std::path::{Path, PathBuf};

use super::{GamesReply, pgn, saving};
use crate::app::{
    session::{
        Adoption, Document, EXAMPLES, Mode, NewGame, ReadContent, ReadOutcome, ReadRequest,
        Session, StartCursor, Wake,
    },
    storage::restore::ResumedGame,
};
use minnow_game::{Game, Player, journal::GameOrigin, save::from_ron};

/// Starts to read a file.
pub(super) fn open_path(session: &mut Session, path: &Path, drops_changes: bool, now_ms: u64) {
    let request = ReadRequest { path: absolute(path), drops_changes };
    let variant = session.variant();
    session.files.read(request, variant, now_ms);
}

/// Takes the files that were read or written. Without `may_ask`, those that may lead to a question
/// wait.
pub fn tick(session: &mut Session, may_ask: bool, now_ms: u64) -> Option<GamesReply> {
    while let Some(outcome) = session.files.take_save(may_ask, now_ms) {
        let question = saving::take_outcome(session, outcome);
        if question.is_some() {
            return question.map(GamesReply::Ask);
        }
    }
    let outcome = may_ask.then(|| session.files.take_read()).flatten();
    outcome.and_then(|outcome| take_outcome(session, outcome))
}

/// The time at which the progress sign of a file is due.
pub fn next_wake(session: &mut Session, now_ms: u64) -> Wake {
    session.files.tick(now_ms)
}

/// Requests the game of a file that was read, or shows the list of its games.
fn take_outcome(session: &mut Session, outcome: ReadOutcome) -> Option<GamesReply> {
    let ReadOutcome { request, content } = outcome;
    let ReadRequest { path, drops_changes } = request;
    let new = match content {
        Ok(ReadContent::Games(list)) => return pgn::open_file_of_games(session, list, path),
        Ok(ReadContent::Save { game, stamp }) => saved_game(*game, path, stamp),
        Ok(ReadContent::SetAside(game)) => {
            let game = *game;
            resume(ResumedGame {
                game,
                origin: GameOrigin { unsaved: true, ..GameOrigin::default() },
            })
        }
        Err(error) => {
            session.error(format!("{error}."));
            return None;
        }
    };
    session.requests.push(if drops_changes {
        Request::Replace(Box::new(new))
    } else {
        Request::Begin(Box::new(new))
    });
    None
}

fn saved_game(game: Game, path: PathBuf, stamp: FileStamp) -> NewGame {
    let document = Document {
        path: Some(path.clone()),
        stamp: Some(stamp),
        from_elsewhere: true,
        ..Document::default()
    };
    let new =
        NewGame { document, adopts: Adoption::Players, remember: Some(path), ..NewGame::new(game) };
    new.in_its_mode()
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
                ..NewGame::new(game).in_its_mode()
            };
            // A game without a computer player is there to be read.
            let players = new.game.header.players;
            let is_study = !players.iter().any(|player| matches!(player, Player::Computer(_)));
            let mode = if is_study { Some(Mode::Analyse) } else { new.mode };
            session.request_game(NewGame { mode, ..new });
        }
    }
}

/// The game that was on the board when the program last ended.
pub fn resume(resumed: ResumedGame) -> NewGame {
    let ResumedGame { game, origin } = resumed;
    let document = Document {
        from_elsewhere: origin.save_path.is_some(),
        path: origin.save_path,
        stamp: origin.stamp,
        ..Document::default()
    };
    NewGame {
        document,
        is_unsaved: origin.unsaved,
        archive_id: origin.archived,
        archive_read: origin.archived_stamp,
        adopts: Adoption::Players,
        ..NewGame::new(game)
    }
}

/// The absolute path, which stays valid when the program is started in another folder.
pub(super) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
