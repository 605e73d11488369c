//! The parts of the session besides the game: places, notices, the file, the board of a task, and the
//! effects that only the window can carry out.

use std::path::PathBuf;

use super::{
    AfterUnsaved, ArchiveOrder, BoardDrawing, FileQuery, KeptListName, Mode, Session, Sound,
    root_in,
};
use crate::app::ui::text::sentence;
use minnow_base::files::FileStamp;
use minnow_engine::Root;
use minnow_game::{Game, NodeId};
use minnow_rules::Move;

/// A position of a game of this session: ids of nodes repeat from game to game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub game_number: u64,
    pub node: NodeId,
}

/// The position that a workspace showed last.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptPlace {
    place: Place,
    /// The position's key: after an undone edit, another position may get the same node id.
    key: u64,
    /// True if it was the current position of the game, which may be another one later.
    at_head: bool,
}

impl Session {
    /// Notes the position shown, for the next visit to this workspace.
    pub fn keep_place(&mut self, mode: Mode) {
        let (place, key) = (self.here(), self.game.position().key());
        let at_head = self.at_head();
        self.kept_places[mode.index()] = Some(KeptPlace { place, key, at_head });
    }

    /// Shows the position that this workspace showed last. Without one, Play shows the current
    /// position of the game, and the other workspaces go on with the position shown.
    pub fn return_to_place(&mut self, mode: Mode) {
        let head = self.game.head();
        let kept = self.kept_places[mode.index()]
            .filter(|kept| kept.place.game_number == self.game_number);
        let key =
            |kept: &KeptPlace| self.game.node(kept.place.node).map(|node| node.position().key());
        let node = match kept {
            Some(kept) if kept.at_head => head,
            Some(kept) if key(&kept) == Some(kept.key) => kept.place.node,
            Some(_) => head,
            None if mode == Mode::Play => head,
            None => return,
        };
        self.game.go_to(node);
    }
}

/// A version of a game of this session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameVersion {
    pub game_number: u64,
    pub revision: u64,
}

/// The change that a notice offers to undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeUndo {
    /// The last edit of the game's tree.
    Edit,
    /// The last change of the whole board in the editor.
    Setup,
    /// Another game on the board.
    NewGame,
}

/// A sentence for the user. An error stays until it is dismissed or replaced; information leaves
/// after some seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    /// A problem rather than a piece of information.
    pub is_problem: bool,
    /// The change that the notice reports and offers to undo.
    pub undo: Option<NoticeUndo>,
}

impl Notice {
    pub fn info(text: impl Into<String>) -> Notice {
        Notice { text: text.into(), is_problem: false, undo: None }
    }

    /// A report of a change, with a button that undoes it.
    pub fn undoable(text: impl Into<String>, undo: NoticeUndo) -> Notice {
        Notice { undo: Some(undo), ..Notice::info(text) }
    }

    pub fn error(text: impl Into<String>) -> Notice {
        Notice { is_problem: true, ..Notice::info(text) }
    }
}

/// The file behind the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    pub path: Option<PathBuf>,
    /// Shown instead of a file name, such as an example's title.
    pub title: Option<String>,
    /// The suggested path for a game without a file of its own.
    pub suggestion: Option<PathBuf>,
    /// The stamp of the file when it was last read or written here.
    pub stamp: Option<FileStamp>,
    /// The revision that the file holds.
    pub saved_revision: u64,
    /// True if the program has not written this file yet; the first save backs it up.
    pub from_elsewhere: bool,
}

/// A version of a game that is to be saved.
#[derive(Clone, Debug, PartialEq)]
pub struct GameToSave {
    pub game: Game,
    pub version: GameVersion,
    /// The file that it has already.
    pub document: Document,
    /// The step that follows the save. It is lost with a dialog that is cancelled or does not open, and
    /// leaves that of another save alone.
    pub next: Option<AfterUnsaved>,
}

/// A side effect that only the window can carry out; it does so after every pass.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    Copy(String),
    /// Copies a drawing as a picture.
    CopyPicture(BoardDrawing),
    /// Asks for a file by a dialog.
    AskFile(FileQuery),
    /// Asks for a path inside the window.
    TypePath(FileQuery),
    /// Puts the text cursor into the comment on the move shown.
    WriteComment,
    KeepSettings,
    KeepGame,
    /// Keeps the time left on the clock of the game.
    KeepClock,
    Sound(Sound),
    /// Writes a list of the user's data.
    KeepList(KeptListName),
    /// Keeps a game in the archive.
    Archive(Box<ArchiveOrder>),
    ToggleFullScreen,
    Close,
    /// Saves everything that the page keeps as one file.
    SaveAllData,
    /// Chooses such a file and replaces everything by its content.
    ChooseAllData,
}

/// After a timed run no other one begins in this time: an answer that comes too late would begin it by the
/// Enter key.
pub const RUN_REST_MS: u64 = 1_000;
/// The time left of a run is drawn anew after this time.
pub const RUN_STEP_MS: u64 = 250;

/// The board of a task: a game of its own beside the session's, which waits unchanged. It has no file,
/// no place in the archive, no clock and no undo.
#[derive(Clone, Debug)]
pub struct TrainingBoard {
    /// Its number among the games of the session.
    number: u64,
    pub game: Game,
}

impl TrainingBoard {
    pub fn new(session: &mut Session, game: Game) -> TrainingBoard {
        TrainingBoard { number: session.next_number(), game }
    }

    /// The place of the position shown.
    pub fn here(&self) -> Place {
        Place { game_number: self.number, node: self.game.cursor() }
    }

    /// The earlier positions and the one shown, for a search.
    pub fn root(&self) -> Option<Root> {
        root_in(&self.game, self.game.cursor())
    }

    /// Makes a move of the position shown, with its sound.
    pub fn play(&mut self, session: &mut Session, mv: Move) {
        session.notice = None;
        session.typed.clear();
        let before = *self.game.position();
        match self.game.insert(self.game.cursor(), mv) {
            Ok(node) => {
                self.game.go_to(node);
                session.sound(Sound::of_move(&before, mv));
            }
            Err(problem) => session.error(sentence(&problem)),
        }
    }
}
