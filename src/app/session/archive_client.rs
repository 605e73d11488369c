//! The window's side of the archive: lists, opens, deletes and exports games on a thread of its own.
//!
//! The requests run in their order. Games enter the archive by autosave, which tries again if a disk
//! fails.

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};
use web_time::SystemTime;

use minnow_game::{
    Game,
    archive::{Accuracies, Archive, ArchiveId, ArchiveList, ExportReport},
    store::{StampedGame, StoreError},
};
use minnow_jobs::{JobContext, JobEvent, JobHandle, JobProgress, Runner, Spawner};
use minnow_study::analysis::summary;

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
    Listed(Result<ArchiveList, StoreError>),
    /// Another request came before the list was complete.
    ListInterrupted,
    Opened {
        id: ArchiveId,
        purpose: ArchivePurpose,
        game: Result<Box<StampedGame>, StoreError>,
    },
    /// Games were deleted or taken back: those that were moved, and the first error.
    Moved {
        ids: Vec<ArchiveId>,
        deleted: bool,
        error: Option<StoreError>,
    },
    Exported {
        path: PathBuf,
        report: Result<ExportReport, StoreError>,
    },
    /// The request could not be carried out.
    Failed(String),
}

/// Starts the requests and holds those under way.
pub struct ArchiveClient {
    /// `None` if there is no folder.
    archive: Option<Archive>,
    runner: Runner,
    jobs: Vec<JobHandle<ArchiveEvent>>,
    progress: Option<JobProgress>,
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
        ArchiveClient { archive, runner, jobs: Vec::new(), progress: None }
    }

    /// True while a request is under way.
    pub fn is_busy(&self) -> bool {
        !self.jobs.is_empty()
    }

    /// The progress of a list whose games have to be read.
    pub fn progress(&self) -> Option<JobProgress> {
        self.progress
    }

    /// The folder of the games; `None` if there is none.
    pub fn archive(&self) -> Option<&Archive> {
        self.archive.as_ref()
    }

    /// True if there is a folder for games.
    pub fn has_folder(&self) -> bool {
        self.archive.is_some()
    }

    /// Lists the games. Old deleted games are removed on this occasion.
    pub fn list(&mut self) {
        self.submit(|archive, job| {
            archive.remove_old_deleted(SystemTime::now());
            let progress = |done: usize, total: usize| {
                job.progress(done as u64, total as u64);
                if job.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            match archive.list(accuracies, progress).transpose() {
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
        self.move_all(vec![id], true, Archive::delete);
    }

    /// Takes deleted games back.
    pub fn restore(&mut self, ids: Vec<ArchiveId>) {
        self.move_all(ids, false, Archive::restore);
    }

    fn move_all(
        &mut self,
        ids: Vec<ArchiveId>,
        deleted: bool,
        move_one: fn(&Archive, &ArchiveId) -> Result<(), StoreError>,
    ) {
        self.submit(move |archive, _| {
            let mut error = None;
            let mut is_moved = |id: &ArchiveId| match move_one(archive, id) {
                Ok(()) => true,
                Err(problem) => {
                    error.get_or_insert(problem);
                    false
                }
            };
            let ids = ids.into_iter().filter(|id| is_moved(id)).collect();
            ArchiveEvent::Moved { ids, deleted, error }
        });
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

    /// The ends of requests since the last call; never waits.
    pub fn events(&mut self) -> Vec<ArchiveEvent> {
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
        ends
    }
}

/// The accuracies of a reviewed game, in whole percent.
pub(in crate::app) fn accuracies(game: &Game) -> Accuracies {
    summary(game).map_or([None; 2], |summary| {
        summary.sides.map(|side| side.accuracy.map(|accuracy| accuracy.round() as u8))
    })
}
