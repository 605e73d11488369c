//! The folder of a tournament: the journal of its games, its lock, and what is written beside them.
//!
//! `games.ron` is a journal with the plan and a line for each finished game in the order in which they
//! ended. Each line reaches the disk before the next game is reported. A folder belongs to one plan;
//! only `concurrency` and the folders of programs may change between runs.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::{
    FieldError, GameRecord, PlayerEntry, TournamentPlan,
    journal::{Journal, JournalPlan, OpenedJournal, read_journal, read_journal_of},
};
use minnow_base::files::{
    self, FileAccessError,
    system::{self, Lock},
};

/// The journal.
const JOURNAL: &str = "games.ron";
/// The file whose lock a running tournament holds.
const LOCK: &str = "games.lock";

/// Why a folder was refused; each error names the file.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file cannot be read or written.
    #[error("{0}")]
    File(#[from] FileAccessError),
    /// Another running program uses the folder.
    #[error("another running Minnow plays the tournament in \"{}\"", .0.display())]
    InUse(PathBuf),
    /// The folder has games of another plan.
    #[error(
        "\"{}\" has games of another tournament: \"{field}\" differs; choose another folder",
        path.display()
    )]
    OtherPlan {
        /// The journal.
        path: PathBuf,
        /// The first field of the plan that differs.
        field: &'static str,
    },
    /// A newer version of Minnow wrote the journal.
    #[error("\"{}\" was written by a newer version of Minnow", .0.display())]
    Newer(PathBuf),
    /// A line of the journal is unreadable, or the plan in the first one cannot be used.
    #[error("\"{}\", line {line}: {problem}", path.display())]
    Line {
        /// The journal.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// The fault.
        problem: String,
    },
}

/// The folder of a tournament, locked for this program.
#[derive(Debug)]
pub struct TournamentFolder {
    folder: PathBuf,
    journal: Journal,
    _lock: Lock,
}

/// A folder with the games that it has.
#[derive(Debug)]
pub struct OpenedTournament {
    /// The folder.
    pub folder: TournamentFolder,
    /// The games of the journal.
    pub records: Vec<GameRecord>,
    /// A sentence without a full stop about a last line that was cut off.
    pub dropped: Option<String>,
}

/// The content of a journal, read without its lock.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptTournament {
    /// The plan.
    pub plan: TournamentPlan,
    /// The games.
    pub records: Vec<GameRecord>,
}

impl TournamentFolder {
    /// The folder of a tournament file: `NAME.games` beside `NAME.ron`.
    pub fn beside(plan_file: &Path) -> PathBuf {
        plan_file.with_extension("games")
    }

    /// Opens the folder of a plan, or creates it.
    ///
    /// # Errors
    ///
    /// A [`FolderError`]; the folder is then unchanged.
    pub fn open(folder: &Path, plan: &TournamentPlan) -> Result<OpenedTournament, FolderError> {
        let lock = lock_folder(folder)?;
        let OpenedJournal { journal, lines: records, dropped } =
            Journal::open(&folder.join(JOURNAL), plan)?;
        let folder = TournamentFolder { folder: folder.to_owned(), journal, _lock: lock };
        Ok(OpenedTournament { folder, records, dropped })
    }

    /// Reads the plan and the games of a folder, which may be in use. A last line that was cut off is
    /// left out.
    ///
    /// # Errors
    ///
    /// A [`FolderError`] if there is no readable journal.
    pub fn read(folder: &Path) -> Result<KeptTournament, FolderError> {
        let path = folder.join(JOURNAL);
        let missing = || FileAccessError::read(&path, io::ErrorKind::NotFound.into());
        let read = read_journal(&path)?.ok_or_else(missing)?;
        Ok(KeptTournament { plan: read.plan, records: read.lines })
    }

    /// The finished games of a plan in its folder, which may be in use; `None` without a journal.
    ///
    /// # Errors
    ///
    /// A [`FolderError`] if the journal is unreadable or has games of another plan.
    pub fn records_of(
        folder: &Path,
        plan: &TournamentPlan,
    ) -> Result<Option<Vec<GameRecord>>, FolderError> {
        Ok(read_journal_of(&folder.join(JOURNAL), plan)?.map(|read| read.lines))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Adds a finished game to the journal, and waits until it is on the disk.
    ///
    /// # Errors
    ///
    /// [`FileAccessError::Write`].
    pub fn append(&mut self, record: &GameRecord) -> Result<(), FileAccessError> {
        self.journal.append(record)
    }

    /// Writes another file of the folder, such as `games.pgn`, as a whole.
    ///
    /// # Errors
    ///
    /// [`FileAccessError::Write`].
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), FileAccessError> {
        files::write_atomic(&self.folder.join(name), content)
    }
}

/// Creates a folder of results if it is missing, and keeps other programs out of it.
pub(crate) fn lock_folder(folder: &Path) -> Result<Lock, FolderError> {
    let failed = |error: io::Error| FileAccessError::write(folder, error);
    system::create_dir_all(folder).map_err(failed)?;
    let lock = Lock::try_take(&folder.join(LOCK)).map_err(failed)?;
    lock.ok_or_else(|| FolderError::InUse(folder.to_owned()))
}

/// A player without the folders of its program, which lies elsewhere on another machine.
fn unplaced(player: &PlayerEntry) -> PlayerEntry {
    let mut player = player.clone();
    if let PlayerEntry::Program(program) = &mut player {
        program.folder = None;
        if let Some(command) = program.command.first_mut()
            && let Some(name) = Path::new(&*command).file_name().and_then(|name| name.to_str())
        {
            *command = name.to_owned();
        }
    }
    player
}

impl JournalPlan for TournamentPlan {
    /// The plan must show each command that it starts, and nothing else.
    fn accept(&mut self) -> Result<(), FieldError> {
        self.resolve(Path::new("")).and_then(|()| self.check())
    }

    /// Without `concurrency`, which changes no game.
    fn difference(&self, other: &TournamentPlan) -> Option<&'static str> {
        let fields = [
            ("players", self.players.iter().map(unplaced).eq(other.players.iter().map(unplaced))),
            ("variants", self.variants == other.variants),
            ("format", self.format == other.format),
            ("games", self.games == other.games),
            ("openings", self.openings == other.openings),
            ("limits", self.limits == other.limits),
            ("adjudication", self.adjudication == other.adjudication),
            ("sprt", self.sprt == other.sprt),
            ("seed", self.seed == other.seed),
            ("name", self.name == other.name),
        ];
        fields.into_iter().find(|(_, is_same)| !is_same).map(|(field, _)| field)
    }
}
