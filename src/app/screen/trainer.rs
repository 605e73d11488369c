//! The ending trainer: the user makes his own side's moves; nothing else changes or moves the game.

use super::{AppState, Screen};
use crate::app::{
    action::TrainerAction,
    session::{GameCommand, Mode, NewGame, TableStatus, TrainingOrder},
    trainer::Trainer,
};

impl AppState {
    /// Begins the training of an ending of this board. The caller has asked about changes that belong
    /// into a file.
    pub(super) fn start_training(&mut self, order: TrainingOrder) {
        let TableStatus::Ready(tables) = self.session.tables.status(self.session.variant()) else {
            self.session.info("The end-game tables of this board are not built yet.");
            return;
        };
        match Trainer::new(&self.session, tables, order) {
            Some((trainer, game)) => self.begin_try(Box::new(trainer), game),
            None => self.session.info("This ending has no position for this task."),
        }
    }

    fn begin_try(&mut self, trainer: Box<Trainer>, game: NewGame) {
        self.begin(NewGame { mode: Some(Mode::Analyse), ..game });
        trainer.show(&mut self.session);
        self.overlay = None;
        self.screen = Screen::Train(trainer);
    }

    pub(super) fn update_trainer(&mut self, action: TrainerAction) {
        let Screen::Train(mut trainer) = std::mem::replace(&mut self.screen, Screen::Analyse)
        else {
            return;
        };
        match trainer.update(&mut self.session, action) {
            std::ops::ControlFlow::Break(()) => {}
            std::ops::ControlFlow::Continue(Some(game)) => self.begin_try(trainer, game),
            std::ops::ControlFlow::Continue(None) => self.screen = Screen::Train(trainer),
        }
    }

    pub(super) fn leave_trainer(&mut self) {
        if self.trainer().is_some() {
            self.update_trainer(TrainerAction::Leave);
        }
    }

    pub(super) fn game_in_trainer(&mut self, command: GameCommand, now_ms: u64) {
        match command {
            GameCommand::Move(_) | GameCommand::TypedMove(_) | GameCommand::TypeBackspace => {
                self.game_on_board(command, now_ms);
            }
            GameCommand::Type(text) => self.type_text(&text),
            GameCommand::KeepShapes(_) | GameCommand::Navigate(_) | GameCommand::DeleteHere => {}
        }
    }
}
