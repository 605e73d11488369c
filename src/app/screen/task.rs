//! A task on the board of Analyse, such as a training: the user makes the moves it asks for; nothing
//! else changes or moves the game, and the engine and the review stay silent.

use super::{AppState, Screen};
use crate::app::{
    puzzles::PuzzleSolving,
    request::{PuzzlesAction, TrainerAction},
    session::{GameCommand, Session, Wake},
    trainer::Trainer,
    ui::board::Hint,
};
use minnow_rules::Move;

/// The task of the screen [`Screen::Task`].
#[derive(Debug)]
pub enum BoardTask {
    /// An ending, against the end-game tables.
    Train(Box<Trainer>),
    /// A puzzle.
    Puzzle(Box<PuzzleSolving>),
}

impl BoardTask {
    /// True if the user is to move.
    pub fn is_open(&self) -> bool {
        match self {
            BoardTask::Train(trainer) => trainer.is_open(),
            BoardTask::Puzzle(solving) => solving.is_open(),
        }
    }

    /// The hint to draw on the board.
    pub fn hint(&self) -> Option<Hint> {
        match self {
            BoardTask::Train(_) => None,
            BoardTask::Puzzle(solving) => solving.hint(),
        }
    }

    fn answer_on_board(&mut self, session: &mut Session, mv: Move, now_ms: u64) {
        match self {
            BoardTask::Train(trainer) => trainer.answer_on_board(session, mv, now_ms),
            BoardTask::Puzzle(solving) => solving.answer_on_board(session, mv, now_ms),
        }
    }

    /// Makes what is due. Returns the time of the next call.
    pub(super) fn tick(&mut self, session: &mut Session, now_ms: u64) -> Wake {
        match self {
            BoardTask::Train(trainer) => trainer.tick(session, now_ms),
            BoardTask::Puzzle(solving) => solving.tick(session, now_ms),
        }
    }
}

impl AppState {
    /// The task, if one is on the board.
    pub fn board_task(&self) -> Option<&BoardTask> {
        match &self.screen {
            Screen::Task(task) => Some(task),
            _ => None,
        }
    }

    /// Leaves the task, if one is on the board.
    pub(super) fn leave_board_task(&mut self) {
        match self.board_task() {
            Some(BoardTask::Train(_)) => self.update_trainer(TrainerAction::Leave),
            Some(BoardTask::Puzzle(_)) => self.update_puzzles(PuzzlesAction::Leave, 0),
            None => {}
        }
    }

    /// The user's move in the task.
    pub(super) fn answer_task(&mut self, mv: Move, now_ms: u64) {
        if self.may_move()
            && let Screen::Task(task) = &mut self.screen
        {
            task.answer_on_board(&mut self.session, mv, now_ms);
        }
    }

    pub(super) fn game_in_task(&mut self, command: GameCommand, now_ms: u64) {
        match command {
            GameCommand::Move(_) | GameCommand::TypedMove(_) | GameCommand::TypeBackspace => {
                self.game_on_board(command, now_ms);
            }
            GameCommand::Type(text) => self.type_text(&text),
            GameCommand::KeepShapes(_) | GameCommand::Navigate(_) | GameCommand::DeleteHere => {}
        }
    }
}
