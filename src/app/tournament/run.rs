//! The run of a tournament: a job on a thread of its own, which starts the programs, plays what its
//! folder does not have yet, and writes the results. Nothing of it outlives the page's handle.

use std::{path::PathBuf, sync::Arc};

use super::live::{TournamentFeed, TournamentNews};
use crate::app::{
    session::{Background, Wake, task::Task},
    ui::text::sentence,
};
use minnow_arena::tournament::{
    GameRecord, OpenedTournament, Tournament, TournamentEvent, TournamentFolder, TournamentPlan,
    report::report_files,
};
use minnow_base::sync::StopFlag;
use minnow_jobs::{JobContext, lower_thread_priority};
use minnow_runner::Runner;

/// The pause between two looks at the news while the page is shown, and while it is not, in
/// milliseconds. Each look costs two frames of the window.
const SHOWN_PAUSE_MS: u64 = 100;
const HIDDEN_PAUSE_MS: u64 = 1_000;

/// The tournament to play, and the folder of its games.
#[derive(Clone, Debug)]
pub(super) struct RunOrder {
    pub plan: TournamentPlan,
    pub folder: PathBuf,
}

/// A report of the job besides the news.
#[derive(Debug)]
pub(super) enum RunReport {
    /// The folder is open, with these games.
    Opened(Vec<GameRecord>),
    /// The results are written.
    Written,
    /// A sentence that the user should know.
    Note(String),
    /// The job could not go on; a sentence.
    Problem(String),
}

/// A tournament that is being played.
#[derive(Debug)]
pub(super) struct TournamentRun {
    job: Task<RunReport>,
    feed: Arc<TournamentFeed>,
    /// While it is paused, no game begins.
    hold: Arc<StopFlag>,
    pub is_paused: bool,
    looked_ms: Option<u64>,
}

/// The news of a run.
#[derive(Debug, Default)]
pub(super) struct RunLook {
    pub reports: Vec<RunReport>,
    pub news: Option<TournamentNews>,
    pub is_over: bool,
    pub wake: Wake,
}

impl TournamentRun {
    pub(super) fn start(order: RunOrder, background: &Background) -> TournamentRun {
        let feed = Arc::new(TournamentFeed::new(&order.plan));
        let hold = Arc::new(StopFlag::new());
        let (job_feed, job_hold, wake) = (feed.clone(), hold.clone(), background.wake());
        let mut job = Task::default();
        job.begin(background.start("tournament", move |job: &JobContext<RunReport>| {
            lower_thread_priority();
            let note = |event| {
                if job_feed.note(event) {
                    wake();
                }
            };
            if let Err(problem) = play(&order, job_hold, job, &note) {
                job.emit(RunReport::Problem(problem));
            }
        }));
        TournamentRun { job, feed, hold, is_paused: false, looked_ms: None }
    }

    /// Lets no more games begin, or lets them begin again. Games under way go on.
    pub(super) fn set_paused(&mut self, is_paused: bool) {
        self.is_paused = is_paused;
        if is_paused {
            self.hold.pause();
        } else {
            self.hold.resume();
        }
    }

    /// Ends the games under way, and with them their programs. Finished games are kept.
    pub(super) fn stop(&self) {
        self.job.stop();
        self.hold.stop();
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.hold.is_stopped()
    }

    pub(super) fn is_up_to_date(&self) -> bool {
        !self.feed.is_new()
    }

    /// Takes in what is new, at most a few times a second.
    pub(super) fn look(&mut self, now_ms: u64, is_shown: bool) -> RunLook {
        let reports = self.job.poll();
        let is_over = !self.job.is_running();
        let mut look = RunLook { reports, is_over, ..RunLook::default() };
        if is_over {
            let problem = self.job.problem().map(str::to_owned);
            look.reports.extend(problem.map(RunReport::Problem));
        }
        let pause_ms = if is_shown { SHOWN_PAUSE_MS } else { HIDDEN_PAUSE_MS };
        let due_ms = self.looked_ms.map_or(0, |looked_ms| looked_ms + pause_ms);
        if is_over || now_ms >= due_ms {
            look.news = self.feed.take();
            self.looked_ms = Some(now_ms);
        } else if self.feed.is_new() {
            look.wake = Some(due_ms);
        }
        look
    }
}

impl Drop for TournamentRun {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Plays and writes the results. The error is a sentence.
fn play(
    order: &RunOrder,
    hold: Arc<StopFlag>,
    job: &JobContext<RunReport>,
    note: &(dyn Fn(TournamentEvent) + Sync),
) -> Result<(), String> {
    let tell = |text: &str| job.emit(RunReport::Note(sentence(&text)));
    let runner = Runner::new();
    let has_programs = order.plan.players.iter().any(|player| player.program().is_some());
    if let Some(gaps) = runner.gaps().filter(|_| has_programs) {
        tell(&gaps);
    }
    // A mistyped command is refused before the folder is made: mended, it is another tournament.
    let kept = TournamentFolder::records_of(&order.folder, &order.plan);
    let kept = kept.map_err(|error| sentence(&error))?.unwrap_or_default();
    Tournament::new(order.plan.clone(), kept)
        .map_err(|error| sentence(&error))?
        .try_programs(&runner, job.stop_flag())
        .map_err(|error| sentence(&error))?;
    let opened = TournamentFolder::open(&order.folder, &order.plan);
    let OpenedTournament { mut folder, records, dropped } =
        opened.map_err(|error| sentence(&error))?;
    job.emit(RunReport::Opened(records.clone()));
    if let Some(dropped) = &dropped {
        tell(dropped);
    }
    let tournament = Tournament::new(order.plan.clone(), records);
    let mut tournament = tournament.map_err(|error| sentence(&error))?.with_hold(hold);
    let played =
        tournament.play_into(&mut folder, &runner, job.stop_flag(), &mut |event| note(event));
    let files = report_files(&order.plan, tournament.records(), &tournament.standings());
    let written =
        files.iter().try_for_each(|file| folder.write(file.name, file.content.as_bytes()));
    if written.is_ok() {
        job.emit(RunReport::Written);
    }
    played.map_err(|error| sentence(&error))?;
    written.map_err(|error| sentence(&error))
}
