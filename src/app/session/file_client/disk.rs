//! The work on a file's thread: reads a file of games, writes a game unless that would lose what
//! another program or game has there, and makes and writes pictures and animations.

use std::path::{Path, PathBuf};
use web_time::SystemTime;

use super::{super::GameList, FileError, GameVersion};
use minnow_base::files::{
    Expected, FileAccessError, FileStamp, MAX_STAMPED_BYTES, load_text, remove_leftovers, system,
    write_if,
};
use minnow_game::{
    Game,
    journal::read_set_aside,
    store::{EXTENSION, FileContent, OpenedFile, StoreError, is_pgn, open_file, save_game_if},
};
use minnow_rules::Variant;

/// A file to read, and what its game may replace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadRequest {
    pub path: PathBuf,
    /// The user has agreed to lose the changes of the game on the board.
    pub drops_changes: bool,
}

/// The content of a file.
#[derive(Debug)]
pub enum ReadContent {
    Save {
        game: Box<Game>,
        stamp: FileStamp,
    },
    Games(GameList),
    /// A running game that was set aside at an earlier start.
    SetAside(Box<Game>),
    /// A set or a sheet of exercises, good or not.
    Exercise,
    /// The plan of a tournament, good or not.
    #[cfg(not(target_arch = "wasm32"))]
    Tournament,
}

pub(super) fn read(path: &Path, variant: &'static Variant) -> Result<ReadContent, StoreError> {
    if let Some(folder) = path.parent() {
        remove_leftovers(folder, SystemTime::now());
    }
    match open_file(path, variant) {
        Ok(OpenedFile { content: FileContent::Save(game), stamp }) => {
            Ok(ReadContent::Save { game, stamp })
        }
        Ok(OpenedFile { content: FileContent::Pgn(file), .. }) => {
            Ok(ReadContent::Games(GameList::new(file)))
        }
        Err(error) => match read_set_aside(path) {
            Ok(game) => Ok(ReadContent::SetAside(Box::new(game))),
            Err(_) => content_without_game(path).ok_or(error),
        },
    }
}

/// The kind of a file that is no game, by a field that every file of its kind has.
fn content_without_game(path: &Path) -> Option<ReadContent> {
    let text = load_text(path, MAX_STAMPED_BYTES).ok()?;
    let has = |field: &str| text.split('"').step_by(2).any(|code| code.contains(field));
    if has("tasks:") || has("answers:") {
        return Some(ReadContent::Exercise);
    }
    #[cfg(not(target_arch = "wasm32"))]
    if has("players:") {
        return Some(ReadContent::Tournament);
    }
    None
}

/// A game on its way to a file.
#[derive(Debug)]
pub struct SaveOrder {
    pub path: PathBuf,
    pub game: Game,
    pub version: GameVersion,
    pub overwrite: Overwrite,
    /// True if the previous content of the file is kept beside it.
    pub backup: bool,
}

/// The files that a save may replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// None.
    Nothing,
    /// A file that holds at most one game: the user has agreed to replace it.
    OneGame,
    /// The file with this content: the game's own, or one that the user has agreed to replace.
    Unchanged(FileStamp),
    /// None; the game gets a new name beside the file.
    Beside,
}

/// The end of a save without an error.
#[derive(Debug)]
pub enum SaveResult {
    Saved(FileStamp),
    /// Nothing was written; the user has to decide.
    Obstacle(SaveObstacle),
    Cancelled,
}

/// A file that a save would replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SaveObstacle {
    pub kind: ObstacleKind,
    /// The stamp of the file as it is.
    pub found: FileStamp,
}

/// The reason not to replace a file without a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObstacleKind {
    /// It exists.
    Exists,
    /// It holds this many games.
    Games(usize),
    /// It has changed since this program read or wrote it.
    Changed,
}

/// The result of a save and the file it concerns.
#[derive(Debug)]
pub(super) struct SaveReport {
    pub path: PathBuf,
    pub result: Result<SaveResult, StoreError>,
}

/// The most numbers that are tried for a name.
const MAX_NUMBER: u32 = 9_999;

/// Carries the order out unless there is an obstacle or it is stopped before it writes.
pub(super) fn save(order: SaveOrder, is_stopped: &dyn Fn() -> bool) -> SaveReport {
    if order.overwrite == Overwrite::Beside {
        return save_beside(&order);
    }
    let path = order.path.clone();
    if let Some(obstacle) = file_of_games(&order) {
        return SaveReport { path, result: Ok(SaveResult::Obstacle(obstacle)) };
    }
    if is_stopped() {
        return SaveReport { path, result: Ok(SaveResult::Cancelled) };
    }
    let (expected, kind) = match order.overwrite {
        Overwrite::Unchanged(stamp) => (Expected::Unchanged(stamp), ObstacleKind::Changed),
        Overwrite::OneGame => (Expected::Any, ObstacleKind::Changed),
        Overwrite::Nothing | Overwrite::Beside => (Expected::Missing, ObstacleKind::Exists),
    };
    let result = match save_game_if(&path, &order.game, order.backup, expected) {
        Ok(stamp) => Ok(SaveResult::Saved(stamp)),
        Err(StoreError::File(FileAccessError::Changed { found, .. })) => {
            Ok(SaveResult::Obstacle(SaveObstacle { kind, found }))
        }
        Err(error) => Err(error),
    };
    if let Some(folder) = path.parent() {
        remove_leftovers(folder, SystemTime::now());
    }
    SaveReport { path, result }
}

/// The obstacle of a file with several games that the user has not agreed to replace.
fn file_of_games(order: &SaveOrder) -> Option<SaveObstacle> {
    let agreed = matches!(order.overwrite, Overwrite::Unchanged(_) | Overwrite::Beside);
    if agreed || !is_pgn(&order.path) {
        return None;
    }
    let opened = open_file(&order.path, order.game.variant()).ok()?;
    match opened.content {
        FileContent::Pgn(file) if file.len() > 1 => {
            let kind = ObstacleKind::Games(file.len());
            Some(SaveObstacle { kind, found: opened.stamp })
        }
        _ => None,
    }
}

/// Saves under the first free name of the form `NAME-2.minnow.ron`.
fn save_beside(order: &SaveOrder) -> SaveReport {
    let name = order.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (stem, ending) = name.split_once('.').unwrap_or((&name, EXTENSION));
    let mut number = 2;
    loop {
        let path = order.path.with_file_name(format!("{stem}-{number}.{ending}"));
        match save_game_if(&path, &order.game, false, Expected::Missing) {
            Err(StoreError::File(FileAccessError::Changed { .. })) if number < MAX_NUMBER => {
                number += 1
            }
            result => return SaveReport { path, result: result.map(SaveResult::Saved) },
        }
    }
}

/// Makes the bytes of a file. It asks its argument between two steps and gives up when told to; it
/// then returns `None`.
pub type MakeContent = dyn FnOnce(&dyn Fn() -> bool) -> Result<Option<Vec<u8>>, String> + Send;

/// A file to be made.
pub struct ExportOrder {
    pub path: PathBuf,
    /// True if the user has agreed to replace a file with this path.
    pub replaces: bool,
    pub content: Box<MakeContent>,
}

/// The end of an export without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportEnd {
    Written,
    /// Nothing was written, because there is a file.
    Exists,
    Cancelled,
}

/// Makes the content and writes it, unless the export is stopped before.
pub(super) fn export(
    order: ExportOrder,
    is_stopped: &dyn Fn() -> bool,
) -> Result<ExportEnd, FileError> {
    let ExportOrder { path, replaces, content } = order;
    let expected = if replaces { Expected::Any } else { Expected::Missing };
    if !replaces && system::exists(&path) {
        return Ok(ExportEnd::Exists);
    }
    let bytes = match content(is_stopped) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Ok(ExportEnd::Cancelled),
        Err(problem) => return Err(FileError::Export { path, problem }),
    };
    match write_if(&path, &bytes, expected) {
        Ok(()) => Ok(ExportEnd::Written),
        Err(FileAccessError::Changed { .. }) => Ok(ExportEnd::Exists),
        Err(error) => Err(error.into()),
    }
}
