//! The file of a server: accounts, changes of them, and finished games, a line of RON for each.
//!
//! A line is on the disk before the server acts on it. What a crash leaves of a last line is dropped;
//! lines that are not readable are kept in a copy of the file. A file that has become long is kept under
//! another name, and a new one begins with the accounts.

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
};

use minnow_base::files::{self, Expected, FileAccessError, system};
use serde::{Deserialize, Serialize};

use super::password::PasswordHash;

/// The name of the file in the folder of the data.
const FILE_NAME: &str = "journal.ron";

/// The most bytes of a file that is read.
const MAX_BYTES: usize = 64 << 20;

/// A file of this size is put aside, and a new one begun.
const FULL_BYTES: u64 = 16 << 20;

/// The version of the format. A file with a greater one is refused.
const FORMAT: u32 = 1;

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) enum JournalEntry {
    /// The first line. Games get numbers from `next_game` on.
    Journal { format: u32, next_game: u32 },
    /// A new account, or all that is known of one at the beginning of a file.
    Account { name: String, password: PasswordHash, rating: i32 },
    /// A new password.
    Password { name: String, password: PasswordHash },
    /// A rating that the player has reset.
    Rating { name: String, rating: i32 },
    /// A finished game.
    Game(GameRecord),
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameRecord {
    pub id: u32,
    /// The end of the game, in seconds since 1970.
    pub ended_s: u64,
    /// White and Black.
    pub players: [String; 2],
    pub clocks_ms: [u64; 2],
    /// As the protocol writes them, `a2-a3`.
    pub moves: Vec<String>,
    /// As the protocol writes it, `W wins on opponent time`.
    pub result: String,
    /// The ratings after the game; `None` for a player's game against itself.
    pub ratings: Option<[i32; 2]>,
}

/// Why the file of a server cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JournalError {
    #[error(transparent)]
    File(#[from] FileAccessError),
    #[error("\"{}\" was written by a newer version of Minnow", .0.display())]
    Newer(PathBuf),
}

/// The file, opened for new lines.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    bytes: u64,
    /// True if writing the last line failed, so that a part of it may be there.
    is_torn: bool,
}

/// The lines of a file, and what was wrong with it.
pub(crate) struct OpenedJournal {
    pub journal: Journal,
    pub entries: Vec<JournalEntry>,
    /// A sentence without a full stop.
    pub problem: Option<String>,
}

impl Journal {
    /// Opens the file of a folder, or creates it.
    pub(crate) fn open(folder: &Path) -> Result<OpenedJournal, JournalError> {
        let path = folder.join(FILE_NAME);
        let text = match files::load_bytes(&path, MAX_BYTES) {
            Ok(read) => String::from_utf8_lossy(&read.bytes).into_owned(),
            Err(error) if error.is_missing() => String::new(),
            Err(error) => return Err(error.into()),
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let parsed =
            whole.lines().map(|line| ron::from_str::<JournalEntry>(line).map_err(|_| line));
        let (mut entries, mut bad_lines) = (Vec::new(), Vec::new());
        for (entry, number) in parsed.zip(1..) {
            match entry {
                Ok(JournalEntry::Journal { format, .. }) if format > FORMAT => {
                    return Err(JournalError::Newer(path));
                }
                Ok(entry) => entries.push(entry),
                // Empty after a line that could not be written.
                Err("") => {}
                Err(_) => bad_lines.push(number),
            }
        }
        if entries.is_empty() {
            entries.push(JournalEntry::Journal { format: FORMAT, next_game: 1 });
        }
        let problem = mend(&path, &text, whole, &entries, &bad_lines)?;
        let journal = Journal::append_to(path)?;
        Ok(OpenedJournal { journal, entries, problem })
    }

    fn append_to(path: PathBuf) -> Result<Journal, FileAccessError> {
        let failed = |error| FileAccessError::write(&path, error);
        let file = system::open_for_appending(&path).map_err(failed)?;
        let bytes = file.metadata().map_err(failed)?.len();
        Ok(Journal { path, file, bytes, is_torn: false })
    }

    /// Adds a line and waits until it is on the disk.
    pub(crate) fn add(&mut self, entry: &JournalEntry) -> Result<(), FileAccessError> {
        let start = if self.is_torn { "\n" } else { "" };
        let line = format!("{start}{}", line_of(entry));
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        self.is_torn = written.is_err();
        written.map_err(|error| FileAccessError::write(&self.path, error))?;
        self.bytes += line.len() as u64;
        Ok(())
    }

    /// True if it is time to begin a new file.
    pub(crate) fn is_full(&self) -> bool {
        self.bytes >= FULL_BYTES
    }

    /// Keeps the file under a free name, and begins a new one with these accounts.
    pub(crate) fn restart(
        &mut self,
        next_game: u32,
        accounts: impl Iterator<Item = JournalEntry>,
    ) -> Result<(), FileAccessError> {
        let first = JournalEntry::Journal { format: FORMAT, next_game };
        let text: String =
            std::iter::once(first).chain(accounts).map(|entry| line_of(&entry)).collect();
        let named = |number: usize| self.path.with_file_name(format!("journal-{number}.ron"));
        let free = files::first_free(named);
        files::replace(&self.path, text.as_bytes(), Some(&free), Expected::Any)?;
        *self = Journal::append_to(self.path.clone())?;
        Ok(())
    }
}

/// Writes a file that is new, or of which not every line is readable.
fn mend(
    path: &Path,
    text: &str,
    whole: &str,
    entries: &[JournalEntry],
    bad_lines: &[usize],
) -> Result<Option<String>, FileAccessError> {
    let readable = || entries.iter().map(line_of).collect::<String>();
    let name = path.display();
    if let Some(first) = bad_lines.first() {
        let copy = files::replace_own(path, readable().as_bytes())?;
        let copy = copy.display();
        return Ok(Some(format!(
            "{name}: line {first} is not readable; the file is kept as {copy}"
        )));
    }
    if whole.is_empty() || whole.len() < text.len() {
        files::write_atomic(path, readable().as_bytes())?;
    }
    let is_cut = whole.len() < text.len();
    Ok(is_cut.then(|| format!("{name}: the last line was not complete and is dropped")))
}

/// A line with its end.
fn line_of(entry: &JournalEntry) -> String {
    // These types have neither maps nor numbers that RON could refuse.
    let mut line = ron::to_string(entry).unwrap_or_default();
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn account(name: &str) -> JournalEntry {
        let password = PasswordHash::new("secret", 1).unwrap();
        JournalEntry::Account { name: name.to_owned(), password, rating: 1000 }
    }

    fn game() -> JournalEntry {
        JournalEntry::Game(GameRecord {
            id: 7,
            ended_s: 1_700_000_000,
            players: ["ada".to_owned(), "bob".to_owned()],
            clocks_ms: [300_000; 2],
            moves: vec!["a2-a3".to_owned()],
            result: "W wins on opponent disconnect".to_owned(),
            ratings: Some([1016, 984]),
        })
    }

    #[test]
    fn lines_are_kept_and_a_torn_one_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        let mut opened = Journal::open(folder.path()).unwrap();
        assert_eq!(opened.problem, None);
        let mut expected = opened.entries;
        for entry in [account("ada"), game()] {
            opened.journal.add(&entry).unwrap();
            expected.push(entry);
        }
        let again = Journal::open(folder.path()).unwrap();
        assert_eq!((again.entries, again.problem), (expected.clone(), None));
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}Account(na")).unwrap();
        let torn = Journal::open(folder.path()).unwrap();
        assert_eq!(torn.entries, expected);
        let problem = torn.problem.unwrap();
        assert!(problem.ends_with("the last line was not complete and is dropped"), "{problem}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn an_unreadable_line_is_kept_in_a_copy() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        Journal::open(folder.path()).unwrap().journal.add(&account("ada")).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let damaged = text.replacen("Account", "Acc\u{0}unt", 1) + &line_of(&game());
        fs::write(&path, &damaged).unwrap();
        let opened = Journal::open(folder.path()).unwrap();
        let problem = opened.problem.unwrap();
        assert!(problem.contains("line 2 is not readable"), "{problem}");
        assert_eq!(opened.entries.len(), 2);
        let copy = folder.path().join("journal.ron.unreadable");
        assert_eq!(fs::read_to_string(copy).unwrap(), damaged);
        assert_eq!(Journal::open(folder.path()).unwrap().problem, None);
    }

    #[test]
    fn a_newer_file_is_refused_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        let newer = line_of(&JournalEntry::Journal { format: FORMAT + 1, next_game: 1 });
        fs::write(&path, &newer).unwrap();
        assert!(matches!(Journal::open(folder.path()), Err(JournalError::Newer(_))));
        assert_eq!(fs::read_to_string(&path).unwrap(), newer);
    }

    #[test]
    fn a_new_file_begins_with_the_accounts() {
        let folder = tempfile::tempdir().unwrap();
        let mut opened = Journal::open(folder.path()).unwrap();
        opened.journal.add(&game()).unwrap();
        let ada = account("ada");
        opened.journal.restart(8, [ada.clone()].into_iter()).unwrap();
        opened.journal.add(&game()).unwrap();
        let first = JournalEntry::Journal { format: FORMAT, next_game: 8 };
        assert_eq!(Journal::open(folder.path()).unwrap().entries, [first, ada, game()]);
        let kept = fs::read_to_string(folder.path().join("journal-1.ron")).unwrap();
        assert!(kept.ends_with(&line_of(&game())), "{kept}");
    }
}
