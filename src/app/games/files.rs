//! Opens games. A file that cannot be read leaves the game on the board unchanged.

use std::path::{Path, PathBuf};

use super::{ASKER, GameFiles};
use crate::app::{
    request::Request,
    session::{
        Adoption, Document, EXAMPLES, Effect, FileForm, FileQuery, Mode, NewGame, QueryContent,
        ReadContent, ReadOutcome, ReadRequest, Session, StartCursor,
    },
    storage::restore::ResumedGame,
};
use minnow_base::files::FileStamp;
use minnow_game::{Game, Player, journal::GameOrigin, save::from_ron};

static OPEN: FileForm = FileForm::open("Open a game", &[("Games", &["ron", "pgn"])]);

/// Asks for a game to open.
pub fn ask_open(session: &mut Session) {
    let query = query(session);
    session.ask_file(query);
}

/// Asks for the path of a game to open inside the window.
pub fn type_open(session: &mut Session) {
    let query = query(session);
    session.effects.push(Effect::TypePath(query));
}

fn query(session: &Session) -> FileQuery {
    let (suggestion, content) = (session.suggested_path(), QueryContent::Nothing);
    FileQuery { asker: ASKER, form: &OPEN, suggestion, content }
}

/// Starts to read a file. `drops_changes` if the user has agreed to lose those of the game on the
/// board.
pub fn open_path(session: &mut Session, path: &Path, drops_changes: bool, now_ms: u64) {
    let request = ReadRequest { path: absolute(path), drops_changes };
    let variant = session.variant();
    session.files.read(request, variant, now_ms);
}

impl GameFiles {
    /// Requests the game of a file that was read, or shows the list of its games.
    pub(super) fn take_read(&mut self, outcome: ReadOutcome, session: &mut Session) {
        let ReadRequest { path, drops_changes } = outcome.request;
        let new = match outcome.result {
            Ok(ReadContent::Games(list)) => return self.open_file_of_games(list, path, session),
            Ok(ReadContent::Save { game, stamp }) => saved_game(*game, path, stamp),
            Ok(ReadContent::SetAside(game)) => {
                let origin = GameOrigin { unsaved: true, ..GameOrigin::default() };
                resume(ResumedGame { game: *game, origin })
            }
            Err(error) => return session.error(format!("{error}.")),
        };
        let new = Box::new(new);
        let request = if drops_changes { Request::Replace(new) } else { Request::Begin(new) };
        session.requests.push(request);
    }
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

/// Requests one of the built-in games.
pub fn open_example(session: &mut Session, index: usize) {
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
