//! A puzzle on the board: the user's moves, the opponent's answers, hints, and the end. In a timed run one
//! puzzle follows the other.

use super::{StockedPuzzle, run::TimedRun};
use crate::app::{
    session::{
        Effect, KeptListName, RUN_REST_MS, RUN_STEP_MS, Session, Sound, TableStatus, TrainingBoard,
        Wake, WallTime, task::Task,
    },
    ui::{board::Hint, text::numbered_moves},
};
use minnow_game::Game;
use minnow_rules::{Color, Move, san};
use minnow_study::puzzles::{
    FinderLimits, PuzzleFinder, PuzzleGoal, PuzzleResult, PuzzleSchedule, PuzzleTry,
};
use minnow_tables::TableValue;

/// The pause before the opponent's move and before the next puzzle of a run, and between two moves of a
/// solution that is shown.
const REPLY_MS: u64 = 400;
const SHOW_MS: u64 = 800;

/// A puzzle on the board.
#[derive(Debug)]
pub struct PuzzleSolving {
    board: TrainingBoard,
    pub(super) stocked: StockedPuzzle,
    pub(super) stage: Stage,
    /// The moves of the line that stand on the board.
    pub(super) played: usize,
    pub(super) hint: Option<Hint>,
    /// The result that was recorded; `None` before the end or the first wrong move.
    pub(super) result: Option<PuzzleResult>,
    /// The days until it is due again, after the result.
    pub(super) again_days: Option<u32>,
    /// The search that judges a move other than the line's.
    check: Task<bool>,
    /// The sentence about another move that has solved the puzzle.
    pub(super) other: Option<String>,
    /// The timed run that the puzzle belongs to.
    pub(super) run: Option<TimedRun>,
}

/// How far the solution is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The user is to move; after a wrong move with its name.
    Open { wrong: Option<String> },
    /// A move other than the line's is judged.
    Checking { mv: Move },
    /// The opponent moves at this time.
    Reply { at_ms: u64 },
    /// The program plays the solution; the next move comes at this time.
    Showing { at_ms: u64 },
    /// The next puzzle of the run comes at this time; after a wrong move with its name.
    Next { at_ms: u64, wrong: Option<String> },
    /// A run has just ended.
    Resting { until_ms: u64 },
    /// The line is on the board, or the run is over.
    Done,
}

impl PuzzleSolving {
    pub fn new(session: &mut Session, stocked: StockedPuzzle) -> PuzzleSolving {
        PuzzleSolving {
            board: TrainingBoard::new(session, Game::from_position(stocked.puzzle.start)),
            stocked,
            stage: Stage::Open { wrong: None },
            played: 0,
            hint: None,
            result: None,
            again_days: None,
            check: Task::default(),
            other: None,
            run: None,
        }
    }

    /// The first puzzle of a run; `None` if the run has none.
    pub fn timed(session: &mut Session, mut run: TimedRun) -> Option<PuzzleSolving> {
        let first = run.next_puzzle()?;
        Some(PuzzleSolving { run: Some(run), ..PuzzleSolving::new(session, first) })
    }

    pub fn board(&self) -> &TrainingBoard {
        &self.board
    }

    pub fn stocked(&self) -> &StockedPuzzle {
        &self.stocked
    }

    /// True if the user is to move.
    pub fn is_open(&self) -> bool {
        matches!(self.stage, Stage::Open { .. })
    }

    /// True if the puzzle is solved or its solution shown, or if another run may begin.
    pub fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }

    /// True in a timed run and after its end.
    pub fn is_timed(&self) -> bool {
        self.run.is_some()
    }

    pub fn hint(&self) -> Option<Hint> {
        self.hint
    }

    /// The move of the line that comes next.
    fn next_move(&self) -> Option<Move> {
        self.stocked.puzzle.line.get(self.played).copied()
    }

    /// Shows the piece to move; at the second request, the move. A timed run has no hints.
    pub fn give_hint(&mut self) {
        if !self.is_open() || self.is_timed() {
            return;
        }
        let Some(mv) = self.next_move() else { return };
        self.hint = Some(match self.hint {
            None => Hint::Piece(mv.from()),
            Some(_) => Hint::Move(mv.from(), self.board.game.position().target_square(mv)),
        });
        // A hint that was given stays with the puzzle.
        self.stage = Stage::Open { wrong: None };
        self.result.get_or_insert(PuzzleResult::Helped);
    }

    /// Counts a puzzle that is analysed before its end as not solved.
    pub fn give_up(&mut self, session: &mut Session) {
        if !self.is_done() {
            self.note(session, PuzzleResult::Failed);
        }
    }

    /// Plays the solution from now on.
    pub(super) fn show(&mut self, now_ms: u64) {
        self.hint = None;
        self.stage = Stage::Showing { at_ms: now_ms };
    }

    /// Takes in the user's move. If only a search can judge it, the stage becomes `Checking`.
    pub fn answer_on_board(&mut self, session: &mut Session, mv: Move, now_ms: u64) {
        if !self.is_open() {
            return;
        }
        session.typed.clear();
        if self.stocked.puzzle.is_solution(self.played, mv) {
            self.go_on(session, mv, now_ms);
        } else if let Some(is_as_sure) = self.verdict_of_tables(session, mv) {
            self.judge(session, mv, is_as_sure, now_ms);
        } else {
            self.begin_check(session, mv);
        }
    }

    /// Plays a move of the line.
    fn go_on(&mut self, session: &mut Session, mv: Move, now_ms: u64) {
        self.hint = None;
        self.play(session, mv);
        if self.next_move().is_some() {
            self.stage = Stage::Reply { at_ms: now_ms + REPLY_MS };
        } else {
            self.finish(session, now_ms);
        }
    }

    /// The puzzle is solved.
    fn finish(&mut self, session: &mut Session, now_ms: u64) {
        self.hint = None;
        if let Some(run) = &mut self.run {
            run.solved += 1;
            self.stage = Stage::Next { at_ms: now_ms + REPLY_MS, wrong: None };
        } else {
            self.stage = Stage::Done;
            let result = self.result.unwrap_or(PuzzleResult::Solved);
            self.note(session, result);
        }
    }

    /// Whether a move other than the line's solves the step as surely, by the end-game tables; `None` if
    /// they do not have both positions.
    fn verdict_of_tables(&self, session: &Session, mv: Move) -> Option<bool> {
        let here = self.board.game.position();
        let TableStatus::Ready(tables) = session.tables.status(here.variant()) else {
            return None;
        };
        let value = |mv: Move| {
            let known = tables.game_value(&here.play(mv), &[])?;
            known.doubt.is_none().then(|| known.value.before_move())
        };
        let (own, solution) = (value(mv)?, value(self.next_move()?)?);
        Some(is_as_sure(self.stocked.puzzle.goal, own, solution))
    }

    /// Starts the search that judges a move.
    fn begin_check(&mut self, session: &Session, mv: Move) {
        self.stage = Stage::Checking { mv };
        let (puzzle, played) = (self.stocked.puzzle.clone(), self.played);
        self.check.begin(session.background.start("puzzle check", move |job| {
            let mut finder = PuzzleFinder::new(puzzle.start.variant(), FinderLimits::default());
            job.emit(finder.is_as_sure(&puzzle, played, mv, job.stop_flag()));
        }));
    }

    /// Takes in the end of the search. One that fails, for lack of a thread, finds nothing.
    fn take_check(&mut self, session: &mut Session, mv: Move, now_ms: u64) {
        let verdict = self.check.poll().pop();
        if verdict.is_some() || !self.check.is_running() {
            self.check = Task::default();
            self.judge(session, mv, verdict.unwrap_or(false), now_ms);
        }
    }

    /// Accepts a move other than the line's, or names it as wrong.
    fn judge(&mut self, session: &mut Session, mv: Move, is_as_sure: bool, now_ms: u64) {
        if is_as_sure {
            self.other = Some(self.other_text(mv));
            self.play(session, mv);
            return self.finish(session, now_ms);
        }
        let name = san(self.board.game.position(), mv);
        if let Some(run) = &mut self.run {
            run.errors += 1;
            session.sound(Sound::LowTime);
            let wrong = Some(format!("{name} is not the move."));
            self.stage = Stage::Next { at_ms: now_ms + SHOW_MS, wrong };
        } else {
            self.note(session, PuzzleResult::Failed);
            let wrong = Some(format!("{name} is not the move. Try another one."));
            self.stage = Stage::Open { wrong };
        }
    }

    /// `Bxc3 wins as surely. The puzzle's line goes on with 2. Qd4.`
    fn other_text(&self, mv: Move) -> String {
        let here = self.board.game.position();
        let verb = match self.stocked.puzzle.goal {
            PuzzleGoal::Mate => "mates",
            PuzzleGoal::Win => "wins",
            PuzzleGoal::Hold => "holds",
        };
        let rest = self.stocked.puzzle.line.get(self.played..).unwrap_or_default();
        let line = numbered_moves(here, rest).join(" ");
        let name = san(here, mv);
        format!("{name} {verb} as surely. The puzzle's line goes on with {line}.")
    }

    /// Makes what is due. Returns the time of the next call.
    pub fn tick(&mut self, session: &mut Session, now_ms: u64) -> Wake {
        let ends_ms = self.run.as_ref().filter(|run| run.is_on()).map(|run| run.ends_ms);
        if ends_ms.is_some_and(|ends_ms| now_ms >= ends_ms) {
            self.end_run(session, now_ms);
        }
        self.tick_stage(session, now_ms);
        let due = match self.stage {
            Stage::Reply { at_ms } | Stage::Showing { at_ms } | Stage::Next { at_ms, .. } => {
                Some(at_ms)
            }
            Stage::Resting { until_ms } => Some(until_ms),
            Stage::Open { .. } | Stage::Checking { .. } | Stage::Done => None,
        };
        let is_on = self.run.as_ref().is_some_and(TimedRun::is_on);
        let clock = ends_ms.filter(|_| is_on).map(|ends_ms| ends_ms.min(now_ms + RUN_STEP_MS));
        [due, clock].into_iter().flatten().min()
    }

    fn tick_stage(&mut self, session: &mut Session, now_ms: u64) {
        match self.stage {
            Stage::Checking { mv } => self.take_check(session, mv, now_ms),
            Stage::Reply { at_ms } if at_ms <= now_ms => {
                self.play_next(session);
                self.stage = Stage::Open { wrong: None };
            }
            Stage::Showing { at_ms } if at_ms <= now_ms => {
                self.note(session, PuzzleResult::Failed);
                self.play_next(session);
                self.stage = match self.next_move() {
                    Some(_) => Stage::Showing { at_ms: now_ms + SHOW_MS },
                    None => Stage::Done,
                };
            }
            Stage::Next { at_ms, .. } if at_ms <= now_ms => self.next_of_run(session, now_ms),
            Stage::Resting { until_ms } if until_ms <= now_ms => self.stage = Stage::Done,
            _ => {}
        }
    }

    /// Shows the next puzzle of the run, from the side that solves it, or ends the run.
    fn next_of_run(&mut self, session: &mut Session, now_ms: u64) {
        match self.run.as_mut().and_then(TimedRun::next_puzzle) {
            Some(next) => {
                session.flipped = next.puzzle.solver() == Color::Black;
                let run = self.run.take();
                *self = PuzzleSolving { run, ..PuzzleSolving::new(session, next) };
            }
            None => self.end_run(session, now_ms),
        }
    }

    fn end_run(&mut self, session: &mut Session, now_ms: u64) {
        let variant = &self.stocked.puzzle.start.variant().id;
        if let Some(run) = &mut self.run {
            run.finish(session, variant, now_ms);
            session.sound(Sound::End);
        }
        self.check = Task::default();
        self.stage = Stage::Resting { until_ms: now_ms + RUN_REST_MS };
    }

    /// Makes the next move of the line.
    fn play_next(&mut self, session: &mut Session) {
        if let Some(mv) = self.next_move() {
            self.play(session, mv);
        }
    }

    /// Makes a move in place of the next one of the line, mostly that one.
    fn play(&mut self, session: &mut Session, mv: Move) {
        self.board.play(session, mv);
        self.played += 1;
    }

    /// Puts the result into the record, once: the first wrong move or the end decides. Runs have a record
    /// of their own.
    fn note(&mut self, session: &mut Session, result: PuzzleResult) {
        if self.again_days.is_some() || self.is_timed() {
            return;
        }
        let now = WallTime::now().stamp();
        session.lists.puzzles.add(PuzzleTry {
            ended: now.clone(),
            puzzle: self.stocked.id.clone(),
            difficulty: self.stocked.puzzle.difficulty,
            result,
        });
        session.effects.push(Effect::KeepList(KeptListName::Puzzles));
        let schedule = PuzzleSchedule::new(&session.lists.puzzles, &now);
        self.again_days = schedule.days_until_due(&self.stocked.id);
        self.result = Some(result);
    }

    /// The line with its move numbers.
    pub(super) fn line_text(&self) -> String {
        let puzzle = &self.stocked.puzzle;
        numbered_moves(&puzzle.start, &puzzle.line).join(" ")
    }
}

/// True if a move of this value reaches the goal as surely as the solution: a mate must be as short, a
/// win won, and a balance kept.
fn is_as_sure(goal: PuzzleGoal, own: TableValue, solution: TableValue) -> bool {
    own >= solution
        || match goal {
            PuzzleGoal::Mate => false,
            PuzzleGoal::Win => matches!(own, TableValue::Win(_)),
            PuzzleGoal::Hold => own >= TableValue::Draw,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_accept_what_is_as_sure() {
        use TableValue::{Draw, Loss, Win};
        for (goal, own, solution, expected) in [
            (PuzzleGoal::Mate, Win(3), Win(3), true),
            (PuzzleGoal::Mate, Win(5), Win(3), false),
            (PuzzleGoal::Win, Win(15), Win(3), true),
            (PuzzleGoal::Win, Draw, Win(3), false),
            (PuzzleGoal::Win, Draw, Draw, true),
            (PuzzleGoal::Hold, Draw, Draw, true),
            (PuzzleGoal::Hold, Draw, Win(9), true),
            (PuzzleGoal::Hold, Loss(8), Draw, false),
        ] {
            assert_eq!(is_as_sure(goal, own, solution), expected, "{goal:?} {own:?} {solution:?}");
        }
    }
}
