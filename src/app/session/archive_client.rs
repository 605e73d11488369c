//! The window's side of the archive: lists, opens, deletes and exports games on a thread of its own.
//!
//! The requests run in their order. Games enter the archive by autosave, which tries again if a disk
//! fails.

use std::{
    collections::HashSet,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};
use web_time::SystemTime;

use minnow_game::{
    archive::{Archive, ArchiveId, ArchiveList, ArchivedGame, ExportReport},
    store::{StampedGame, StoreError},
};
use minnow_jobs::{JobContext, JobEvent, JobHandle, JobProgress, Runner, Spawner};
use minnow_rules::Variant;
use minnow_study::analysis::review_facts;

/// The purpose for which a game of the archive is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchivePurpose {
    Analyse,
    /// To go on with an unfinished game.
    Continue,
    /// To edit its names and tags.
    EditHeader,
}

/// The end of a request.
#[derive(Debug)]
pub enum ArchiveEvent {
    /// The list is complete. [`ArchiveClient::games`] takes its games.
    Listed(Result<ArchiveList, StoreError>),
    /// Another request came before the list was complete.
    ListInterrupted,
    Opened {
        id: ArchiveId,
        purpose: ArchivePurpose,
        game: Result<Box<StampedGame>, StoreError>,
    },
    Deleted {
        id: ArchiveId,
        result: Result<(), StoreError>,
    },
    /// A deleted game was taken back.
    Restored(Result<(), StoreError>),
    Exported {
        path: PathBuf,
        report: Result<ExportReport, StoreError>,
    },
    /// The request could not be carried out.
    Failed(String),
}

/// Starts the requests and holds those under way.
pub struct ArchiveClient {
    /// The folder of the games; `None` if there is none.
    pub archive: Option<Archive>,
    runner: Runner,
    jobs: Vec<JobHandle<ArchiveEvent>>,
    /// The progress of a list whose games have to be read.
    pub progress: Option<JobProgress>,
    /// The games that were listed last, in no order.
    pub games: Vec<Arc<ArchivedGame>>,
    /// The games that were opened or kept since the start, and those ever rescued after a crash.
    pub recent: HashSet<ArchiveId>,
    /// The ends of requests that have not been taken.
    pub events: Vec<ArchiveEvent>,
}

impl Default for ArchiveClient {
    fn default() -> ArchiveClient {
        ArchiveClient::new(None, Spawner::default(), || {})
    }
}

impl ArchiveClient {
    /// `wake` is called when there is an event to take.
    pub fn new(
        archive: Option<Archive>,
        spawner: Spawner,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> ArchiveClient {
        let runner = Runner::new("archive", spawner, wake);
        let (jobs, games, events) = (Vec::new(), Vec::new(), Vec::new());
        let recent = HashSet::new();
        ArchiveClient { archive, runner, jobs, progress: None, games, recent, events }
    }

    /// True while a request is under way.
    pub fn is_busy(&self) -> bool {
        !self.jobs.is_empty()
    }

    /// Lists the games. Old deleted games are removed on this occasion.
    pub fn list(&mut self) {
        self.submit(|archive, job| {
            archive.remove_old_deleted(SystemTime::now());
            let progress = |listed: &[ArchivedGame], total: usize| {
                job.progress(listed.len() as u64, total as u64);
                if job.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            match archive.list(review_facts, progress).transpose() {
                Some(list) => ArchiveEvent::Listed(list),
                None => ArchiveEvent::ListInterrupted,
            }
        });
    }

    pub fn open(&mut self, id: ArchiveId, purpose: ArchivePurpose) {
        self.submit(move |archive, _| {
            let game = archive.open_stamped(&id).map(Box::new);
            ArchiveEvent::Opened { id, purpose, game }
        });
    }

    pub fn delete(&mut self, id: ArchiveId) {
        self.submit(move |archive, _| {
            let result = archive.delete(&id);
            ArchiveEvent::Deleted { id, result }
        });
    }

    /// Takes a deleted game back.
    pub fn restore(&mut self, id: ArchiveId) {
        self.submit(move |archive, _| ArchiveEvent::Restored(archive.restore(&id)));
    }

    /// Writes games to a PGN file in this order.
    pub fn export(&mut self, ids: Vec<ArchiveId>, path: &Path) {
        let path = path.to_owned();
        self.submit(move |archive, job| {
            let total = ids.len() as u64;
            let report = archive.export(&ids, &path, |done| job.progress(done as u64, total));
            ArchiveEvent::Exported { path, report }
        });
    }

    fn submit(
        &mut self,
        work: impl FnOnce(&Archive, &JobContext<ArchiveEvent>) -> ArchiveEvent + Send + 'static,
    ) {
        let Some(archive) = self.archive.clone() else { return };
        self.jobs.push(self.runner.submit(move |job| {
            let event = work(&archive, job);
            job.emit(event);
        }));
    }

    /// Takes in what has arrived of the requests; never waits.
    pub fn poll(&mut self) {
        let mut ends = Vec::new();
        let progress = &mut self.progress;
        self.jobs.retain_mut(|job| {
            for event in job.events() {
                match event {
                    JobEvent::Progress(now) => *progress = Some(now),
                    JobEvent::Output(end) => ends.push(end),
                    JobEvent::Failed(problem) => {
                        ends.push(ArchiveEvent::Failed(problem.to_string()));
                    }
                    JobEvent::Finished => {}
                }
            }
            !job.is_over()
        });
        if self.jobs.is_empty() {
            self.progress = None;
        }
        for end in &mut ends {
            match end {
                ArchiveEvent::Listed(Ok(list)) => {
                    self.games = list.games.drain(..).map(Arc::new).collect();
                }
                ArchiveEvent::Deleted { id, result: Ok(()) } => {
                    self.games.retain(|game| game.id != *id);
                }
                _ => {}
            }
        }
        self.events.append(&mut ends);
    }
}

/// One sentence about all files that cannot be read.
pub(in crate::app) fn damaged_text(damaged: &[StoreError]) -> Option<String> {
    let (first, others) = damaged.split_first()?;
    Some(match others.len() {
        0 => format!("One game cannot be read: {first}."),
        count => format!("{} games cannot be read; first: {first}.", count + 1),
    })
}

/// The games of a board in the archive that have moves, the newest first; `None` if the job was
/// stopped.
///
/// # Errors
///
/// That of a folder that cannot be listed.
pub(in crate::app) fn own_games<T>(
    archive: &Archive,
    variant: &'static Variant,
    job: &JobContext<T>,
) -> Result<Option<Vec<ArchivedGame>>, StoreError> {
    let stop = |_: &[ArchivedGame], _| {
        if job.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let Some(list) = archive.list(review_facts, stop)? else { return Ok(None) };
    let of_board = |game: &ArchivedGame| game.variant == variant && game.plies > 0;
    let mut games: Vec<ArchivedGame> = list.games.into_iter().filter(of_board).collect();
    games.sort_by(|one, other| other.id.cmp(&one.id));
    Ok(Some(games))
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_game::Game;

    type Listed = Result<Option<Vec<ArchivedGame>>, StoreError>;

    fn listed(archive: &Archive, variant: &str) -> Listed {
        let (archive, variant) = (archive.clone(), Variant::by_id(variant).unwrap());
        let mut runner = Runner::new("test", Spawner::default(), || {});
        let list = move |job: &JobContext<Listed>| job.emit(own_games(&archive, variant, job));
        match runner.submit(list).wait_event() {
            JobEvent::Output(listed) => listed,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_newest_game_of_the_board_is_first() {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::new(folder.path());
        let ids = ["20261201-180000-000", "20261203-180000-000", "20261202-180000-000"];
        let ids = ids.map(|time| ArchiveId::from_time(time).unwrap());
        let variant = Variant::by_id("gardner").unwrap();
        for id in &ids {
            let mut game = Game::new(variant);
            game.play(game.start().parse_move("a2a3").unwrap()).unwrap();
            archive.keep(id, &game).unwrap();
        }
        let games = listed(&archive, "gardner").unwrap().unwrap();
        let names: Vec<String> = games.iter().map(|game| game.id.to_string()).collect();
        assert_eq!(names, [1, 2, 0].map(|place| ids[place].to_string()));
        assert_eq!(listed(&archive, "minichess").unwrap().unwrap().len(), 0);
    }

    #[test]
    fn an_unreadable_folder_is_an_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = listed(&Archive::new(file.path()), "gardner").unwrap_err().to_string();
        assert!(error.contains(&file.path().display().to_string()), "{error}");
        let missing = file.path().with_extension("none");
        assert_eq!(listed(&Archive::new(&missing), "gardner").unwrap().unwrap().len(), 0);
    }
}
