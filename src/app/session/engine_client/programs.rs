//! Other people's programs as players of the window: their starts, moves, analyses and tests, each on a
//! thread of its own, so that a silent program never holds the window up.
//!
//! A running program sits in a seat, which the jobs that need it share. The last of them that lets go of
//! the seat ends the program, so dropping the client leaves none behind. What starts, and when it starts,
//! is decided by the user's request alone.

use std::{
    sync::{Arc, Mutex, OnceLock, PoisonError, Weak},
    time::Duration,
};
use web_time::Instant;

use super::PlayUpdate;
use crate::app::session::Background;
use minnow_engine::{Bound, Score, SearchInfo, SearchResult, SearchUpdate};
use minnow_external::{
    Choice, ProgramEntry, ProgramFault, ProgramLimits, ProgramPlayer, ReportedScore, SearchReport,
    TestedProgram, Turn, TurnLimits, test_program,
};
use minnow_jobs::{JobContext, JobHandle};
use minnow_rules::{Move, Position, Variant};
use minnow_runner::Runner;

/// The shortest time between two reports of the same depth.
const REPORT_INTERVAL: Duration = Duration::from_millis(80);

/// Depths beyond it count as this one.
const MOST_DEPTH: u32 = 200;

/// A position with the moves that lead to it, and the program that is to look at it.
#[derive(Clone, Debug)]
pub struct ProgramOrder {
    pub entry: ProgramEntry,
    pub start: Position,
    pub moves: Vec<Move>,
    pub position: Position,
}

impl ProgramOrder {
    /// The same for the position after a null move, which shows a threat. It has no moves before it.
    pub fn after_null_move(self) -> ProgramOrder {
        let position = self.position.play_null_move();
        ProgramOrder { start: position, moves: Vec::new(), position, ..self }
    }

    fn turn(&self, limits: TurnLimits) -> Turn<'_> {
        Turn { start: &self.start, moves: &self.moves, position: &self.position, limits }
    }

    fn seat_key(&self, game_number: u64) -> SeatKey {
        let variant = self.position.variant();
        SeatKey { entry: self.entry.clone(), variant, game_number }
    }
}

/// Why a program did not do what it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramProblem {
    pub kind: ProblemKind,
    /// A sentence about the program without a full stop: `it wrote no move within 5 s`.
    pub text: String,
}

/// The consequence of a problem in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The program did not get ready, so it is not in the game.
    NotStarted,
    /// The window ended the work before there was an answer.
    Stopped,
    /// The program gave up.
    Resigned,
    /// The program crashed, was late or silent, or wrote no legal move.
    Failed,
}

impl ProgramProblem {
    fn of_start(fault: &ProgramFault) -> ProgramProblem {
        ProgramProblem { kind: ProblemKind::NotStarted, text: fault.to_string() }
    }

    fn of_work(fault: &ProgramFault) -> ProgramProblem {
        let kind = match fault {
            ProgramFault::Resigned => ProblemKind::Resigned,
            ProgramFault::Stopped => ProblemKind::Stopped,
            _ => ProblemKind::Failed,
        };
        ProgramProblem { kind, text: fault.to_string() }
    }

    fn stopped() -> ProgramProblem {
        let text = "it was stopped before it began".to_owned();
        ProgramProblem { kind: ProblemKind::Stopped, text }
    }
}

/// The use of a seat. A program starts anew for another game, and after its entry was changed.
#[derive(Clone, PartialEq)]
struct SeatKey {
    entry: ProgramEntry,
    variant: &'static Variant,
    game_number: u64,
}

struct SeatedProgram {
    key: SeatKey,
    player: ProgramPlayer,
}

/// A running program for the jobs that use it one after the other. Only jobs lock it.
#[derive(Clone, Default)]
struct ProgramSeat(Arc<Mutex<Option<SeatedProgram>>>);

/// Started once, on the thread of the first program: it tries out what the machine offers.
type SharedRunner = Arc<OnceLock<Runner>>;

impl ProgramSeat {
    /// Works with the program of this key, which is started if another one or none has the seat, unless
    /// nobody waits for the work any more. A program that fails loses the seat, and ends with it.
    fn with<R>(
        &self,
        runner: &SharedRunner,
        key: SeatKey,
        is_abandoned: impl FnOnce() -> bool,
        work: impl FnOnce(&mut ProgramPlayer) -> Result<R, ProgramFault>,
    ) -> Result<R, ProgramProblem> {
        let mut seat = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if is_abandoned() {
            return Err(ProgramProblem::stopped());
        }
        let mut seated = match seat.take() {
            Some(seated) if seated.key == key => seated,
            other => {
                drop(other);
                let runner = runner.get_or_init(Runner::new);
                let limits = ProgramLimits::default();
                let player = ProgramPlayer::start(runner, &key.entry, key.variant, &limits);
                let player = player.map_err(|fault| ProgramProblem::of_start(&fault))?;
                SeatedProgram { key, player }
            }
        };
        let done = work(&mut seated.player).map_err(|fault| ProgramProblem::of_work(&fault))?;
        *seat = Some(seated);
        Ok(done)
    }

    /// Tells the program the result and waits for its end.
    fn finish(&self, result: &str, reason: &str) {
        let seated = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(SeatedProgram { player, .. }) = seated {
            player.finish(result, reason);
        }
    }
}

/// The programs under way, and what starts them.
pub struct ProgramClient {
    background: Background,
    runner: SharedRunner,
    opponent: ProgramSeat,
    /// The number of the game in which the opponent has been asked for a move.
    opponent_game: Option<u64>,
    analyst: ProgramSeat,
    has_analyst: bool,
}

impl ProgramClient {
    pub(super) fn new(background: Background) -> ProgramClient {
        ProgramClient {
            background,
            runner: SharedRunner::default(),
            opponent: ProgramSeat::default(),
            opponent_game: None,
            analyst: ProgramSeat::default(),
            has_analyst: false,
        }
    }

    /// Starts the search for the opponent's move in a game. A stopped search still has a move, so
    /// `waits` says by its end that nobody waits for one.
    pub(super) fn choose(
        &mut self,
        order: ProgramOrder,
        game_number: u64,
        limits: TurnLimits,
        waits: Weak<()>,
    ) -> JobHandle<PlayUpdate> {
        self.opponent_game = Some(game_number);
        let (seat, runner) = (self.opponent.clone(), self.runner.clone());
        self.background.start("program", move |job: &JobContext<PlayUpdate>| {
            let key = order.seat_key(game_number);
            let is_abandoned = || waits.strong_count() == 0;
            let choice = seat.with(&runner, key, is_abandoned, |player| {
                player.choose(&order.turn(limits), job.stop_flag())
            });
            job.emit(match choice {
                Ok(choice) => PlayUpdate::Search(SearchUpdate::Done(result_of(choice))),
                Err(problem) => PlayUpdate::Problem(problem),
            });
        })
    }

    /// True if a program was asked for a move in a game, and was not ended since.
    pub fn has_opponent(&self) -> bool {
        self.opponent_game.is_some()
    }

    /// Ends the opponent, unless it is that of the game with this number. A program that listens is told
    /// the result and the reason.
    pub fn keep_opponent(&mut self, game: Option<u64>, result: &str, reason: &str) {
        if !self.has_opponent() || self.opponent_game == game {
            return;
        }
        self.opponent_game = None;
        let seat = std::mem::take(&mut self.opponent);
        self.finish(seat, result, reason);
    }

    /// Starts an analysis with this number of lines, in place of another one. It ends when it is
    /// stopped.
    pub fn analyse(
        &mut self,
        order: ProgramOrder,
        lines: u32,
    ) -> JobHandle<Result<SearchInfo, ProgramProblem>> {
        self.has_analyst = true;
        let (seat, runner) = (self.analyst.clone(), self.runner.clone());
        self.background.start("program", move |job: &JobContext<_>| {
            let turn = order.turn(TurnLimits::default());
            let mut filter = ReportFilter::new(lines);
            // The positions belong to any game.
            let key = order.seat_key(0);
            let analysed = seat.with(
                &runner,
                key,
                || job.is_stopped(),
                |player| {
                    let mut report = |report: SearchReport| {
                        if filter.lets_pass(&report) {
                            job.emit(Ok(search_info(&report)));
                        }
                    };
                    player.analyse(&turn, lines, job.stop_flag(), &mut report)
                },
            );
            if let Err(problem) = analysed {
                job.emit(Err(problem));
            }
        })
    }

    /// Ends the program of the analysis.
    pub fn end_analysis(&mut self) {
        if std::mem::take(&mut self.has_analyst) {
            let seat = std::mem::take(&mut self.analyst);
            self.finish(seat, "*", "the analysis has ended");
        }
    }

    /// Ends the program of a seat that is left. The next program has another seat, so that it need not
    /// wait for the end of this one.
    fn finish(&self, seat: ProgramSeat, result: &str, reason: &str) {
        let (result, reason) = (result.to_owned(), reason.to_owned());
        let work = move |_: &JobContext<()>| seat.finish(&result, &reason);
        drop(self.background.start("program", work));
    }

    /// Starts a program for one look at a position.
    pub fn ask(
        &self,
        order: ProgramOrder,
        limits: TurnLimits,
    ) -> JobHandle<Result<SearchResult, ProgramProblem>> {
        let (seat, runner) = (ProgramSeat::default(), self.runner.clone());
        self.background.start("program", move |job: &JobContext<_>| {
            let key = order.seat_key(0);
            let choice = seat.with(
                &runner,
                key,
                || job.is_stopped(),
                |player| player.choose(&order.turn(limits), job.stop_flag()),
            );
            job.emit(choice.map(result_of));
            seat.finish("*", "the question is answered");
        })
    }

    /// Finds out what separates programs from this machine. An error says what is missing and the harm
    /// that they can do, without a full stop. Starts no program of the list.
    pub fn isolation(&self) -> JobHandle<Result<(), String>> {
        let runner = self.runner.clone();
        self.background.start("program", move |job: &JobContext<_>| {
            job.emit(runner.get_or_init(Runner::new).gaps().map_or(Ok(()), Err));
        })
    }

    /// Starts a program for its handshake and its boards. A problem is a sentence about it without a full
    /// stop.
    pub fn test(&self, entry: ProgramEntry) -> JobHandle<Result<TestedProgram, String>> {
        let runner = self.runner.clone();
        self.background.start("program", move |job: &JobContext<_>| {
            let runner = runner.get_or_init(Runner::new);
            let found = test_program(runner, &entry, job.stop_flag());
            job.emit(found.map_err(|fault| fault.to_string()));
        })
    }
}

/// Lets deeper lines pass at once and others after a while, so that a talkative program does not keep the
/// window busy.
struct ReportFilter {
    /// The greatest depth of each line that passed. It never falls, so that only a bounded number of
    /// lines pass at once.
    depths: Vec<u32>,
    last: Instant,
}

impl ReportFilter {
    fn new(lines: u32) -> ReportFilter {
        ReportFilter { depths: vec![0; lines as usize], last: Instant::now() }
    }

    fn lets_pass(&mut self, report: &SearchReport) -> bool {
        let index = report.line_number.saturating_sub(1) as usize;
        let Some(depth) = self.depths.get_mut(index) else { return false };
        let reported = report.depth.min(MOST_DEPTH);
        let passes = reported > *depth || self.last.elapsed() >= REPORT_INTERVAL;
        if passes {
            *depth = reported.max(*depth);
            self.last = Instant::now();
        }
        passes
    }
}

/// A program's move as the result of a search. Without a report its depth is 0.
fn result_of(choice: Choice) -> SearchResult {
    let Choice { mv, report, took_ms } = choice;
    let own = || SearchReport { time_ms: took_ms, line: vec![mv], ..SearchReport::default() };
    let report = report.unwrap_or_else(own);
    SearchResult { best: Some(mv), info: search_info(&report) }
}

/// A program's report as one of the engine. A missing score counts as 0.
fn search_info(report: &SearchReport) -> SearchInfo {
    let score = match report.score {
        Some(ReportedScore::Centipawns(centipawns)) => Score::centipawns(centipawns),
        Some(ReportedScore::Mate(moves)) => Score::of_mate_in(moves),
        None => Score::DRAW,
    };
    SearchInfo {
        multipv: report.line_number.max(1) as usize,
        depth: report.depth,
        seldepth: report.depth,
        score,
        bound: Bound::Exact,
        nodes: report.nodes,
        elapsed: Duration::from_millis(report.time_ms),
        permille_full: 0,
        pv: report.line.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_reports_is_thinned() {
        let mut filter = ReportFilter::new(2);
        let mut passes = |line_number, depth| {
            filter.last = Instant::now() + REPORT_INTERVAL;
            let (score, line) = (None, Vec::new());
            let report = SearchReport { line_number, depth, score, nodes: 0, time_ms: 0, line };
            filter.lets_pass(&report)
        };
        for (line_number, depth, expected) in
            [(1, 1, true), (2, 1, true), (1, 1, false), (1, 2, true), (3, 9, false)]
        {
            assert_eq!(passes(line_number, depth), expected, "{line_number} {depth}");
        }
        let passed = (3..100_000).filter(|depth| passes(1, *depth)).count();
        assert_eq!(passed, 198, "depths that rise without end");
        assert!(!(1..100).any(|depth| passes(1, depth)), "depths that begin again");
    }

    #[test]
    fn reported_mates_keep_their_distance() {
        let info = |score| {
            let line = Vec::new();
            let (line_number, depth, nodes, time_ms) = (0, 3, 9, 5);
            let score = Some(score);
            search_info(&SearchReport { line_number, depth, score, nodes, time_ms, line })
        };
        for moves in [1, 7, -3, 0] {
            let score = info(ReportedScore::Mate(moves)).score;
            assert_eq!(score.mate_in(), Some(moves));
        }
        let info = info(ReportedScore::Centipawns(i32::MAX));
        assert!(!info.score.is_decided() && info.multipv == 1);
    }
}
