//! The game on the board as one of the archive: its id, and the versions of it that are kept there.

use super::{Alert, Document, Effect, MovedGame, Session, WallTime};
use minnow_base::files::FileStamp;
use minnow_game::{Game, archive::ArchiveId};

/// A version of a game on its way to the archive.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchiveOrder {
    pub id: ArchiveId,
    /// The stamp of the archived version that this one replaces, if it was read.
    pub read: Option<FileStamp>,
    pub game: Game,
}

/// The place of the game on the board in the archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchivePlace {
    /// `None` until the game is played or kept.
    pub id: Option<ArchiveId>,
    /// The stamp of the game's file, if the game was read from the archive.
    pub read: Option<FileStamp>,
    /// The revision that the archive holds.
    pub revision: Option<u64>,
    /// The time left on the clock that it holds.
    pub left_ms: Option<[u64; 2]>,
}

impl Document {
    /// True if the game comes from a file that the user opened, or was saved to one.
    pub fn is_of_file(&self) -> bool {
        self.path.is_some() || self.suggestion.is_some()
    }
}

impl Session {
    /// True if another game in place of this one would lose changes: they belong into a file, or the
    /// archive cannot be written.
    pub fn would_lose_changes(&self) -> bool {
        let is_kept = !self.document.is_of_file() && self.keeping.archive_problem().is_none();
        self.is_unsaved() && !is_kept
    }

    /// Gives the game its id in the archive, if it has none.
    pub fn name_in_archive(&mut self) {
        if self.archive_place.id.is_none() {
            self.archive_place.id = ArchiveId::from_time(&WallTime::now().digits()).ok();
        }
    }

    /// Keeps the game in the archive, unless it has no moves or has not changed since.
    pub fn archive_game(&mut self) {
        let left_ms = self.time_left_ms();
        let place = &self.archive_place;
        let is_archived = place.revision == Some(self.revision) && place.left_ms == left_ms;
        if self.game.is_empty() || is_archived {
            return;
        }
        self.name_in_archive();
        if let Some(id) = self.archive_place.id.clone() {
            self.archive_place.revision = Some(self.revision);
            self.archive_place.left_ms = left_ms;
            self.archive.recent.insert(id.clone());
            let order = ArchiveOrder { id, read: self.archive_place.read, game: self.game.clone() };
            self.effects.push(Effect::Archive(Box::new(order)));
            self.keep_game();
        }
    }

    /// Keeps a game that is over, and counts its result.
    pub fn archive_if_over(&mut self) {
        if self.end().is_some() {
            self.archive_game();
            self.count_result();
        }
    }

    /// Keeps the changes of a game that the archive has already.
    pub fn archive_again(&mut self) {
        if self.archive_place.revision.is_some() {
            self.archive_game();
        }
    }

    /// Follows games that were kept beside the version of another window.
    pub fn follow_moved_games(&mut self) {
        for MovedGame { from, read, to } in self.keeping.take_moved() {
            self.archive.recent.insert(to.clone());
            let place = &mut self.archive_place;
            if place.id.as_ref() == Some(&from) && place.read == read {
                (place.id, place.read) = (Some(to.clone()), None);
            }
            if let Some(before) = &mut self.replaced
                && before.archive_id.as_ref() == Some(&from)
                && before.archive_read == read
            {
                (before.archive_id, before.archive_read) = (Some(to), None);
            }
            let text = "Another window has changed the same game. Your games lists both versions.";
            self.keeping.alert(Alert::info(text));
        }
    }

    /// Keeps a game that another one replaces: a game that was played, or work that is in no file.
    pub(super) fn archive_before_leaving(&mut self) {
        let was_played = self.archive_place.id.is_some();
        if was_played || self.is_unsaved() && !self.document.is_of_file() {
            self.archive_game();
        }
    }
}
