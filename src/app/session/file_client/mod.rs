//! The window's side of files of games: each is read or written on a thread of its own, so that the
//! window never waits for a disk.
//!
//! One file is read at a time, and the newest request replaces the one before. Saves run one after
//! the other; of those of a game that wait only the newest is kept.

mod disk;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use super::{Background, GameVersion, Wake};
use minnow_jobs::{JobContext, JobError, JobEvent, JobHandle, Spawner};
use minnow_rules::Variant;

pub use disk::{
    ExportEnd, ExportOrder, MakeContent, ObstacleKind, Overwrite, ReadContent, ReadRequest,
    SaveObstacle, SaveOrder, SaveResult,
};

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

/// The end of a read or write.
#[derive(Debug)]
pub struct FileOutcome<T, R> {
    pub request: R,
    /// The file that was read or written, or would have been.
    pub path: PathBuf,
    pub result: Result<T, FileError>,
}

pub type ReadOutcome = FileOutcome<ReadContent, ReadRequest>;
/// It names the version of the game that was written.
pub type SaveOutcome = FileOutcome<SaveResult, GameVersion>;

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

/// A job with its file and the time of its start.
#[derive(Debug)]
struct FileTask<T, R> {
    job: JobHandle<Result<T, FileError>>,
    request: R,
    file: SlowFile,
    started_ms: u64,
}

impl<T, R> FileTask<T, R> {
    /// The file, and when it gets a progress sign.
    fn sign(&self) -> (u64, &SlowFile) {
        (self.started_ms + SIGN_AFTER_MS, &self.file)
    }

    /// Takes a task that has ended, if it has.
    fn take_end(task: &mut Option<FileTask<T, R>>) -> Option<FileOutcome<T, R>> {
        let event = task.as_mut()?.job.try_event()?;
        let FileTask { request, file, .. } = task.take()?;
        let path = file.path;
        let result = match event {
            JobEvent::Output(result) => result,
            JobEvent::Failed(error) => Err(FileError::Job { path: path.clone(), error }),
            // The output comes before the end.
            JobEvent::Progress(_) | JobEvent::Finished => return None,
        };
        Some(FileOutcome { request, path, result })
    }
}

type ReadTask = FileTask<ReadContent, ReadRequest>;
type SaveTask = FileTask<disk::SaveReport, GameVersion>;
type ExportTask = FileTask<ExportEnd, ()>;

/// Starts the reads and saves, and holds those under way.
#[derive(Default)]
pub struct FileClient {
    background: Background,
    reading: Option<ReadTask>,
    saving: Option<SaveTask>,
    /// The saves that follow the one under way, at most one for each game.
    next_saves: Vec<SaveOrder>,
    /// Cancelled saves that have not ended.
    cancelled: Vec<Option<SaveTask>>,
    exporting: Option<ExportTask>,
    /// A save that has ended and whose question has to wait.
    waiting: Option<SaveOutcome>,
    /// The file that has been taking long since the last call of `tick`.
    pub slow: Option<SlowFile>,
}

impl FileClient {
    /// `wake` is called from a file's thread when there is an outcome to take.
    pub fn new(spawner: Spawner, wake: impl Fn() + Send + Sync + 'static) -> FileClient {
        FileClient { background: Background::new(spawner, wake), ..FileClient::default() }
    }

    /// Starts another job with files, on a thread of its own.
    pub fn start<T: Send + 'static>(
        &self,
        body: impl FnOnce(&JobContext<T>) + Send + 'static,
    ) -> JobHandle<T> {
        self.background.start("file", body)
    }

    /// Reads a file in place of the one that is read. `variant` applies to PGN games without a
    /// `Variant` tag.
    pub fn read(&mut self, request: ReadRequest, variant: &'static Variant, started_ms: u64) {
        let path = request.path.clone();
        let file = SlowFile { work: FileWork::Reading, path: path.clone() };
        let job =
            self.start(move |job| job.emit(disk::read(&path, variant).map_err(FileError::from)));
        self.reading = Some(FileTask { job, request, file, started_ms });
    }

    /// Saves a game, after the save under way.
    pub fn save(&mut self, order: SaveOrder, now_ms: u64) {
        if self.saving.is_some() {
            let game = order.version.game_number;
            self.next_saves.retain(|waiting| waiting.version.game_number != game);
            self.next_saves.push(order);
        } else {
            self.start_save(order, now_ms);
        }
    }

    fn start_save(&mut self, order: SaveOrder, started_ms: u64) {
        let request = order.version;
        let file = SlowFile { work: FileWork::Saving, path: order.path.clone() };
        let job = self.start(move |job| job.emit(Ok(disk::save(order, &|| job.is_stopped()))));
        self.saving = Some(FileTask { job, request, file, started_ms });
    }

    /// True while a game is being saved or its save waits.
    pub fn is_saving(&self) -> bool {
        self.saving.is_some() || !self.next_saves.is_empty() || self.waiting.is_some()
    }

    /// True while a file is being read or written.
    pub fn is_busy(&self) -> bool {
        self.reading.is_some() || self.is_saving() || self.exporting.is_some()
    }

    /// Makes and writes a picture or an animation; returns `false` if another is under way.
    pub fn export(&mut self, order: ExportOrder, started_ms: u64) -> bool {
        if self.exporting.is_some() {
            return false;
        }
        let file = SlowFile { work: FileWork::Exporting, path: order.path.clone() };
        let job = self.start(move |job| job.emit(disk::export(order, &|| job.is_stopped())));
        self.exporting = Some(FileTask { job, request: (), file, started_ms });
        true
    }

    /// The export that has ended, if one has.
    pub fn take_export(&mut self) -> Option<FileOutcome<ExportEnd, ()>> {
        FileTask::take_end(&mut self.exporting)
    }

    /// Cancels the read, the save or the export under way; the outcomes of the last two are reported.
    pub fn cancel(&mut self, work: FileWork, now_ms: u64) {
        match work {
            FileWork::Reading => self.cancel_read(),
            FileWork::Saving => self.cancel_save(now_ms),
            FileWork::Exporting => self.exporting.iter().for_each(|task| task.job.stop()),
        }
    }

    /// Drops the file that is read.
    pub fn cancel_read(&mut self) {
        self.reading = None;
    }

    /// Ends the save under way and drops the one of the same game behind it; those of other games go
    /// on. A save that has begun to replace its file is completed all the same, and its outcome is
    /// reported.
    fn cancel_save(&mut self, now_ms: u64) {
        if let Some(task) = self.saving.take() {
            let game = task.request.game_number;
            self.next_saves.retain(|waiting| waiting.version.game_number != game);
            task.job.stop();
            self.cancelled.push(Some(task));
        }
        self.start_next_save(now_ms);
    }

    /// Starts the save that has waited longest, if none is under way.
    fn start_next_save(&mut self, now_ms: u64) {
        if self.saving.is_none() && !self.next_saves.is_empty() {
            let next = self.next_saves.remove(0);
            self.start_save(next, now_ms);
        }
    }

    /// The read that has ended, if one has.
    pub fn take_read(&mut self) -> Option<ReadOutcome> {
        FileTask::take_end(&mut self.reading)
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
        let end = FileTask::take_end(&mut self.saving);
        self.start_next_save(now_ms);
        end.map(SaveOutcome::of)
    }

    fn end_of_cancelled(&mut self) -> Option<SaveOutcome> {
        let end = self.cancelled.iter_mut().find_map(FileTask::take_end);
        self.cancelled.retain(Option::is_some);
        end.map(SaveOutcome::of)
    }

    /// Decides which file takes long. Returns when to call it again if nothing else happens.
    pub fn tick(&mut self, now_ms: u64) -> Wake {
        let (saving, reading) = (self.saving.as_ref(), self.reading.as_ref());
        let exporting = self.exporting.as_ref().map(FileTask::sign);
        let signs = [saving.map(FileTask::sign), reading.map(FileTask::sign), exporting];
        let is_due = |(due_ms, _): &(u64, &SlowFile)| *due_ms <= now_ms;
        let (due, later): (Vec<_>, Vec<_>) = signs.into_iter().flatten().partition(is_due);
        self.slow = due.first().map(|(_, file)| (*file).clone());
        later.iter().map(|(due_ms, _)| *due_ms).min()
    }
}

impl SaveOutcome {
    fn of(end: FileOutcome<disk::SaveReport, GameVersion>) -> SaveOutcome {
        let FileOutcome { request, path, result } = end;
        let (path, result) = match result {
            Ok(report) => (report.path, report.result.map_err(FileError::from)),
            Err(error) => (path, Err(error)),
        };
        FileOutcome { request, path, result }
    }
}
