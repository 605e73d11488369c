//! The window's side of files of games: each is read or written on a thread of its own, so that the
//! window never waits for a disk.
//!
//! One file is read at a time, and the newest request replaces the one before. Saves run one after
//! the other; of those that wait only the newest is kept.

mod export;
mod read;
mod save;
#[cfg(test)]
mod tests;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::Wake;
use minnow_jobs::{JobContext, JobError, JobEvent, JobHandle, Spawner};
use minnow_rules::Variant;

pub use export::{ExportEnd, ExportOrder, ExportOutcome, MakeContent};
pub use read::{ReadContent, ReadRequest};
pub use save::{ObstacleKind, Overwrite, SaveObstacle, SaveOrder, SaveResult};

/// A file that takes longer than this gets a progress sign.
const SIGN_AFTER_MS: u64 = 500;

/// The kind of access to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileWork {
    Reading,
    Saving,
    /// Writing a picture or an animation.
    Exporting,
}

/// A file that takes long, for the progress sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowFile {
    pub work: FileWork,
    pub path: PathBuf,
}

/// The end of a read.
#[derive(Debug)]
pub struct ReadOutcome {
    pub request: ReadRequest,
    pub content: Result<ReadContent, FileError>,
}

/// The end of a save.
#[derive(Debug)]
pub struct SaveOutcome {
    /// The file that was written, or would have been.
    pub path: PathBuf,
    /// The game's number among those of this session.
    pub game_number: u64,
    /// The version of the game that was written.
    pub revision: u64,
    pub result: Result<SaveResult, FileError>,
}

/// Why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error(transparent)]
    Store(#[from] minnow_game::store::StoreError),
    #[error(transparent)]
    Access(#[from] minnow_base::files::FileAccessError),
    #[error("\"{}\" could not be handled: {error}", path.display())]
    Job { path: PathBuf, error: JobError },
    #[error("\"{}\" was not written: {problem}", path.display())]
    Export { path: PathBuf, problem: String },
}

/// A job with the time of its start.
#[derive(Debug)]
struct FileTask<T, R> {
    job: JobHandle<T>,
    request: R,
    started_ms: u64,
}

/// The part of an order that its outcome needs.
#[derive(Clone, Debug)]
struct SaveKey {
    path: PathBuf,
    game_number: u64,
    revision: u64,
}

type ReadTask = FileTask<Result<ReadContent, FileError>, ReadRequest>;
type ExportTask = FileTask<export::ExportReport, PathBuf>;
type SaveTask = FileTask<save::SaveReport, SaveKey>;

/// Starts the reads and saves, and holds those under way.
pub struct FileClient {
    spawner: Spawner,
    wake: Arc<dyn Fn() + Send + Sync>,
    reading: Option<ReadTask>,
    saving: Option<SaveTask>,
    /// The save that follows the one under way.
    next_save: Option<SaveOrder>,
    /// Cancelled saves that have not ended.
    cancelled: Vec<SaveTask>,
    exporting: Option<ExportTask>,
    /// A save that has ended and whose question has to wait.
    waiting: Option<SaveOutcome>,
    /// The file that takes long.
    slow: Option<SlowFile>,
}

impl Default for FileClient {
    fn default() -> FileClient {
        FileClient::new(Spawner::default(), || {})
    }
}

impl FileClient {
    /// `wake` is called from a file's thread when there is an outcome to take.
    pub fn new(spawner: Spawner, wake: impl Fn() + Send + Sync + 'static) -> FileClient {
        FileClient {
            spawner,
            wake: Arc::new(wake),
            reading: None,
            saving: None,
            next_save: None,
            cancelled: Vec::new(),
            exporting: None,
            waiting: None,
            slow: None,
        }
    }

    /// Reads a file in place of the one that is read. `variant` applies to PGN games without a
    /// `Variant` tag.
    pub fn read(&mut self, request: ReadRequest, variant: &'static Variant, now_ms: u64) {
        let (path, wake) = (request.path.clone(), self.wake.clone());
        let job = self.spawner.start(
            "file",
            move || wake(),
            move |job| {
                job.emit(read::read(&path, variant).map_err(FileError::from));
            },
        );
        self.reading = Some(FileTask { job, request, started_ms: now_ms });
    }

    /// Starts another job with files, on a thread of its own.
    pub fn start<T: Send + 'static>(
        &self,
        body: impl FnOnce(&JobContext<T>) + Send + 'static,
    ) -> JobHandle<T> {
        let wake = self.wake.clone();
        self.spawner.start("file", move || wake(), body)
    }

    /// Saves a game, after the save under way.
    pub fn save(&mut self, order: SaveOrder, now_ms: u64) {
        if self.saving.is_some() {
            self.next_save = Some(order);
        } else {
            self.start_save(order, now_ms);
        }
    }

    fn start_save(&mut self, order: SaveOrder, now_ms: u64) {
        let request = SaveKey {
            path: order.path.clone(),
            game_number: order.game_number,
            revision: order.revision,
        };
        let wake = self.wake.clone();
        let job = self.spawner.start(
            "file",
            move || wake(),
            move |job| {
                job.emit(save::save(order, &|| job.is_stopped()));
            },
        );
        self.saving = Some(FileTask { job, request, started_ms: now_ms });
    }

    /// The file that has been taking long since the last call of `tick`.
    pub fn slow(&self) -> Option<&SlowFile> {
        self.slow.as_ref()
    }

    /// True while a game is being saved or its save waits.
    pub fn is_saving(&self) -> bool {
        self.saving.is_some() || self.next_save.is_some() || self.waiting.is_some()
    }

    /// True while a file is being read or written.
    pub fn is_busy(&self) -> bool {
        self.reading.is_some() || self.is_saving() || self.exporting.is_some()
    }

    /// Makes and writes a picture or an animation; returns `false` if another is under way.
    pub fn export(&mut self, order: ExportOrder, now_ms: u64) -> bool {
        if self.exporting.is_some() {
            return false;
        }
        let (request, wake) = (order.path.clone(), self.wake.clone());
        let job = self.spawner.start(
            "file",
            move || wake(),
            move |job| job.emit(export::export(order, &|| job.is_stopped())),
        );
        self.exporting = Some(FileTask { job, request, started_ms: now_ms });
        true
    }

    /// Ends the export under way; its outcome is reported.
    pub fn cancel_export(&self) {
        if let Some(task) = &self.exporting {
            task.job.stop();
        }
    }

    /// The export that has ended, if one has.
    pub fn take_export(&mut self) -> Option<ExportOutcome> {
        let event = self.exporting.as_mut()?.job.try_event()?;
        let path = self.exporting.take()?.request;
        let result = match event {
            JobEvent::Output(report) => report,
            JobEvent::Failed(error) => Err(FileError::Job { path: path.clone(), error }),
            // The output comes before the end.
            JobEvent::Progress(_) | JobEvent::Finished => return None,
        };
        Some(ExportOutcome { path, result })
    }

    /// Drops the file that is read.
    pub fn cancel_read(&mut self) {
        self.reading = None;
    }

    /// Ends the save under way and the one behind it. A save that has begun to replace its file is
    /// completed all the same, and its outcome is reported.
    pub fn cancel_save(&mut self) {
        self.next_save = None;
        if let Some(task) = self.saving.take() {
            task.job.stop();
            self.cancelled.push(task);
        }
    }

    /// The read that has ended, if one has.
    pub fn take_read(&mut self) -> Option<ReadOutcome> {
        let event = self.reading.as_mut()?.job.try_event()?;
        let request = self.reading.take()?.request;
        let content = match event {
            JobEvent::Output(content) => content,
            JobEvent::Failed(error) => Err(FileError::Job { path: request.path.clone(), error }),
            // The output comes before the end.
            JobEvent::Progress(_) | JobEvent::Finished => return None,
        };
        Some(ReadOutcome { request, content })
    }

    /// A save that has ended, if one has. Without `may_ask`, one that leads to a question waits.
    pub fn take_save(&mut self, may_ask: bool, now_ms: u64) -> Option<SaveOutcome> {
        if self.waiting.is_none() {
            self.waiting = self.end_of_cancelled().or_else(|| self.end_of_save(now_ms));
        }
        let asks =
            |outcome: &mut SaveOutcome| matches!(outcome.result, Ok(SaveResult::Obstacle(_)));
        self.waiting.take_if(|outcome| may_ask || !asks(outcome))
    }

    fn end_of_save(&mut self, now_ms: u64) -> Option<SaveOutcome> {
        let event = self.saving.as_mut()?.job.try_event()?;
        let task = self.saving.take()?;
        if let Some(next) = self.next_save.take() {
            self.start_save(next, now_ms);
        }
        outcome(task.request, event)
    }

    fn end_of_cancelled(&mut self) -> Option<SaveOutcome> {
        for index in 0..self.cancelled.len() {
            if let Some(event) = self.cancelled[index].job.try_event() {
                return outcome(self.cancelled.swap_remove(index).request, event);
            }
        }
        None
    }

    /// Decides which file takes long. Returns when to call it again if nothing else happens.
    pub fn tick(&mut self, now_ms: u64) -> Wake {
        let saving = self.saving.as_ref();
        let saving =
            saving.map(|task| FileSign::new(FileWork::Saving, &task.request.path, task.started_ms));
        let reading = self.reading.as_ref();
        let reading = reading
            .map(|task| FileSign::new(FileWork::Reading, &task.request.path, task.started_ms));
        let exporting = self.exporting.as_ref();
        let exporting = exporting
            .map(|task| FileSign::new(FileWork::Exporting, &task.request, task.started_ms));
        let signs = saving.into_iter().chain(reading).chain(exporting);
        let (due, later): (Vec<FileSign>, Vec<FileSign>) =
            signs.partition(|sign| sign.due_ms <= now_ms);
        self.slow = due.into_iter().next().map(|sign| sign.file);
        later.iter().map(|sign| sign.due_ms).min()
    }
}

/// The progress sign of a file under way.
struct FileSign {
    file: SlowFile,
    due_ms: u64,
}

impl FileSign {
    fn new(work: FileWork, path: &Path, started_ms: u64) -> FileSign {
        let file = SlowFile { work, path: path.to_owned() };
        FileSign { file, due_ms: started_ms + SIGN_AFTER_MS }
    }
}

/// The outcome in a save's first event.
fn outcome(key: SaveKey, event: JobEvent<save::SaveReport>) -> Option<SaveOutcome> {
    let SaveKey { path, game_number, revision } = key;
    let (path, result) = match event {
        JobEvent::Output(report) => (report.path, report.result.map_err(FileError::from)),
        JobEvent::Failed(error) => (path.clone(), Err(FileError::Job { path, error })),
        // The output comes before the end.
        JobEvent::Progress(_) | JobEvent::Finished => return None,
    };
    Some(SaveOutcome { path, game_number, revision, result })
}
