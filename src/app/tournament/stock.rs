//! Tournaments on the disk: those that were begun here, and the file that the user opens. Reading them
//! starts nothing.

use std::path::{Path, PathBuf};

use super::run::RunOrder;
use crate::app::{
    session::{Session, WallTime, day_of, task::Task},
    ui::text::sentence,
};
use minnow_arena::tournament::{
    GameRecord, KeptTournament, Tournament, TournamentFolder, TournamentPlan, report::PAGE,
};
use minnow_base::files::{load_text, system};
use minnow_jobs::JobContext;
use minnow_rules::counted;

/// The folder of the tournaments that were begun by the form, in the folder of the user's data.
const FOLDER: &str = "tournaments";
/// The most tournaments of the list, the newest ones.
const MAX_LISTED: usize = 20;
/// The most names of a tournament of the list.
const MAX_NAMES: usize = 4;
/// The most bytes of a file.
const MAX_BYTES: usize = 1 << 20;

/// A tournament that was read, with its finished games.
#[derive(Debug)]
pub(super) struct StoredTournament {
    pub order: RunOrder,
    pub records: Vec<GameRecord>,
    /// True if its folder has the page with every game.
    pub has_report: bool,
    /// Why it cannot go on as it is, as a sentence.
    pub problem: Option<String>,
}

/// A tournament of the list.
#[derive(Clone, Debug)]
pub(super) struct ListedTournament {
    pub folder: PathBuf,
    pub name: String,
    /// Its start and its players: `2026.11.22, 18:22: Level 1, Random`.
    pub about: String,
    /// The number of finished games.
    pub games: usize,
    /// True if no game is left to play.
    pub is_over: bool,
}

impl ListedTournament {
    fn new(folder: PathBuf, kept: KeptTournament) -> ListedTournament {
        let KeptTournament { plan, records } = kept;
        let players = players_text(&plan.player_names());
        let about = match start_text(&folder) {
            Some(start) => format!("{start}: {players}"),
            None => players,
        };
        let (name, games) = (plan.name.clone(), records.len());
        let is_over = Tournament::new(plan, records).is_ok_and(|all| all.missing().is_empty());
        ListedTournament { folder, name, about, games, is_over }
    }
}

/// The first players, and the number of the others.
fn players_text(names: &[String]) -> String {
    let shown = names[..names.len().min(MAX_NAMES)].join(", ");
    match names.len().saturating_sub(MAX_NAMES) {
        0 => shown,
        others => format!("{shown} and {}", counted(others as u64, "other", "others")),
    }
}

/// The start of a tournament by the name of its folder, which is a time as digits: `2026.11.22, 18:22`.
fn start_text(folder: &Path) -> Option<String> {
    let name = folder.file_stem()?.to_str()?;
    let day = day_of(name)?.strftime("%Y.%m.%d").to_string();
    let (hour, minute) = (name.get(9..11)?, name.get(11..13)?);
    Some(format!("{day}, {hour}:{minute}"))
}

/// The tournaments that were begun by the form, and the one that is read.
#[derive(Debug, Default)]
pub(super) struct TournamentStock {
    /// The newest first.
    pub listed: Vec<ListedTournament>,
    listing: Task<Vec<ListedTournament>>,
    reading: Task<Result<StoredTournament, String>>,
}

impl TournamentStock {
    /// Reads the list again.
    pub(super) fn list(&mut self, session: &Session) {
        if let Some(folder) = session.data_folder.as_ref().map(|folder| folder.join(FOLDER)) {
            let list = move |job: &JobContext<_>| job.emit(listed_in(&folder));
            self.listing.begin(session.files.start(list));
        }
    }

    /// Reads a file, or the folder of a tournament of the list.
    pub(super) fn read(&mut self, session: &Session, path: PathBuf) {
        self.reading.begin(session.files.start(move |job: &JobContext<_>| {
            job.emit(if system::metadata(&path).is_ok_and(|found| found.is_dir()) {
                read_folder(path)
            } else {
                read_file(&path)
            });
        }));
    }

    /// True while a tournament is read.
    pub(super) fn is_reading(&self) -> bool {
        self.reading.is_running()
    }

    pub(super) fn is_listing(&self) -> bool {
        self.listing.is_running()
    }

    /// Takes in the list, and returns what was read.
    pub(super) fn poll(&mut self) -> Option<Result<StoredTournament, String>> {
        if let Some(listed) = self.listing.poll().pop() {
            self.listed = listed;
        }
        let read = self.reading.poll().pop();
        let failed = self.reading.problem().map(str::to_owned);
        if failed.is_some() {
            self.reading = Task::default();
        }
        read.or(failed.map(Err))
    }
}

/// The folder of a tournament that begins now; `None` where the program keeps no data.
pub(super) fn new_folder(session: &Session) -> Option<PathBuf> {
    let name = format!("{}.games", WallTime::now().digits());
    Some(session.data_folder.as_ref()?.join(FOLDER).join(name))
}

/// The tournaments of a folder. What is unreadable is left out.
fn listed_in(folder: &Path) -> Vec<ListedTournament> {
    let entries = system::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    // Their names are times.
    folders.sort_unstable_by(|one, other| other.cmp(one));
    let read = |folder: PathBuf| {
        let kept = TournamentFolder::read(&folder).ok()?;
        Some(ListedTournament::new(folder, kept))
    };
    folders.into_iter().filter_map(read).take(MAX_LISTED).collect()
}

fn has_report(folder: &Path) -> bool {
    system::exists(&folder.join(PAGE))
}

fn read_folder(folder: PathBuf) -> Result<StoredTournament, String> {
    let kept = TournamentFolder::read(&folder).map_err(|error| sentence(&error))?;
    let KeptTournament { plan, records } = kept;
    let has_report = has_report(&folder);
    Ok(StoredTournament { order: RunOrder { plan, folder }, records, has_report, problem: None })
}

/// Reads a file, and the games of its folder if there are any.
fn read_file(path: &Path) -> Result<StoredTournament, String> {
    let text = load_text(path, MAX_BYTES).map_err(|error| sentence(&error))?;
    let plan = TournamentPlan::parse(&text, path).map_err(|error| sentence(&error))?;
    let folder = TournamentFolder::beside(path);
    let (records, problem) = match TournamentFolder::records_of(&folder, &plan) {
        Ok(records) => (records.unwrap_or_default(), None),
        Err(error) => (Vec::new(), Some(sentence(&error))),
    };
    let has_report = has_report(&folder);
    Ok(StoredTournament { order: RunOrder { plan, folder }, records, has_report, problem })
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_arena::tournament::PlayerEntry;

    fn text(first: u8) -> String {
        format!("(players: [Level({first}), Random], variants: [\"silverman4x4\"], name: \"Cup\")")
    }

    #[test]
    fn a_file_is_read_with_the_games_of_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cup.ron");
        std::fs::write(&path, text(1)).unwrap();
        let read = read_file(&path).unwrap();
        assert_eq!(read.order.folder, folder.path().join("cup.games"));
        assert_eq!((read.records.len(), read.problem), (0, None));
        assert!(!read.order.folder.exists(), "reading creates nothing");
        drop(TournamentFolder::open(&read.order.folder, &read.order.plan).unwrap());
        assert_eq!(read_file(&path).unwrap().problem, None);
        let listed = listed_in(folder.path());
        assert_eq!((listed.len(), listed[0].name.as_str(), listed[0].games), (1, "Cup", 0));
        let stored = read_folder(listed[0].folder.clone()).unwrap();
        assert_eq!(stored.order.plan.players, [PlayerEntry::Level(1), PlayerEntry::Random]);
        std::fs::write(&path, text(2)).unwrap();
        let other = read_file(&path).unwrap().problem.unwrap();
        assert!(other.contains("has games of another tournament"), "{other}");
    }

    #[test]
    fn the_list_tells_tournaments_apart() {
        let names: Vec<String> = (1..=6).map(|level| format!("Level {level}")).collect();
        assert_eq!(players_text(&names[..2]), "Level 1, Level 2");
        assert_eq!(players_text(&names), "Level 1, Level 2, Level 3, Level 4 and 2 others");
        let start = |name: &str| start_text(Path::new(name));
        let digits = "tournaments/20261122-182205-417.games";
        assert_eq!(start(digits).as_deref(), Some("2026.11.22, 18:22"));
        assert_eq!([start("cup.games"), start("20261122.games")], [None, None]);
    }

    #[test]
    fn a_bad_file_is_named_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cup.ron");
        std::fs::write(&path, "(\nplayers: [Level(1)],\n)").unwrap();
        let problem = read_file(&path).unwrap_err();
        assert!(problem.contains("cup.ron:2: \"players\": "), "{problem}");
        assert!(read_file(&folder.path().join("none.ron")).unwrap_err().contains("none.ron"));
    }
}
