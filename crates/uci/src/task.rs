//! What a `go` command has started: a search, a count, or an answer that waits for `stop`.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

use super::{
    Uci,
    go::GoCommand,
    perft::PreparedPerft,
    report,
    search::{PreparedSearch, fallback_move},
};
use minnow_base::sync::StopFlag;
use minnow_engine::{SearchJob, SearchLimits};
use minnow_jobs::JobHandle;

/// The task that a `go` command has started.
pub(super) enum UciTask {
    Search {
        job: JobHandle<()>,
        /// Only `stop` ends it.
        is_endless: bool,
        /// The search that `ponderhit` starts instead of this one.
        after_hit: Option<Box<PreparedSearch>>,
    },
    Perft {
        job: JobHandle<()>,
        /// Set when a later command waits for the end of the count.
        is_late: Arc<AtomicBool>,
    },
    /// A best move that `stop` prints: of an endless search without a thread or a position.
    Answered {
        line: String,
        /// `ponderhit` prints it, too.
        is_ponder: bool,
    },
}

/// The reason to end the task under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaskEnd {
    Stopped,
    /// Another command, or `quit`.
    Replaced,
    /// The input has ended: a search with limits goes on to them.
    InputEnded,
}

impl Uci {
    pub(super) fn go(&mut self, go: GoCommand) {
        self.end_task(TaskEnd::Replaced);
        if let Some(problem) = go.problems.first() {
            self.write_info(problem);
        }
        if !self.has_position {
            return self.answer_without_position(&go);
        }
        if let Some(depth_plies) = go.perft_plies {
            return self.start_perft(depth_plies);
        }
        let search = self.prepared(&go);
        if !go.ponder {
            return self.start_search(search);
        }
        self.start_search(search.pondering());
        match &mut self.running {
            Some(UciTask::Search { after_hit, .. }) => *after_hit = Some(Box::new(search)),
            Some(UciTask::Answered { is_ponder, .. }) => *is_ponder = !go.infinite,
            Some(UciTask::Perft { .. }) | None => {}
        }
    }

    /// Answers a `go` after a refused position.
    fn answer_without_position(&mut self, go: &GoCommand) {
        self.write_info(&"there is no position: the last one was refused");
        if go.perft_plies.is_some() {
            self.write_line("nodes 0");
        } else if go.infinite || go.ponder {
            let line = report::NO_MOVE.to_owned();
            self.running = Some(UciTask::Answered { line, is_ponder: !go.infinite });
        } else {
            self.write_line(report::NO_MOVE);
        }
    }

    /// The search for a `go` command.
    fn prepared(&self, go: &GoCommand) -> PreparedSearch {
        let position = &self.root.position;
        if let Some(error) = go.bad_search_move(position) {
            self.write_info(&format_args!("searchmoves: {error}"));
        }
        let own =
            SearchLimits { overhead_ms: self.overhead_ms, lines: self.lines, ..Default::default() };
        let limits = go.limits(position, own);
        let opponent = self.opponent();
        let limits = match &opponent {
            Some(opponent) => limits.tightened(&opponent.strength.limits()),
            None => limits,
        };
        // A search this deep has found the mate, or pruning hides it from deeper searches, too.
        let depth =
            limits.depth.or(limits.mate.map(|moves| moves.saturating_mul(4).saturating_add(8)));
        let limits = SearchLimits { depth, ..limits };
        PreparedSearch {
            request: SearchJob { root: self.root.clone(), limits, opponent },
            waits_for_stop: go.infinite,
            names_reply: self.names_reply,
            is_replaced: Arc::default(),
            searcher: self.searcher.clone(),
            output: self.output.clone(),
        }
    }

    /// Starts a search on the search thread. If that thread cannot be started, the calling thread
    /// searches.
    fn start_search(&mut self, search: PreparedSearch) {
        let is_endless = search.waits_for_stop || search.request.limits.is_endless();
        let threaded = search.clone();
        let job = self.runner.submit(move |job| threaded.run(job));
        if job.is_started() {
            self.running = Some(UciTask::Search { job, is_endless, after_hit: None });
            return;
        }
        self.write_no_thread(job, "searches for at most one second");
        let line = search.run_without_thread();
        if is_endless {
            self.running = Some(UciTask::Answered { line, is_ponder: false });
        } else {
            self.write_line(&line);
        }
    }

    /// Carries out `ponderhit`: the pondering search ends without an answer, and the search with the
    /// clock begins. It finds the results of the first one in the transposition table.
    pub(super) fn ponder_hit(&mut self) {
        match self.running.take() {
            Some(UciTask::Search { job, after_hit: Some(search), .. }) => {
                search.is_replaced.store(true, Relaxed);
                job.stop();
                if let Err(error) = job.wait() {
                    self.write_info(&format_args!("the search failed: {error}"));
                }
                self.start_search(PreparedSearch { is_replaced: Arc::default(), ..*search });
            }
            Some(UciTask::Answered { line, is_ponder: true }) => self.write_line(&line),
            other => self.running = other,
        }
    }

    fn start_perft(&mut self, depth_plies: u32) {
        let is_late = Arc::new(AtomicBool::new(false));
        let perft = PreparedPerft {
            position: self.root.position,
            depth_plies,
            is_late: is_late.clone(),
            max_late_sequences: self.max_late_sequences,
            output: self.output.clone(),
        };
        let threaded = perft.clone();
        let job = self.runner.submit(move |job| threaded.run(job.stop_flag()));
        if job.is_started() {
            self.running = Some(UciTask::Perft { job, is_late });
            return;
        }
        self.write_no_thread(job, &format!("counts at most {} sequences", self.max_late_sequences));
        is_late.store(true, Relaxed);
        perft.run(&StopFlag::new());
    }

    /// Reports why a job got no thread, and what the thread that reads the commands does instead.
    fn write_no_thread(&self, job: JobHandle<()>, instead: &str) {
        if let Err(error) = job.wait() {
            self.write_info(&format_args!("{error}; the thread that reads commands {instead}"));
        }
    }

    /// Ends the task under way and waits for its answer. A failed search or count is reported, and a
    /// failed search also gets a fallback move.
    pub(super) fn end_task(&mut self, end: TaskEnd) {
        match self.running.take() {
            Some(UciTask::Search { job, is_endless, .. }) => {
                if is_endless || end != TaskEnd::InputEnded {
                    job.stop();
                }
                if let Err(error) = job.wait() {
                    self.write_info(&format_args!("the search failed: {error}"));
                    let position = &self.root.position;
                    let best = fallback_move(position, &[]);
                    self.write_line(&report::best_move(position, best, None));
                }
            }
            Some(UciTask::Perft { job, is_late }) => {
                if end == TaskEnd::Stopped {
                    job.stop();
                }
                is_late.store(true, Relaxed);
                if let Err(error) = job.wait() {
                    self.write_info(&format_args!("the count failed: {error}"));
                }
            }
            Some(UciTask::Answered { line, .. }) => self.write_line(&line),
            None => {}
        }
    }
}
