//! The folder of a league: the journals of its games, of their reviews and of the versions of its
//! programs, and what is written beside them.

use std::path::{Path, PathBuf};

use super::{BuiltVersion, LeagueGame, LeagueRules, ReviewedLoss};
use crate::tournament::{
    FolderError,
    folder::lock_folder,
    journal::{Journal, JournalPlan, OpenedJournal},
};
use minnow_base::files::{
    self, FileAccessError,
    system::{self, Lock},
};

/// The games.
const GAMES: &str = "games.ron";
/// The reviews of lost games.
const REVIEWS: &str = "reviews.ron";
/// The versions of the programs.
const VERSIONS: &str = "versions.ron";

/// The folder of a league, locked for this program.
#[derive(Debug)]
pub struct LeagueFolder {
    folder: PathBuf,
    games: Journal,
    reviews: Journal,
    versions: Journal,
    _lock: Lock,
}

/// A folder with its contents.
#[derive(Debug)]
pub struct OpenedLeague {
    /// The folder.
    pub folder: LeagueFolder,
    /// All games that were ever played.
    pub games: Vec<LeagueGame>,
    /// The reviews of lost games.
    pub reviews: Vec<ReviewedLoss>,
    /// The versions of programs in the order in which they were built.
    pub versions: Vec<BuiltVersion>,
    /// A sentence without a full stop about a game whose line was cut off.
    pub dropped: Option<String>,
}

impl LeagueFolder {
    /// Opens the folder of a league, or creates it.
    ///
    /// # Errors
    ///
    /// A [`FolderError`], also if its games have other rules.
    pub fn open(folder: &Path, rules: &LeagueRules) -> Result<OpenedLeague, FolderError> {
        let lock = lock_folder(folder)?;
        let OpenedJournal { journal, lines: games, dropped } =
            Journal::open(&folder.join(GAMES), rules)?;
        if games.is_empty() {
            // Reviews of games that the user has deleted must not be taken for those of new ones.
            Journal::begin(&folder.join(REVIEWS), rules)?;
        }
        let OpenedJournal { journal: review_journal, lines: reviews, .. } =
            Journal::open(&folder.join(REVIEWS), rules)?;
        let OpenedJournal { journal: version_journal, lines: versions, .. } =
            Journal::open(&folder.join(VERSIONS), rules)?;
        let folder = LeagueFolder {
            folder: folder.to_owned(),
            games: journal,
            reviews: review_journal,
            versions: version_journal,
            _lock: lock,
        };
        Ok(OpenedLeague { folder, games, reviews, versions, dropped })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Adds a finished game, and waits until it is on the disk.
    ///
    /// # Errors
    ///
    /// [`FileAccessError::Write`].
    pub fn append_game(&mut self, game: &LeagueGame) -> Result<(), FileAccessError> {
        self.games.append(game)
    }

    /// Adds the review of a lost game.
    ///
    /// # Errors
    ///
    /// [`FileAccessError::Write`].
    pub fn append_review(&mut self, review: &ReviewedLoss) -> Result<(), FileAccessError> {
        self.reviews.append(review)
    }

    /// Adds a version of a program.
    ///
    /// # Errors
    ///
    /// [`FileAccessError::Write`].
    pub fn append_version(&mut self, version: &BuiltVersion) -> Result<(), FileAccessError> {
        self.versions.append(version)
    }

    /// Writes another file of the folder as a whole, and the folders that its name has.
    ///
    /// # Errors
    ///
    /// [`FileAccessError::Write`].
    pub fn write(&self, name: &Path, content: &[u8]) -> Result<(), FileAccessError> {
        let path = self.folder.join(name);
        if let Some(parent) = path.parent() {
            system::create_dir_all(parent)
                .map_err(|error| FileAccessError::write(parent, error))?;
        }
        files::write_atomic(&path, content)
    }
}

impl JournalPlan for LeagueRules {
    fn difference(&self, other: &LeagueRules) -> Option<&'static str> {
        let fields = [
            ("limits", self.limits == other.limits),
            ("openings", self.openings == other.openings),
            ("seed", self.seed == other.seed),
        ];
        fields.into_iter().find(|(_, is_same)| !is_same).map(|(field, _)| field)
    }
}
