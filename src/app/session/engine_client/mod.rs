//! The window's client of the engine: the runners of play, questions, analysis and the lab.
//!
//! Each runner has a thread of its own, and they form a group: one works at a time, and the others
//! pause. The game comes first, then a question about a move, then live analysis, then the lab, then
//! the review. What is paused goes on by itself, so none of them loses its work to another. In play a
//! new search replaces the one before; jobs of the lab wait for each other.
//!
//! Play and live analysis share a searcher and its table. A paused search keeps it, so a search of
//! play ends live analysis, which then starts again in its next tick.
//!
//! Other people's programs run outside the group: they cannot pause. A program's move takes the place
//! of a search of play.

mod programs;

use std::sync::Arc;

use super::{Background, Place, tables::SharedTables};
use minnow_engine::{
    SearchInfo, SearchJob, SearchResult, SearchUpdate, Searcher, SharedSearcher, TableSize,
};
use minnow_external::TurnLimits;
use minnow_game::Game;
use minnow_jobs::{JobContext, JobError, JobEvent, JobHandle, Runner, RunnerGroup, Spawner};
use minnow_study::analysis::{ReviewJob, ReviewLimits, ReviewUpdate};

pub use programs::{ProblemKind, ProgramClient, ProgramOrder, ProgramProblem};

// The ranks of the runners.
const PLAY_RANK: u8 = 3;
const QUESTION_RANK: u8 = 2;
const ANALYSIS_RANK: u8 = 1;
const LAB_RANK: u8 = 0;

/// The default size of the window engine's table in MB.
const HASH_MB: usize = 64;

/// The size of the coach's table in MB.
const COACH_HASH_MB: usize = 8;

/// The size of the review's table in MB.
const REVIEW_HASH_MB: usize = 32;

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The computer's own move.
    Reply,
    Hint,
    /// To decide about a draw offer.
    DrawOffer,
    /// Analysis of the position on the board.
    Live,
    /// To judge an answer to a problem.
    Learn,
    /// To judge every move of the position before the user makes one.
    Coach,
}

/// An update of the search under way, or the reason why a program gave no move.
#[derive(Clone, Debug)]
enum PlayUpdate {
    Search(SearchUpdate),
    Problem(ProgramProblem),
}

/// Why a search has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchProblem {
    Engine(JobError),
    Program(ProgramProblem),
}

/// A search under way.
#[derive(Debug)]
pub struct RunningSearch {
    job: JobHandle<PlayUpdate>,
    pub purpose: Purpose,
    /// The position that is searched.
    pub place: Place,
    pub started_ms: u64,
    /// True if the user wants the answer at once.
    pub hurried: bool,
    /// The first reported iteration, and the last.
    pub first: Option<SearchInfo>,
    pub info: Option<SearchInfo>,
    /// The number of changes of the best move from report to report.
    pub best_changes: u32,
    /// The iterations of an analysis or of the coach, of all lines, that are not collected yet.
    pub iterations: Vec<SearchInfo>,
    /// Ends with the search, and tells a program's job by its end that nobody waits for it.
    _waits: Arc<()>,
}

/// The end of the search under way.
#[derive(Debug)]
pub struct SearchOutcome {
    pub search: RunningSearch,
    pub result: Result<SearchResult, SearchProblem>,
}

impl RunningSearch {
    fn new(
        job: JobHandle<PlayUpdate>,
        purpose: Purpose,
        place: Place,
        started_ms: u64,
    ) -> RunningSearch {
        RunningSearch {
            job,
            purpose,
            place,
            started_ms,
            hurried: false,
            first: None,
            info: None,
            best_changes: 0,
            iterations: Vec::new(),
            _waits: Arc::default(),
        }
    }

    /// Notes a finished iteration.
    fn note(&mut self, info: SearchInfo) {
        let changed = self.info.as_ref().is_some_and(|last| last.pv.first() != info.pv.first());
        self.best_changes += u32::from(changed);
        self.first.get_or_insert_with(|| info.clone());
        self.info = Some(info);
    }
}

/// A runner of searches, and its search under way.
pub struct SearchRunner {
    runner: Runner,
    /// The search under way, which may be paused.
    pub running: Option<RunningSearch>,
}

impl SearchRunner {
    /// The iterations of the analysis, or of the coach's search, under way since the last call.
    pub fn take_iterations(&mut self) -> Vec<SearchInfo> {
        self.running.as_mut().map_or(Vec::new(), |search| std::mem::take(&mut search.iterations))
    }

    /// Makes the search under way answer at once with the best it has.
    pub fn hurry(&mut self) {
        if let Some(search) = &mut self.running {
            search.hurried = true;
            search.job.stop();
        }
    }

    /// Ends the search under way and drops its answer.
    pub fn cancel(&mut self) {
        self.running = None;
    }

    /// Reads the events of the search under way. Returns its end, if it has ended.
    fn collect(&mut self) -> Option<SearchOutcome> {
        let mut search = self.running.take()?;
        while let Some(event) = search.job.try_event() {
            match event {
                JobEvent::Output(PlayUpdate::Search(SearchUpdate::Iteration(info))) => {
                    match search.purpose {
                        Purpose::Live | Purpose::Coach => search.iterations.push(info),
                        _ => search.note(info),
                    }
                }
                JobEvent::Output(PlayUpdate::Search(SearchUpdate::Done(result))) => {
                    return Some(SearchOutcome { search, result: Ok(result) });
                }
                JobEvent::Output(PlayUpdate::Problem(problem)) => {
                    let result = Err(SearchProblem::Program(problem));
                    return Some(SearchOutcome { search, result });
                }
                JobEvent::Failed(problem) => {
                    let result = Err(SearchProblem::Engine(problem));
                    return Some(SearchOutcome { search, result });
                }
                // A search reports nothing but its iterations, and ends with its result.
                JobEvent::Progress(_) | JobEvent::Finished => {}
            }
        }
        self.running = Some(search);
        None
    }
}

/// Starts the window's jobs on the engine's threads, and holds the current searches and the review.
pub struct EngineClient {
    /// All searches but that of live analysis. It is dropped first, as another runner may wait for
    /// its searcher.
    pub play: SearchRunner,
    questions: Runner,
    /// Live analysis, and in the background the review.
    pub analysis: SearchRunner,
    lab: Runner,
    pub programs: ProgramClient,
    /// Of play and of live analysis.
    searcher: SharedSearcher,
    /// The coach's own, so that its findings do not change the computer's play.
    coach: SharedSearcher,
    /// The end-game tables that all searches but the coach's probe; none without a folder.
    pub tables: SharedTables,
    review: Option<JobHandle<ReviewUpdate>>,
}

impl EngineClient {
    /// `wake` is called from an engine's thread when there is something to collect.
    pub fn new(spawner: Spawner, wake: impl Fn() + Clone + Send + Sync + 'static) -> EngineClient {
        let group = RunnerGroup::new();
        let runner = |rank| group.runner("engine", rank, spawner.clone(), wake.clone());
        EngineClient {
            play: SearchRunner { runner: runner(PLAY_RANK), running: None },
            questions: runner(QUESTION_RANK),
            analysis: SearchRunner { runner: runner(ANALYSIS_RANK), running: None },
            lab: runner(LAB_RANK),
            programs: ProgramClient::new(Background::new(spawner.clone(), wake.clone())),
            searcher: SharedSearcher::new(HASH_MB),
            coach: SharedSearcher::new(COACH_HASH_MB),
            tables: SharedTables::default(),
            review: None,
        }
    }

    /// True if a search of play or live analysis is under way.
    pub fn is_searching(&self) -> bool {
        self.play.running.is_some() || self.analysis.running.is_some()
    }

    /// Starts a search in place of the one under way on its runner.
    pub fn start(&mut self, purpose: Purpose, place: Place, search: SearchJob, now_ms: u64) {
        let (searcher, tables) = match purpose {
            Purpose::Coach => (self.coach.clone(), None),
            _ => (self.searcher.clone(), Some(self.tables.clone())),
        };
        if purpose != Purpose::Coach {
            // It holds the searcher also while it is paused.
            self.analysis.cancel();
        }
        let work = move |job: &JobContext<PlayUpdate>| {
            if let Some(tables) = tables {
                searcher.set_tables(tables.load(search.root.position.variant()));
            }
            // Reading the tables takes long, and another search may need the searcher by now.
            if purpose == Purpose::Live && job.stop_flag().is_set() {
                return;
            }
            let mut emit = |update| job.emit(PlayUpdate::Search(update));
            search.run(&searcher, job.stop_flag(), &mut emit);
        };
        let (runner, job) = match purpose {
            // A cancelled analysis that has not begun must not use the searcher any more.
            Purpose::Live => {
                let job = self.analysis.runner.enqueue(work);
                (&mut self.analysis, job)
            }
            _ => {
                let job = self.play.runner.submit(work);
                (&mut self.play, job)
            }
        };
        runner.running = Some(RunningSearch::new(job, purpose, place, now_ms));
    }

    /// Starts the search for a program's move in place of the search of play.
    pub fn start_program(
        &mut self,
        place: Place,
        order: ProgramOrder,
        limits: TurnLimits,
        now_ms: u64,
    ) {
        self.analysis.cancel();
        let waits = Arc::new(());
        let watch = Arc::downgrade(&waits);
        let job = self.programs.choose(order, place.game_number, limits, watch);
        let search = RunningSearch::new(job, Purpose::Reply, place, now_ms);
        self.play.running = Some(RunningSearch { _waits: waits, ..search });
    }

    /// Sets the number of threads and the size of the transposition table for later searches.
    pub fn configure(&mut self, threads: usize, hash_mb: usize) {
        self.change_searcher(move |searcher| searcher.configure(threads, hash_mb));
    }

    /// The size of the transposition table; `None` before the first search.
    pub fn table_size(&self) -> Option<TableSize> {
        self.searcher.table_size()
    }

    /// Ends the searches of play and live analysis, and drops their answers.
    pub fn cancel(&mut self) {
        self.play.cancel();
        self.analysis.cancel();
    }

    /// Starts a review of the game in place of another. It goes on whenever nothing else runs.
    pub fn start_review(&mut self, game: &Game, limits: ReviewLimits) {
        let mut review = ReviewJob::new(game, limits);
        let (variant, tables) = (game.variant(), self.tables.clone());
        let mut searcher = None;
        self.review = Some(self.analysis.runner.submit_background(move |job| {
            // Made by the job, as reading the tables takes long. Tables that are built later change
            // nothing in this review.
            let searcher = searcher.get_or_insert_with(|| {
                let mut searcher = Searcher::new(variant, REVIEW_HASH_MB);
                searcher.set_tables(tables.load(variant));
                searcher
            });
            review.step(searcher, job.stop_flag(), &mut |update| job.emit(update))
        }));
    }

    /// Ends the review; no more events of it will come.
    pub fn cancel_review(&mut self) {
        self.review = None;
    }

    /// The events of the review since the last call, oldest first.
    pub fn take_review_events(&mut self) -> Vec<JobEvent<ReviewUpdate>> {
        self.review.as_mut().map_or(Vec::new(), JobHandle::events)
    }

    /// Starts a job that answers a question of the user's in place of the question before.
    pub fn ask<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&JobContext<T>) + Send + 'static,
    ) -> JobHandle<T> {
        self.questions.submit(work)
    }

    /// Starts a job of the lab when those before it are over.
    pub fn submit<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&JobContext<T>) + Send + 'static,
    ) -> JobHandle<T> {
        self.lab.enqueue(work)
    }

    /// Clears the transposition table for another game, and ends the review.
    pub fn new_game(&mut self) {
        self.cancel_review();
        self.change_searcher(SharedSearcher::new_game);
    }

    /// Changes the shared searcher on the thread of play, as clearing a large table takes long. The
    /// searches under way end before, and later ones begin after it: those of play on the same
    /// thread, live analysis by its rank. A thread that does not start is reported by the next search.
    fn change_searcher(&mut self, change: impl FnOnce(&SharedSearcher) + Send + 'static) {
        self.cancel();
        let searcher = self.searcher.clone();
        drop(self.play.runner.submit(move |_: &JobContext<()>| change(&searcher)));
    }

    /// Reads the events of the searches under way. Returns the end of one that has ended.
    pub fn collect(&mut self) -> Option<SearchOutcome> {
        self.play.collect().or_else(|| self.analysis.collect())
    }
}

#[cfg(test)]
mod tests;
