//! The ending trainer: begins, changes and leaves a training.

use super::{AppState, BoardTask, Screen};
use crate::app::{
    request::TrainerAction,
    session::{Mode, NewGame, TableStatus, TrainingOrder},
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
        self.screen = Screen::Task(BoardTask::Train(trainer));
    }

    pub(super) fn update_trainer(&mut self, action: TrainerAction) {
        if self.trainer().is_none() {
            return;
        }
        let screen = std::mem::replace(&mut self.screen, Screen::Analyse);
        let Screen::Task(BoardTask::Train(mut trainer)) = screen else { return };
        match trainer.update(&mut self.session, action) {
            std::ops::ControlFlow::Break(()) => {}
            std::ops::ControlFlow::Continue(Some(game)) => self.begin_try(trainer, game),
            std::ops::ControlFlow::Continue(None) => {
                self.screen = Screen::Task(BoardTask::Train(trainer));
            }
        }
    }
}
