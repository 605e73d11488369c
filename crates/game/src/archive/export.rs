//! Writing games of the archive to one PGN file.

use std::path::Path;

use super::{Archive, ArchiveId};
use crate::pgn::{MAX_BYTES, to_pgn};
use crate::store::StoreError;
use minnow_base::files::write_atomic;

/// The outcome of an export.
#[derive(Debug)]
pub struct ExportReport {
    /// The number of games written.
    pub games: usize,
    /// The first error of a game that could not be read.
    pub damaged: Option<StoreError>,
    /// True if the file is larger than a PGN file that this program reads.
    pub is_large: bool,
}

impl Archive {
    /// Writes games to a PGN file, in this order, and replaces a file of that name. Games that cannot
    /// be read are left out. `progress` gets the number of games read so far.
    ///
    /// # Errors
    ///
    /// Returns [`FileAccessError::Write`](minnow_base::files::FileAccessError::Write) if the file cannot
    /// be written.
    pub fn export(
        &self,
        ids: &[ArchiveId],
        path: &Path,
        mut progress: impl FnMut(usize),
    ) -> Result<ExportReport, StoreError> {
        let (mut text, mut games, mut damaged) = (String::new(), 0, None);
        for (number, id) in ids.iter().enumerate() {
            progress(number);
            match self.open(id) {
                Ok(game) => {
                    if games > 0 {
                        text.push('\n');
                    }
                    text.push_str(&to_pgn(&game));
                    games += 1;
                }
                Err(error) => damaged = damaged.or(Some(error)),
            }
        }
        write_atomic(path, text.as_bytes())?;
        Ok(ExportReport { games, damaged, is_large: text.len() > MAX_BYTES })
    }
}
