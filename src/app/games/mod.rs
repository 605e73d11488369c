//! Other games on the board: new games, examples, saved games, PGN files and pasted text.
//!
//! A game is read completely before it is requested from the session, so that a game that cannot be
//! read asks no question and changes nothing.

pub mod chooser;
mod pgn;
mod saving;
mod view;

use std::path::{Path, PathBuf};

use egui::Ui;

use crate::app::{
    context::Cx,
    pages::{Page, PageId, PageTick},
    registry::Opener,
    request::Request,
    session::{
        Adoption, Asker, ChosenFile, Document, EXAMPLES, Effect, FileForm, FileQuery, GameVersion,
        Mode, NewGame, QueryContent, ReadContent, ReadOutcome, ReadRequest, Session, StartCursor,
        Wake,
    },
    storage::restore::ResumedGame,
};
use chooser::Chooser;
use minnow_base::files::FileStamp;
use minnow_game::{Game, Player, journal::GameOrigin, save::from_ron};
use saving::BlockedSave;

pub use pgn::begin_linked;
pub use saving::{save, save_as, save_as_pgn, type_save};

/// The pause between two batches of games while a large file is checked.
const CHECK_PAUSE_MS: u64 = 10;

const ASKER: Asker = Asker::Page(PageId::GameFiles);

static OPEN: FileForm = FileForm::open("Open a game", &[("Games", &["ron", "pgn", "txt"])]);

/// Work that needs more than a view has; it begins at the next tick.
type Work = fn(&mut GameFiles, &mut Session);

/// The files of games that are opened and saved. As a page, the list of the games of a file that has
/// several.
#[derive(Debug, Default)]
pub struct GameFiles {
    pub list: Option<Chooser>,
    /// The subject of the open question.
    asked: Option<Asked>,
    /// The versions of games that dialogs save after another game has come onto the board.
    saved_late: Vec<GameVersion>,
    due: Vec<Work>,
}

#[derive(Debug)]
enum Asked {
    Save(BlockedSave),
    /// The same game on each board that its start fits.
    Boards(Vec<NewGame>),
}

impl Page for GameFiles {
    fn title(&self, _: &Session) -> String {
        let path = self.list.as_ref().and_then(|list| list.path.as_ref());
        let name = path.and_then(|path| path.file_name());
        name.map_or("Pasted games".to_owned(), |name| name.to_string_lossy().into_owned())
    }

    fn has_own_frame(&self) -> bool {
        true
    }

    fn close(&mut self, _: &mut Session) {
        self.list = None;
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        view::chooser_ui(ui, self, cx);
    }

    fn answered(&mut self, choice: usize, session: &mut Session, now_ms: u64) {
        match self.asked.take() {
            Some(Asked::Save(blocked)) => blocked.answer(choice, session, now_ms),
            Some(Asked::Boards(games)) => {
                if let Some(new) = games.into_iter().nth(choice) {
                    session.request_game(new);
                }
            }
            None => {}
        }
    }

    fn chosen(&mut self, file: ChosenFile, session: &mut Session, now_ms: u64) {
        let ChosenFile { query, path, confirmed } = file;
        if let QueryContent::Game(asked) = query.content {
            let is_late = asked.version.game_number != session.game_number;
            self.saved_late.extend(is_late.then_some(asked.version));
            saving::save_chosen(session, *asked, path, confirmed, now_ms);
        } else {
            open_path(session, &path, false, now_ms);
        }
    }

    /// Takes the files that were read or written. Those that may lead to a question wait for the one
    /// that is open.
    fn tick(&mut self, session: &mut Session, at: PageTick) -> Wake {
        for work in std::mem::take(&mut self.due) {
            work(self, session);
        }
        let mut may_ask = at.may_ask;
        while let Some(outcome) = session.files.take_save(may_ask, at.now_ms) {
            let late = self.saved_late.extract_if(.., |version| *version == outcome.request);
            let is_late = late.count() > 0;
            if let Some(blocked) = saving::take_outcome(session, outcome, is_late) {
                self.asked = Some(Asked::Save(blocked));
                may_ask = false;
            }
        }
        if let Some(outcome) = may_ask.then(|| session.files.take_read()).flatten() {
            self.take_read(outcome, session);
        }
        let more_to_check = self.list.as_mut().is_some_and(Chooser::check_more);
        more_to_check.then_some(at.now_ms + CHECK_PAUSE_MS)
    }
}

impl GameFiles {
    pub(in crate::app) const OPENER: Option<Opener> = None;

    /// Requests the game of a file that was read, or shows the list of its games.
    fn take_read(&mut self, outcome: ReadOutcome, session: &mut Session) {
        let ReadRequest { path, drops_changes } = outcome.request;
        let new = match outcome.result {
            Ok(ReadContent::Games(list)) => return self.open_file_of_games(list, path, session),
            Ok(ReadContent::Save { game, stamp }) => saved_game(*game, path, stamp),
            Ok(ReadContent::SetAside(game)) => {
                let origin = GameOrigin { unsaved: true, ..GameOrigin::default() };
                resume(ResumedGame { game: *game, origin })
            }
            Ok(ReadContent::Exercise) => {
                return session.requests.push(Request::OpenExercise(path));
            }
            #[cfg(not(target_arch = "wasm32"))]
            Ok(ReadContent::Tournament) => {
                return session.requests.push(Request::OpenTournament(path));
            }
            Err(error) => return session.error(format!("{error}.")),
        };
        let new = Box::new(new);
        let request = if drops_changes { Request::Replace(new) } else { Request::Begin(new) };
        session.requests.push(request);
    }
}

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
        mode: is_of_others(&game).then_some(Mode::Analyse),
        ..NewGame::new(game)
    }
}

/// True for a game of two named players in which the user has no side: no move was made here in Play.
fn is_of_others(game: &Game) -> bool {
    let header = &game.header;
    let is_named = header.names.iter().all(|name| !name.is_empty());
    is_named && header.players.contains(&Player::Unknown) && !game.is_empty()
}

/// The absolute path, which stays valid when the program is started in another folder.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
