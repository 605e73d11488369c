//! Text files that keep the results of a long measurement, so that it can be stopped and continued.
//!
//! A heading names what was measured and with which settings; a file with another heading is
//! refused. Then a line for each result.

use std::{io, path::Path};

use minnow_arena::GameResult;
use minnow_base::files::{self, AppendedFile, FileAccessError, plain_reason};
use minnow_program as program;
use minnow_rules::excerpt;

/// The most bytes of a file.
const MAX_BYTES: usize = 256 << 20;

/// A file of results to which lines are added.
pub(super) struct KeptFile(AppendedFile);

/// A file of results and the lines that it has.
pub(super) struct OpenedFile {
    pub file: KeptFile,
    pub lines: Vec<String>,
}

/// Why a file of results was refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum KeptError {
    #[error("{}", plain_reason(.0))]
    File(#[from] io::Error),
    #[error("{0}")]
    Write(#[from] FileAccessError),
    #[error("the results are of \"{found}\", not of \"{wanted}\"")]
    Other { found: String, wanted: String },
    #[error("\"{}\" is no result", excerpt(.0))]
    Row(String),
    #[error("later runs add to it, so it has to be a file")]
    Stream,
    #[error("opening {0} was another one")]
    Opening(usize),
}

impl KeptFile {
    /// Opens the file, or creates it with its heading, which ends with a line break. A last line
    /// without an end is dropped, because its writing was interrupted. A file with another heading stays
    /// as it is.
    pub(crate) fn open(path: &Path, heading: &str) -> Result<OpenedFile, KeptError> {
        if program::is_standard_output(path) {
            return Err(KeptError::Stream);
        }
        let text = match files::read(path, MAX_BYTES) {
            Ok(read) => String::from_utf8(read.bytes).map_err(io::Error::other)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error.into()),
        };
        let known: &str = if text.is_empty() { heading } else { &text };
        let Some(rows) = known.strip_prefix(heading) else {
            let differing = known.lines().zip(heading.lines()).find(|(one, other)| one != other);
            let (found, wanted) = differing.unwrap_or((known, heading));
            return Err(KeptError::Other { found: found.into(), wanted: wanted.into() });
        };
        let rows = &rows[..rows.rfind('\n').map_or(0, |end| end + 1)];
        let whole = heading.len() + rows.len();
        if whole != text.len() {
            files::write_atomic(path, &known.as_bytes()[..whole])?;
        }
        let lines = rows.lines().map(str::to_owned).collect();
        let file = AppendedFile::open(path).map_err(|error| FileAccessError::write(path, error))?;
        Ok(OpenedFile { file: KeptFile(file), lines })
    }

    /// Adds a line. After an error nothing is added any more.
    pub(crate) fn add(&mut self, line: &str) -> io::Result<()> {
        self.0.append_unsynced(&format!("{line}\n"))
    }
}

/// A result as a letter of a line.
pub(super) fn result_letter(result: GameResult) -> char {
    match result {
        GameResult::Win => 'W',
        GameResult::Draw => 'D',
        GameResult::Loss => 'L',
    }
}

/// The result of a letter; `None` for another text.
pub(super) fn result_of_letter(text: &str) -> Option<GameResult> {
    match text {
        "W" => Some(GameResult::Win),
        "D" => Some(GameResult::Draw),
        "L" => Some(GameResult::Loss),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn lines_survive_a_stop_and_other_headings_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.txt");
        let mut opened = KeptFile::open(&path, "board\nplayers\n").unwrap();
        assert!(opened.lines.is_empty());
        opened.file.add("first").unwrap();
        opened.file.add("second").unwrap();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}thi")).unwrap();
        let mut again = KeptFile::open(&path, "board\nplayers\n").unwrap();
        assert_eq!(again.lines, ["first", "second"]);
        again.file.add("third").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{text}third\n"));
        let other = KeptFile::open(&path, "board\nothers\n").err().unwrap().to_string();
        assert_eq!(other, "the results are of \"players\", not of \"others\"");
        for foreign in ["notes without an end of line", "notes\nwithout an end", "board\nplay"] {
            fs::write(&path, foreign).unwrap();
            assert!(KeptFile::open(&path, "board\nplayers\n").is_err(), "{foreign}");
            assert_eq!(fs::read_to_string(&path).unwrap(), foreign, "it stays as it is");
        }
        let stream = KeptFile::open(Path::new("-"), "board\n").err().unwrap().to_string();
        assert_eq!(stream, "later runs add to it, so it has to be a file");
    }
}
