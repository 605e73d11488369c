//! The walk through the problems on the game's board, and the search that judges an answer.

use std::ops::ControlFlow;

use super::{Learn, LearnAction, Stage, learner};
use crate::app::session::{Session, Sound, engine_client::Purpose};
use minnow_engine::{SearchJob, SearchResult};
use minnow_game::NodeId;
use minnow_rules::{Color, Move};
use minnow_study::analysis::AttemptSearch;

impl Learn {
    /// Begins with the user's own errors, as far as the game's record names the human.
    pub fn begin(session: &mut Session) -> Learn {
        let side = learner(&session.game, session.flipped);
        let learn = Learn::new(&session.game, side, session.flipped);
        learn.show_side(session);
        learn
    }

    /// Begins with the problem of this position; those before it come last.
    pub fn begin_with(&mut self, session: &mut Session, before: NodeId) {
        self.put_first(before);
        self.show_problem(session);
    }

    /// Returns `Break` if the user leaves.
    pub fn update(&mut self, session: &mut Session, action: LearnAction) -> ControlFlow<()> {
        match action {
            LearnAction::Side(side) => {
                *self = Learn::new(&session.game, side, self.flipped_before);
                self.show_side(session);
            }
            LearnAction::Hint => self.give_hint(),
            LearnAction::Show => self.show(),
            LearnAction::Skip => self.skip(),
            LearnAction::Next => self.next(),
            LearnAction::Leave => {
                self.leave(session);
                return ControlFlow::Break(());
            }
        }
        self.show_problem(session);
        ControlFlow::Continue(())
    }

    /// Judges the user's move, or starts the search that judges it.
    pub fn answer_on_board(&mut self, session: &mut Session, answer: Move, now_ms: u64) {
        session.notice = None;
        session.typed.clear();
        if let Some(problem) = self.problem() {
            session.sound(Sound::of_move(&problem.position, answer));
        }
        self.answer(answer);
        self.tick(session, now_ms);
    }

    /// Starts the next search of an answer in judgement, also after another search has stopped the
    /// one before.
    pub fn tick(&mut self, session: &mut Session, now_ms: u64) {
        let index = self.index();
        let Stage::Judging { answer, search } = &mut self.stage else { return };
        let Some(exercise) = self.problems.get(index).map(|problem| &problem.exercise) else {
            return;
        };
        if is_judging(session) {
            return;
        }
        let search = search.get_or_insert_with(|| {
            let limits = session.settings.review.limits();
            Box::new(AttemptSearch::new(exercise, *answer, limits))
        });
        if let (Some(root), Some(limits)) = (session.root_at(exercise.before), search.next_limits())
        {
            let job = SearchJob { root, limits, opponent: None };
            session.engine.start(Purpose::Learn, session.place(exercise.before), job, now_ms);
        }
    }

    /// Takes in the result of a search, and judges the answer after the last one.
    pub fn take_result(&mut self, result: &SearchResult) {
        let index = self.index();
        let Stage::Judging { search: Some(search), .. } = &mut self.stage else { return };
        let Some(problem) = self.problems.get(index) else { return };
        if let Some(attempt) = search.take(&problem.exercise, &problem.position, result.clone()) {
            self.judge(&attempt);
        }
    }

    fn show_side(&self, session: &mut Session) {
        session.flipped = self.side == Color::Black;
        session.notice = None;
        self.show_problem(session);
    }

    /// Shows the current problem on the board, and ends the search of an answer to an earlier one.
    fn show_problem(&self, session: &mut Session) {
        session.typed.clear();
        if let Some(problem) = self.problem() {
            session.game.go_to(problem.exercise.before);
        }
        if !matches!(self.stage, Stage::Judging { .. }) {
            cancel_judging(session);
        }
    }

    /// Restores the board's orientation. The cursor stays at the current problem.
    fn leave(&self, session: &mut Session) {
        session.flipped = self.flipped_before;
        session.typed.clear();
        cancel_judging(session);
    }
}

fn is_judging(session: &Session) -> bool {
    session.engine.running().is_some_and(|running| running.purpose == Purpose::Learn)
}

fn cancel_judging(session: &mut Session) {
    if is_judging(session) {
        session.engine.cancel();
    }
}
