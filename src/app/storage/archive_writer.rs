//! Writes games to the archive. A game whose file another window has changed since it was read goes
//! to a file of its own, so that both versions stay.

use minnow_base::files::{Expected, FileAccessError, FileStamp};
use std::collections::HashMap;

use super::super::session::{ArchiveOrder, MovedGame, WallTime};
use minnow_game::{
    Game,
    archive::{Archive, ArchiveId},
    journal::GameOrigin,
    store::StoreError,
};

pub(super) struct ArchiveWriter {
    archive: Archive,
    /// The stamps of the files that this program has written.
    written: HashMap<ArchiveId, FileStamp>,
    moved: Vec<MovedGame>,
}

impl ArchiveWriter {
    pub(super) fn new(archive: Archive) -> ArchiveWriter {
        ArchiveWriter { archive, written: HashMap::new(), moved: Vec::new() }
    }

    /// Writes a version of a game. Returns the game's move to another id, if it was moved.
    pub(super) fn keep(&mut self, order: &ArchiveOrder) -> Result<Option<MovedGame>, StoreError> {
        let id = self.present_id(&order.id, order.read);
        let known = self.written.get(&id).copied();
        let mut result = self.keep_unchanged(&id, &order.game, known.or(order.read));
        if let Err(StoreError::File(FileAccessError::Changed { found, .. })) = &result
            && order.read.is_some_and(|read| read.has_same_content(found))
        {
            result = self.keep_unchanged(&id, &order.game, order.read);
        }
        match result {
            Err(StoreError::File(FileAccessError::Changed { .. })) => {
                let to = new_id()?;
                let stamp = self.archive.keep_if(&to, &order.game, Expected::Missing)?;
                self.written.insert(to.clone(), stamp);
                let moved = MovedGame { from: order.id.clone(), read: order.read, to };
                self.moved.push(moved.clone());
                Ok(Some(moved))
            }
            other => other.map(|()| None),
        }
    }

    /// Writes a version in place of the one with this stamp; without a stamp, of any.
    fn keep_unchanged(
        &mut self,
        id: &ArchiveId,
        game: &Game,
        stamp: Option<FileStamp>,
    ) -> Result<(), StoreError> {
        let expected = stamp.map_or(Expected::Any, Expected::Unchanged);
        let stamp = self.archive.keep_if(id, game, expected)?;
        self.written.insert(id.clone(), stamp);
        Ok(())
    }

    /// The id under which a game is kept that was read from the file with this id and stamp.
    fn present_id(&self, id: &ArchiveId, read: Option<FileStamp>) -> ArchiveId {
        let moved = self.moved.iter().rfind(|moved| moved.from == *id && moved.read == read);
        moved.map_or(id, |moved| &moved.to).clone()
    }

    /// The origin with the id and the stamp of the game's present version in the archive.
    pub(super) fn present_origin(&self, origin: &GameOrigin) -> GameOrigin {
        let Some(id) = &origin.archived else { return origin.clone() };
        let id = self.present_id(id, origin.archived_stamp);
        let stamp = self.written.get(&id).copied().or(origin.archived_stamp);
        GameOrigin { archived: Some(id), archived_stamp: stamp, ..origin.clone() }
    }
}

/// The id of a game that has none.
pub(super) fn new_id() -> Result<ArchiveId, StoreError> {
    ArchiveId::from_time(&WallTime::now().digits()).map_err(|error| {
        FileAccessError::write(std::path::Path::new(""), std::io::Error::other(error)).into()
    })
}
