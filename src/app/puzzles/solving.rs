//! A puzzle on the board: the user's moves, the opponent's answers, hints, and the end.

use super::StockedPuzzle;
use crate::app::{
    session::{Effect, KeptListName, Session, TrainingBoard, Wake, WallTime},
    ui::{board::Hint, text::numbered_moves},
};
use minnow_game::Game;
use minnow_rules::{Move, san};
use minnow_study::puzzles::{PuzzleGoal, PuzzleResult, PuzzleSchedule, PuzzleTry};

/// The pause before the opponent's move, and between two moves of a solution that is shown.
const REPLY_MS: u64 = 400;
const SHOW_MS: u64 = 800;

/// A puzzle on the board.
#[derive(Debug)]
pub struct PuzzleSolving {
    board: TrainingBoard,
    stocked: StockedPuzzle,
    pub(super) stage: Stage,
    /// The moves of the line that stand on the board.
    played: usize,
    hint: Option<Hint>,
    /// The result that was recorded; `None` before the end or the first wrong move.
    pub(super) result: Option<PuzzleResult>,
    /// The days until it is due again, after the result.
    pub(super) again_days: Option<u32>,
}

/// How far the solution is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The user is to move; after a wrong move with its name.
    Open { wrong: Option<String> },
    /// The opponent moves at this time.
    Reply { at_ms: u64 },
    /// The program plays the solution; the next move comes at this time.
    Showing { at_ms: u64 },
    /// The line is on the board.
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
        }
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

    /// True if the line is on the board.
    pub fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }

    pub fn hint(&self) -> Option<Hint> {
        self.hint
    }

    pub(super) fn has_whole_hint(&self) -> bool {
        matches!(self.hint, Some(Hint::Move(..)))
    }

    /// The number of the solver's moves on the board.
    pub(super) fn steps_done(&self) -> usize {
        self.played.div_ceil(2)
    }

    /// The task in a sentence that tells nothing but what was verified.
    pub(super) fn task_text(&self) -> String {
        let puzzle = &self.stocked.puzzle;
        let (solver, steps) = (puzzle.solver(), puzzle.steps());
        match (puzzle.goal, steps) {
            (PuzzleGoal::Mate, 1) => format!("{solver} mates with one move."),
            (PuzzleGoal::Mate, moves) => format!("{solver} mates in {moves} moves."),
            (PuzzleGoal::Win, _) => {
                format!("{solver} to move. One move is far better than all others.")
            }
            (PuzzleGoal::Hold, _) => {
                format!("{solver} to move. One move holds the balance.")
            }
        }
    }

    /// The move of the line that comes next.
    fn next_move(&self) -> Option<Move> {
        self.stocked.puzzle.line.get(self.played).copied()
    }

    /// Shows the piece to move; at the second request, the move.
    pub(super) fn give_hint(&mut self) {
        let Some(mv) = self.next_move() else { return };
        self.hint = Some(match self.hint {
            None => Hint::Piece(mv.from()),
            Some(_) => Hint::Move(mv.from(), self.board.game.position().target_square(mv)),
        });
        // A hint that was given stays with the puzzle.
        self.stage = Stage::Open { wrong: None };
        self.result.get_or_insert(PuzzleResult::Helped);
    }

    /// Plays the solution from now on.
    pub(super) fn show(&mut self, now_ms: u64) {
        self.hint = None;
        self.stage = Stage::Showing { at_ms: now_ms };
    }

    /// Takes in the user's move.
    pub fn answer_on_board(&mut self, session: &mut Session, mv: Move, now_ms: u64) {
        if !self.is_open() {
            return;
        }
        session.typed.clear();
        if !self.stocked.puzzle.is_solution(self.played, mv) {
            let name = san(self.board.game.position(), mv);
            self.note(session, PuzzleResult::Failed);
            let wrong = Some(format!("{name} is not the move. Try another one."));
            self.stage = Stage::Open { wrong };
            return;
        }
        self.hint = None;
        self.play(session, mv);
        if self.next_move().is_some() {
            self.stage = Stage::Reply { at_ms: now_ms + REPLY_MS };
        } else {
            self.stage = Stage::Done;
            let result = self.result.unwrap_or(PuzzleResult::Solved);
            self.note(session, result);
        }
    }

    /// Makes the move that is due. Returns the time of the next call.
    pub fn tick(&mut self, session: &mut Session, now_ms: u64) -> Wake {
        let (Stage::Reply { at_ms } | Stage::Showing { at_ms }) = self.stage else { return None };
        if now_ms < at_ms {
            return Some(at_ms);
        }
        if matches!(self.stage, Stage::Showing { .. }) {
            self.note(session, PuzzleResult::Failed);
        }
        if let Some(mv) = self.next_move() {
            self.play(session, mv);
        }
        self.stage = match self.stage {
            _ if self.next_move().is_none() => Stage::Done,
            Stage::Showing { .. } => Stage::Showing { at_ms: now_ms + SHOW_MS },
            _ => Stage::Open { wrong: None },
        };
        match self.stage {
            Stage::Showing { at_ms } => Some(at_ms),
            _ => None,
        }
    }

    /// Makes a move of the line.
    fn play(&mut self, session: &mut Session, mv: Move) {
        self.board.play(session, mv);
        self.played += 1;
    }

    /// Puts the result into the record, once: the first wrong move or the end decides.
    fn note(&mut self, session: &mut Session, result: PuzzleResult) {
        if self.again_days.is_some() {
            return;
        }
        let now = WallTime::now().digits();
        session.lists.puzzles.add(PuzzleTry {
            ended: now.clone(),
            puzzle: self.stocked.id.clone(),
            difficulty: self.stocked.puzzle.difficulty,
            result,
        });
        session.effects.push(Effect::KeepList(KeptListName::Puzzles));
        let schedule = PuzzleSchedule::new(&session.lists.puzzles);
        self.again_days = schedule.days_until_due(&self.stocked.id, &now);
        self.result = Some(result);
    }

    /// The line with its move numbers.
    pub(super) fn line_text(&self) -> String {
        let puzzle = &self.stocked.puzzle;
        numbered_moves(&puzzle.start, &puzzle.line).join(" ")
    }
}
