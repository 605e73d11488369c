//! A journal on the disk: a heading, then a line of RON for each finished piece of work.
//!
//! Each line reaches the disk before the next one is written. A last line without its end is dropped:
//! the program was killed while it was written, and that work is done again.

use std::{
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{FieldError, FolderError};
use minnow_base::files::{self, AppendedFile, FileAccessError};
use minnow_rules::excerpt_of_error;

/// The format of a journal.
const FORMAT: u32 = 1;
/// The most bytes of a journal.
const MAX_BYTES: usize = 1 << 30;

/// The plan that the lines of a journal belong to.
pub(crate) trait JournalPlan: Serialize + DeserializeOwned {
    /// Prepares a plan that was read. Anybody may have written the file.
    ///
    /// # Errors
    ///
    /// A [`FieldError`] of the first field that cannot be used.
    fn accept(&mut self) -> Result<(), FieldError> {
        Ok(())
    }

    /// The first field in which another plan differs.
    fn difference(&self, other: &Self) -> Option<&'static str>;
}

/// The first line of a journal.
#[derive(Serialize, Deserialize)]
struct Heading<H> {
    format: u32,
    plan: H,
}

/// A heading of any format.
#[derive(Deserialize)]
struct HeadingFormat {
    format: u32,
}

/// A journal that is open for further lines.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: AppendedFile,
}

/// An open journal with the lines that it has.
#[derive(Debug)]
pub(crate) struct OpenedJournal<L> {
    pub journal: Journal,
    pub lines: Vec<L>,
    /// A sentence without a full stop about a last line that was cut off.
    pub dropped: Option<String>,
}

/// The content of a journal.
pub(crate) struct ReadJournal<H, L> {
    pub plan: H,
    pub lines: Vec<L>,
    /// The length of its whole lines.
    whole_bytes: usize,
    bytes: Vec<u8>,
}

impl Journal {
    /// Opens a journal, or begins one with this plan.
    ///
    /// # Errors
    ///
    /// A [`FolderError`]; the journal is then unchanged.
    pub(crate) fn open<H: JournalPlan, L: DeserializeOwned>(
        path: &Path,
        plan: &H,
    ) -> Result<OpenedJournal<L>, FolderError> {
        let (mut lines, mut dropped) = (Vec::new(), None);
        match read_journal_of::<H, L>(path, plan)? {
            None => Journal::begin(path, plan)?,
            Some(read) => {
                if read.whole_bytes < read.bytes.len() {
                    files::write_atomic(path, &read.bytes[..read.whole_bytes])?;
                    let path = path.display();
                    dropped = Some(format!(
                        "the last line of \"{path}\" was cut off; its game is played again"
                    ));
                }
                lines = read.lines;
            }
        }
        let file = AppendedFile::open(path).map_err(|error| FileAccessError::write(path, error))?;
        let journal = Journal { path: path.to_owned(), file };
        Ok(OpenedJournal { journal, lines, dropped })
    }

    /// Writes a journal without lines, in place of one that is there.
    ///
    /// # Errors
    ///
    /// [`FileAccessError::Write`].
    pub(crate) fn begin<H: JournalPlan>(path: &Path, plan: &H) -> Result<(), FileAccessError> {
        let heading = Heading { format: FORMAT, plan };
        files::write_atomic(path, line_of(path, &heading)?.as_bytes())
    }

    /// Adds a line, and waits until it is on the disk. After an error nothing is added any more.
    ///
    /// # Errors
    ///
    /// [`FileAccessError::Write`].
    pub(crate) fn append<L: Serialize>(&mut self, line: &L) -> Result<(), FileAccessError> {
        let line = line_of(&self.path, line)?;
        self.file.append(&line).map_err(|error| FileAccessError::write(&self.path, error))
    }
}

/// Reads a journal; `None` if there is none, or only the beginning of a heading.
pub(crate) fn read_journal<H, L>(path: &Path) -> Result<Option<ReadJournal<H, L>>, FolderError>
where
    H: JournalPlan,
    L: DeserializeOwned,
{
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
    let Heading::<H> { mut plan, .. } = parse_line(path, heading, number)?;
    plan.accept().map_err(|error| FolderError::Line {
        path: path.to_owned(),
        line: number,
        problem: error.to_string(),
    })?;
    let lines: Result<Vec<L>, FolderError> =
        lines.map(|(line, number)| parse_line(path, line, number)).collect();
    Ok(Some(ReadJournal { plan, lines: lines?, whole_bytes, bytes }))
}

/// Reads the journal of a plan like [`read_journal`].
///
/// # Errors
///
/// A [`FolderError`], also if the journal belongs to another plan.
pub(crate) fn read_journal_of<H, L>(
    path: &Path,
    plan: &H,
) -> Result<Option<ReadJournal<H, L>>, FolderError>
where
    H: JournalPlan,
    L: DeserializeOwned,
{
    let read = read_journal::<H, L>(path)?;
    match read.as_ref().and_then(|read| read.plan.difference(plan)) {
        Some(field) => Err(FolderError::OtherPlan { path: path.to_owned(), field }),
        None => Ok(read),
    }
}

/// A value as a line of the journal.
fn line_of<T: Serialize>(path: &Path, value: &T) -> Result<String, FileAccessError> {
    let line = ron::to_string(value);
    let failed = |error: ron::Error| FileAccessError::write(path, io::Error::other(error));
    Ok(line.map_err(failed)? + "\n")
}

fn parse_line<T: DeserializeOwned>(
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
