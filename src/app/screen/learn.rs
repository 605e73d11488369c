//! Learn: a walk through the errors of a reviewed game. The screen ignores actions that would
//! change the game or show the review's findings.

use super::{AppState, Screen};
use crate::app::{
    learn::Learn,
    request::LearnAction,
    session::{GameCommand, Mode, ScreenCommand},
};
use minnow_rules::Move;

impl AppState {
    /// Begins with the user's own errors, if the game has a review.
    pub(super) fn start_learning(&mut self, now_ms: u64) {
        if self.learn().is_some() {
            return;
        }
        if !self.session.game.has_review() {
            self.session.info("Review the game first: its errors become the problems to solve.");
            return;
        }
        self.select_mode(Mode::Analyse, now_ms);
        self.screen = Screen::Learn(Box::new(Learn::begin(&mut self.session)));
        self.close_drawer();
    }

    pub(super) fn leave_learn(&mut self) {
        self.update_learn(LearnAction::Leave);
    }

    pub(super) fn update_learn(&mut self, action: LearnAction) {
        let Screen::Learn(learn) = &mut self.screen else { return };
        if learn.update(&mut self.session, action).is_break() {
            self.screen = Screen::Analyse;
        }
    }

    /// The user's answer to the current problem.
    pub(in crate::app) fn answer_problem(&mut self, answer: Move, now_ms: u64) {
        if self.may_move()
            && let Screen::Learn(learn) = &mut self.screen
        {
            learn.answer_on_board(&mut self.session, answer, now_ms);
        }
    }

    pub(super) fn command_in_learn(&mut self, command: ScreenCommand) {
        match command {
            ScreenCommand::Hint => self.update_learn(LearnAction::Hint),
            ScreenCommand::ToggleAnalysis => {
                if let Some(next) = self.learn().map(Learn::next_action) {
                    self.update_learn(next);
                }
            }
            ScreenCommand::Undo
            | ScreenCommand::Redo
            | ScreenCommand::ToggleThreat
            | ScreenCommand::AddLine { .. } => {}
        }
    }

    /// The user answers on the board; nothing else changes or moves the game.
    pub(super) fn game_in_learn(&mut self, command: GameCommand, now_ms: u64) {
        match command {
            GameCommand::Move(_) | GameCommand::TypedMove(_) | GameCommand::TypeBackspace => {
                self.game_on_board(command, now_ms);
            }
            // Digits set no marks here.
            GameCommand::Type(text) => self.type_text(&text),
            GameCommand::KeepShapes(_) | GameCommand::Navigate(_) | GameCommand::DeleteHere => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::app::request::Request;
    use std::sync::mpsc::Receiver;

    use super::*;
    use crate::app::{
        learn::{Solution, Stage, tests::reviewed},
        screen::tests::{begin, wait},
        session::NewGame,
        session::engine_client::Purpose,
        session::for_tests::two_humans,
        session::settings::{EngineSettings, ReviewDepth, Settings},
        settings::SettingsAction,
    };

    fn learning() -> (AppState, Receiver<()>) {
        let review = ReviewDepth::Quick;
        let (mut state, wakes) = begin(Settings { review, ..two_humans() });
        state.begin(NewGame::new(reviewed()));
        state.update(Request::StartLearning, 0);
        (state, wakes)
    }

    fn stage(state: &AppState) -> &Stage {
        state.learn().unwrap().stage()
    }

    #[test]
    fn an_answer_is_judged_after_a_stop() {
        let (mut state, wakes) = learning();
        state.update(Request::from(GameCommand::TypedMove("d2e2".to_owned())), 0);
        let purpose = state.session.engine.running().map(|running| running.purpose);
        assert_eq!(purpose, Some(Purpose::Learn));
        let engine = EngineSettings { threads: 1, hash_mb: 2, ..state.session.settings.engine };
        let change =
            SettingsAction::change(&state.session.settings, |changed| changed.engine = engine);
        state.update(Request::Settings(change), 0);
        assert!(state.session.engine.running().is_none());
        wait(&mut state, &wakes, 0, |state| !matches!(stage(state), Stage::Judging { .. }));
        let Stage::Open { wrong: Some(wrong) } = stage(&state) else { panic!() };
        assert!(wrong.starts_with("Qe2 ") && wrong.contains(": it costs "), "{wrong}");
    }

    #[test]
    fn skipping_a_problem_ends_its_search() {
        let (mut state, _wakes) = learning();
        state.update(Request::from(GameCommand::TypedMove("d2e2".to_owned())), 0);
        state.update(Request::Learn(LearnAction::Skip), 0);
        assert!(state.session.engine.running().is_none());
        let learn = state.learn().unwrap();
        assert!(learn.is_open() && learn.solutions() == [Solution::Skipped]);
        let problem = learn.problem().unwrap().exercise.before;
        assert_eq!(state.session.game.cursor(), problem, "the board goes along");
        state.update(Request::from(GameCommand::Type("3".to_owned())), 0);
        assert!(state.session.game.nodes().all(|(_, node)| node.notes.marks.is_empty()));
    }
}
