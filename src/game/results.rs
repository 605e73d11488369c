//! The results that count for the user's rating, in a file of their own: a game that is deleted from
//! the archive still counts.
//!
//! Entries are only added. A reset of a board is an entry, too, so that two programs with the same
//! file lose nothing of each other: the file gets the union of both lists. A file that cannot be
//! read is set aside before another is written.

use std::{
    collections::HashSet,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::archive::ArchiveId;
use crate::files::{FileAccessError, load_text, write_atomic};
use crate::rules::{Color, excerpt_of_error};

/// The number in the file. A file with a greater one is of a newer program and stays as it is.
const FORMAT: u32 = 1;

/// The most entries; the oldest are dropped. A file with all of them is below [`MAX_BYTES`].
const MAX_ENTRIES: usize = 20_000;

/// The most bytes of a file.
const MAX_BYTES: usize = 8 << 20;

/// The outcome of a game for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UserOutcome {
    Won,
    Drawn,
    Lost,
}

impl UserOutcome {
    pub const ALL: [UserOutcome; 3] = [UserOutcome::Won, UserOutcome::Drawn, UserOutcome::Lost];

    /// The outcome for the user of this side; without a winner, the game is a draw.
    pub fn of(winner: Option<Color>, user: Color) -> UserOutcome {
        match winner {
            None => UserOutcome::Drawn,
            Some(winner) if winner == user => UserOutcome::Won,
            Some(_) => UserOutcome::Lost,
        }
    }

    /// 1, a half or 0.
    pub fn points(self) -> f64 {
        match self {
            UserOutcome::Won => 1.0,
            UserOutcome::Drawn => 0.5,
            UserOutcome::Lost => 0.0,
        }
    }
}

/// A game that counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedGame {
    /// The game's id in the archive.
    pub id: ArchiveId,
    /// The time of its end as digits: `20261122-182205-417`.
    pub ended: String,
    /// The id of the variant.
    pub variant: String,
    /// The strength of the computer, in hundredths of a level.
    pub strength: u16,
    pub outcome: UserOutcome,
    /// The score that the opponent was picked for, in percent; `None` for a level of the user's
    /// choice.
    pub aim_percent: Option<u8>,
}

/// The user begins anew on a board: earlier games on it do not count any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingReset {
    /// The time as digits.
    pub at: String,
    /// The id of the variant.
    pub variant: String,
}

/// An entry of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ResultEntry {
    Game(CountedGame),
    Reset(RatingReset),
}

impl ResultEntry {
    fn time(&self) -> &str {
        match self {
            ResultEntry::Game(game) => &game.ended,
            ResultEntry::Reset(reset) => &reset.at,
        }
    }

    /// Equal for two entries about the same game or reset.
    fn key(&self) -> [&str; 2] {
        match self {
            ResultEntry::Game(game) => [game.id.as_str(), ""],
            ResultEntry::Reset(reset) => [&reset.variant, &reset.at],
        }
    }
}

/// The results, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultList {
    entries: Vec<ResultEntry>,
}

/// A file of results as it is written.
#[derive(Serialize, Deserialize)]
struct ResultFile {
    format: u32,
    entries: Vec<ResultEntry>,
}

/// The format number alone.
#[derive(Deserialize)]
struct ResultFormat {
    format: u32,
}

/// Why a file of results was not read or written.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    #[error(transparent)]
    Access(#[from] FileAccessError),
    #[error("\"{}\" is of a newer Minnow (format {format})", path.display())]
    Newer { path: PathBuf, format: u32 },
    #[error("the list cannot be written as text: {0}")]
    Text(#[source] ron::Error),
}

/// A list that was read, and the damaged file that was set aside for it.
#[derive(Debug, Default)]
pub struct ReadResults {
    pub list: ResultList,
    pub set_aside: Option<SetAsideResults>,
}

/// A damaged file of results, kept under another name.
#[derive(Debug)]
pub struct SetAsideResults {
    pub path: PathBuf,
    /// The damage, with its place in the file.
    pub problem: String,
}

impl ResultList {
    /// True if this game counts already.
    pub fn has(&self, id: &ArchiveId) -> bool {
        let is_it =
            |entry: &ResultEntry| matches!(entry, ResultEntry::Game(game) if game.id == *id);
        self.entries.iter().any(is_it)
    }

    /// Adds an entry at its time, unless the list has it.
    pub fn add(&mut self, entry: ResultEntry) {
        if self.entries.iter().any(|known| known.key() == entry.key()) {
            return;
        }
        let at = self.entries.partition_point(|known| known.time() <= entry.time());
        self.entries.insert(at, entry);
        self.drop_oldest();
    }

    fn drop_oldest(&mut self) {
        let surplus = self.entries.len().saturating_sub(MAX_ENTRIES);
        self.entries.drain(..surplus);
    }

    /// The entries of both lists.
    fn union(&self, other: &ResultList) -> ResultList {
        let mut keys = HashSet::new();
        let both = self.entries.iter().chain(&other.entries);
        let entries = both.filter(|entry| keys.insert(entry.key())).cloned().collect();
        let mut union = ResultList { entries };
        union.entries.sort_by(|one, other| one.time().cmp(other.time()));
        union.drop_oldest();
        union
    }

    /// The games on a board since its last reset, the oldest first.
    pub fn games_on(&self, variant: &str) -> Vec<&CountedGame> {
        let mut games = Vec::new();
        for entry in &self.entries {
            match entry {
                ResultEntry::Game(game) if game.variant == variant => games.push(game),
                ResultEntry::Reset(reset) if reset.variant == variant => games.clear(),
                ResultEntry::Game(_) | ResultEntry::Reset(_) => {}
            }
        }
        games
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Reads a file of results; a missing one is an empty list. A damaged one is set aside.
    ///
    /// # Errors
    ///
    /// Returns a [`ResultsError`] if the file cannot be read or set aside, or is of a newer program.
    pub fn read(path: &Path) -> Result<ReadResults, ResultsError> {
        let text = match load_text(path, MAX_BYTES) {
            Ok(text) => text,
            Err(error) if error.is_missing() => return Ok(ReadResults::default()),
            Err(error) => return Err(error.into()),
        };
        if let Ok(ResultFormat { format }) = ron::from_str(&text)
            && format > FORMAT
        {
            return Err(ResultsError::Newer { path: path.to_owned(), format });
        }
        match ron::from_str::<ResultFile>(&text) {
            Ok(file) => {
                let mut list = ResultList { entries: file.entries };
                // The file may have been edited by hand.
                list.entries.sort_by(|one, other| one.time().cmp(other.time()));
                Ok(ReadResults { list, set_aside: None })
            }
            Err(error) => {
                let problem = excerpt_of_error(&error);
                let aside = free_name(path);
                fs::rename(path, &aside).map_err(|error| FileAccessError::write(path, error))?;
                let set_aside = Some(SetAsideResults { path: aside, problem });
                Ok(ReadResults { list: ResultList::default(), set_aside })
            }
        }
    }

    /// Writes the union of this list and the file's, so that the results of another program stay.
    ///
    /// # Errors
    ///
    /// Returns a [`ResultsError`] if the file cannot be read or written.
    pub fn merge_into(&self, path: &Path) -> Result<(), ResultsError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| FileAccessError::write(folder, error))?;
        }
        let lock = lock_beside(path);
        let in_file = ResultList::read(path)?.list;
        let union = in_file.union(self);
        if union != in_file {
            let file = ResultFile { format: FORMAT, entries: union.entries };
            let config = ron::ser::PrettyConfig::new().depth_limit(2);
            let text = ron::ser::to_string_pretty(&file, config).map_err(ResultsError::Text)?;
            write_atomic(path, text.as_bytes())?;
        }
        drop(lock);
        Ok(())
    }
}

/// Locks a file beside the results until it is dropped; two programs then write one after the
/// other. `None` on a disk without locks.
fn lock_beside(path: &Path) -> Option<File> {
    let lock: io::Result<File> = File::create(path.with_extension("lock"));
    lock.ok().filter(|lock| lock.lock().is_ok())
}

/// A name for a damaged file that no other file has.
fn free_name(path: &Path) -> PathBuf {
    let name = |number: u32| match number {
        1 => path.with_extension("ron.unreadable"),
        number => path.with_extension(format!("ron.unreadable-{number}")),
    };
    (1..).map(name).find(|name| !name.exists()).unwrap_or_else(|| name(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u32, variant: &str) -> ResultEntry {
        ResultEntry::Game(CountedGame {
            id: format!("{number:08}-1").parse().unwrap(),
            ended: format!("{number:08}-180000-000"),
            variant: variant.to_owned(),
            strength: 430,
            outcome: UserOutcome::ALL[number as usize % 3],
            aim_percent: Some(50),
        })
    }

    fn list(numbers: &[u32]) -> ResultList {
        let mut list = ResultList::default();
        numbers.iter().for_each(|number| list.add(game(*number, "minichess")));
        list
    }

    #[test]
    fn a_game_counts_once_and_in_its_order() {
        let list = list(&[3, 1, 2, 3, 1]);
        let times: Vec<&str> = list.games_on("minichess").iter().map(|g| &g.ended[..8]).collect();
        assert_eq!(times, ["00000001", "00000002", "00000003"]);
        assert!(list.has(&"00000002-1".parse().unwrap()) && list.games_on("gardner").is_empty());
    }

    #[test]
    fn a_reset_concerns_the_earlier_games_of_its_board() {
        let mut list = list(&[1, 2, 8]);
        list.add(game(3, "gardner"));
        let (at, variant) = ("00000005-000000-000".to_owned(), "minichess".to_owned());
        list.add(ResultEntry::Reset(RatingReset { at, variant }));
        assert_eq!(list.games_on("minichess").len(), 1);
        assert_eq!((list.games_on("gardner").len(), list.len()), (1, 5));
    }

    #[test]
    fn two_programs_lose_nothing_of_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data").join("results.ron");
        list(&[1, 2]).merge_into(&path).unwrap();
        list(&[2, 4]).merge_into(&path).unwrap();
        list(&[3]).merge_into(&path).unwrap();
        assert_eq!(ResultList::read(&path).unwrap().list, list(&[1, 2, 3, 4]));
    }

    #[test]
    fn a_damaged_file_is_set_aside_each_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.ron");
        for (number, name) in [(1, "results.ron.unreadable"), (2, "results.ron.unreadable-2")] {
            fs::write(&path, format!("(format: 1, entries: [{number}])")).unwrap();
            let read = ResultList::read(&path).unwrap();
            let aside = read.set_aside.unwrap();
            assert!(aside.problem.starts_with("1:2"), "{}", aside.problem);
            assert_eq!(aside.path, folder.path().join(name));
            assert!(read.list.is_empty() && !path.exists());
        }
        list(&[1]).merge_into(&path).unwrap();
        let kept = fs::read_to_string(folder.path().join("results.ron.unreadable")).unwrap();
        assert_eq!(kept, "(format: 1, entries: [1])");
    }

    #[test]
    fn a_file_of_a_newer_program_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.ron");
        fs::write(&path, "(format: 2, games: {})").unwrap();
        for error in [ResultList::read(&path).map(drop), list(&[1]).merge_into(&path)] {
            assert!(matches!(error, Err(ResultsError::Newer { format: 2, .. })), "{error:?}");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "(format: 2, games: {})");
    }

    #[test]
    fn a_full_list_drops_the_oldest_and_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.ron");
        let entries = (1..=MAX_ENTRIES as u32).map(|number| game(number, "chessattack")).collect();
        let mut list = ResultList { entries };
        list.add(game(MAX_ENTRIES as u32 + 1, "chessattack"));
        assert_eq!((list.len(), list.has(&"00000001-1".parse().unwrap())), (MAX_ENTRIES, false));
        list.merge_into(&path).unwrap();
        assert!(fs::metadata(&path).unwrap().len() < MAX_BYTES as u64);
        assert_eq!(ResultList::read(&path).unwrap().list, list);
    }
}
