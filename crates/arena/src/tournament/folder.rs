//! The folder of a tournament: the journal of its games, its lock, and what is written beside them.
//!
//! `games.ron` has a heading with the plan, then a line for each finished game in the order in which
//! they ended. Each line reaches the disk before the next game is reported. A last line without its
//! end is dropped: the program was killed while it was written, and the game is played again. A folder
//! belongs to one plan; only `concurrency` and the folders of programs may change between runs.

use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{GameRecord, PlayerEntry, TournamentPlan};
use minnow_base::files::{
    self, FileAccessError,
    system::{self, Lock},
};
use minnow_rules::excerpt_of_error;

/// The journal.
const JOURNAL: &str = "games.ron";
/// The file whose lock a running tournament holds.
const LOCK: &str = "games.lock";
/// The format of the journal.
const FORMAT: u32 = 1;
/// The most bytes of a journal.
const MAX_BYTES: usize = 1 << 30;

/// The first line of a journal.
#[derive(Serialize, Deserialize)]
struct Heading {
    format: u32,
    plan: TournamentPlan,
}

/// A heading of any format.
#[derive(Deserialize)]
struct HeadingFormat {
    format: u32,
}

/// Why a folder was refused; each error names the file.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file cannot be read or written.
    #[error(transparent)]
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
    journal: File,
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

/// A journal as it was read.
struct ReadJournal {
    kept: KeptTournament,
    /// The length of its whole lines.
    whole_bytes: usize,
    bytes: Vec<u8>,
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
        let failed = |error: io::Error| FileAccessError::write(folder, error);
        system::create_dir_all(folder).map_err(failed)?;
        let lock = Lock::try_take(&folder.join(LOCK)).map_err(failed)?;
        let lock = lock.ok_or_else(|| FolderError::InUse(folder.to_owned()))?;
        let path = folder.join(JOURNAL);
        let (mut records, mut dropped) = (Vec::new(), None);
        match read_journal(&path)? {
            None => {
                let heading = Heading { format: FORMAT, plan: plan.clone() };
                files::write_atomic(&path, line_of(&path, &heading)?.as_bytes())?;
            }
            Some(journal) => {
                if let Some(field) = journal.kept.plan.difference(plan) {
                    return Err(FolderError::OtherPlan { path, field });
                }
                if journal.whole_bytes < journal.bytes.len() {
                    files::write_atomic(&path, &journal.bytes[..journal.whole_bytes])?;
                    let path = path.display();
                    dropped = Some(format!(
                        "the last line of \"{path}\" was cut off; its game is played again"
                    ));
                }
                records = journal.kept.records;
            }
        }
        let journal = system::open_for_appending(&path)
            .map_err(|error| FileAccessError::write(&path, error))?;
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
        Ok(read_journal(&path)?.ok_or_else(missing)?.kept)
    }

    /// The finished games of a plan in its folder, which may be in use; none without a journal.
    ///
    /// # Errors
    ///
    /// A [`FolderError`] if the journal is unreadable or has games of another plan.
    pub fn records_of(
        folder: &Path,
        plan: &TournamentPlan,
    ) -> Result<Vec<GameRecord>, FolderError> {
        let path = folder.join(JOURNAL);
        let Some(ReadJournal { kept, .. }) = read_journal(&path)? else { return Ok(Vec::new()) };
        match kept.plan.difference(plan) {
            Some(field) => Err(FolderError::OtherPlan { path, field }),
            None => Ok(kept.records),
        }
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
        let path = self.folder.join(JOURNAL);
        let line = line_of(&path, record)?;
        let written = self.journal.write_all(line.as_bytes());
        written
            .and_then(|()| self.journal.sync_data())
            .map_err(|error| FileAccessError::write(&path, error))
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

/// A value as a line of the journal.
fn line_of<T: Serialize>(path: &Path, value: &T) -> Result<String, FileAccessError> {
    let line = ron::to_string(value);
    let failed = |error: ron::Error| FileAccessError::write(path, io::Error::other(error));
    Ok(line.map_err(failed)? + "\n")
}

/// `None` if there is no journal, or only the beginning of a heading.
fn read_journal(path: &Path) -> Result<Option<ReadJournal>, FolderError> {
    let bytes = match files::load_bytes(path, MAX_BYTES) {
        Ok(read) => read.bytes,
        Err(error) if error.is_missing() => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let whole_bytes = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let mut lines = bytes[..whole_bytes].split_inclusive(|byte| *byte == b'\n').zip(1..);
    let Some((heading, number)) = lines.next() else { return Ok(None) };
    let HeadingFormat { format } = parse_line(path, heading, number)?;
    if format > FORMAT {
        return Err(FolderError::Newer(path.to_owned()));
    }
    let Heading { mut plan, .. } = parse_line(path, heading, number)?;
    // Whoever wrote the file, the plan must show each command that it starts, and nothing else.
    plan.resolve(Path::new("")).and_then(|()| plan.check()).map_err(|error| FolderError::Line {
        path: path.to_owned(),
        line: number,
        problem: error.to_string(),
    })?;
    let records: Result<Vec<GameRecord>, FolderError> =
        lines.map(|(line, number)| parse_line(path, line, number)).collect();
    let kept = KeptTournament { plan, records: records? };
    Ok(Some(ReadJournal { kept, whole_bytes, bytes }))
}

fn parse_line<T: serde::de::DeserializeOwned>(
    path: &Path,
    line: &[u8],
    number: usize,
) -> Result<T, FolderError> {
    ron::de::from_bytes(line).map_err(|problem| FolderError::Line {
        path: path.to_owned(),
        line: number,
        problem: excerpt_of_error(&problem.code),
    })
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

impl TournamentPlan {
    /// The first field in which another plan differs, without `concurrency`, which changes no game.
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
