//! Learning from errors: from one problem to the next, and the search that judges an answer.
//!
//! The game is only walked through meanwhile: whatever would change it, or show what the review
//! found, has to wait.

use crate::app::{
    action::LearnAction,
    learn::{Learn, Stage, learner},
    screen::{AppState, Screen},
    session::Mode,
    session::engine_client::{Purpose, RunningSearch},
};
use crate::{
    analysis::attempt_limits,
    engine::{Handicap, SearchJob, SearchResult},
    rules::{Color, Move},
};

impl AppState {
    pub(in crate::app) fn apply_learn(&mut self, action: LearnAction, now_ms: u64) {
        match action {
            LearnAction::Side(side) => self.start_learning(side, now_ms),
            LearnAction::Leave => self.leave_learning(),
            LearnAction::Hint => self.with_learn(Learn::ask_hint),
            LearnAction::Show => self.with_learn(Learn::show),
            LearnAction::Skip => self.with_learn(Learn::skip),
            LearnAction::Next => self.with_learn(Learn::next),
        }
    }

    /// Begins with the user's own errors, as far as the record tells whose they are.
    pub(in crate::app) fn start_learning_own(&mut self, now_ms: u64) {
        let side = learner(&self.session.game, self.session.flipped);
        self.start_learning(side, now_ms);
    }

    fn with_learn(&mut self, change: impl FnOnce(&mut Learn)) {
        if let Some(learn) = self.learn_mut() {
            change(learn);
        }
        self.go_to_problem();
    }

    fn start_learning(&mut self, side: Color, now_ms: u64) {
        if !self.session.game.has_review() {
            self.session
                .info("Review the game first: what there is to learn comes from its review.");
            return;
        }
        self.select_mode(Mode::Analyse, now_ms);
        let flipped_before =
            self.learn().map_or(self.session.flipped, |learn| learn.flipped_before);
        let learn = Learn::new(&self.session.game, side, flipped_before);
        self.screen = Screen::Learn(Box::new(learn));
        self.session.flipped = side == Color::Black;
        self.close_drawer();
        self.session.notice = None;
        self.go_to_problem();
    }

    /// The board goes to the problem at hand, and no answer of an earlier one is waited for.
    fn go_to_problem(&mut self) {
        self.session.typed.clear();
        let Some(learn) = self.learn() else { return };
        let judging = matches!(learn.stage(), Stage::Judging { .. });
        if let Some(problem) = learn.problem() {
            self.session.game.go_to(problem.lesson.before);
        }
        if !judging {
            self.cancel_judging();
        }
    }

    fn cancel_judging(&mut self) {
        let judges = |running: &RunningSearch| running.purpose == Purpose::Learn;
        if self.session.engine.running().is_some_and(judges) {
            self.session.engine.cancel();
        }
    }

    /// Everything is shown again. The user stays at the problem that was left.
    pub(in crate::app) fn leave_learning(&mut self) {
        if let Screen::Learn(learn) = &self.screen {
            self.session.flipped = learn.flipped_before;
            self.screen = Screen::Analyse;
            self.session.typed.clear();
            self.cancel_judging();
        }
    }

    /// The user's answer to the problem.
    pub(in crate::app) fn answer_problem(&mut self, answer: Move, now_ms: u64) {
        if !self.may_move() {
            return;
        }
        self.session.notice = None;
        if let Some(learn) = self.learn_mut() {
            learn.answer(answer);
            self.session.typed.clear();
            self.follow_learn(now_ms);
        }
    }

    /// Sees to it that an answer to be judged is being searched, also when another search has
    /// taken the engine from it.
    pub(in crate::app) fn follow_learn(&mut self, now_ms: u64) {
        let Some(learn) = self.learn() else { return };
        let (Stage::Judging { answer }, Some(problem)) = (learn.stage(), learn.problem()) else {
            return;
        };
        let judges = |running: &RunningSearch| running.purpose == Purpose::Learn;
        if self.session.engine.running().is_some_and(judges) {
            return;
        }
        let limits = attempt_limits(*answer, self.session.settings.review.limits());
        let before = problem.lesson.before;
        if let Some(root) = self.session.root_at(before) {
            let job = SearchJob { root, limits, handicap: Handicap::NONE };
            self.session.engine.start(Purpose::Learn, self.session.place(before), job, now_ms);
        }
    }

    /// An answer has been searched.
    pub(in crate::app) fn learn_done(&mut self, result: &SearchResult) {
        let Some(learn) = self.learn_mut() else { return };
        let (Stage::Judging { answer }, Some(problem)) = (learn.stage(), learn.problem()) else {
            return;
        };
        let found = &result.info.pv;
        let line = if found.is_empty() { vec![*answer] } else { found.clone() };
        let attempt = problem.lesson.attempt(&problem.position, result.info.score, &line);
        learn.judged(&attempt);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    use super::*;
    use crate::app::{
        action::{Action, LearnAction, Setting},
        learn::{Solution, tests::reviewed},
        session::Command,
        session::engine_client::EngineClient,
        session::settings::{EngineSettings, Settings, Sides},
    };
    use crate::jobs::Spawner;

    /// Far longer than any answer takes: a test that waits so long hangs.
    const HANGS_AFTER: Duration = Duration::from_secs(120);

    fn begin() -> (AppState, Receiver<()>) {
        let (wake, wakes) = channel();
        let engine =
            EngineClient::new(Spawner::default(), move || wake.send(()).unwrap_or_default());
        let settings = Settings { sides: Sides::Both, ..Settings::default() };
        let mut state = AppState::new(settings, engine, 7);
        state.begin_game(reviewed(), Default::default());
        state.apply(Action::Command(Command::Learn), 0);
        (state, wakes)
    }

    fn stage(state: &AppState) -> &Stage {
        state.learn().unwrap().stage()
    }

    #[test]
    fn an_answer_is_judged_whatever_happens_to_its_search() {
        let (mut state, wakes) = begin();
        state.apply(Action::Command(Command::TypedMove("d2e2".to_owned())), 0);
        let purpose = state.session.engine.running().map(|running| running.purpose);
        assert_eq!(purpose, Some(Purpose::Learn));
        let engine = EngineSettings { threads: 1, hash_mb: 2, ..state.session.settings.engine };
        state.apply(Action::Settings(Setting::Engine(engine)), 0);
        assert!(state.session.engine.running().is_none());
        state.tick(0);
        while matches!(stage(&state), Stage::Judging { .. }) {
            wakes.recv_timeout(HANGS_AFTER).expect("the engine answers");
            state.tick(0);
        }
        let Stage::Open { wrong: Some(wrong) } = stage(&state) else { panic!() };
        assert!(wrong.starts_with("Qe2 ") && wrong.contains(": it costs "), "{wrong}");
    }

    #[test]
    fn an_answer_that_is_skipped_is_searched_no_more() {
        let (mut state, _wakes) = begin();
        state.apply(Action::Command(Command::TypedMove("d2e2".to_owned())), 0);
        state.apply(Action::Learn(LearnAction::Skip), 0);
        assert!(state.session.engine.running().is_none());
        let learn = state.learn().unwrap();
        assert!(learn.is_open() && learn.solutions() == [Solution::Skipped]);
        let problem = learn.problem().unwrap().lesson.before;
        assert_eq!(state.session.game.cursor(), problem, "the board goes along");
        state.apply(Action::Command(Command::Type("3".to_owned())), 0);
        assert!(state.session.game.nodes().all(|(_, node)| node.notes.marks.is_empty()));
    }
}
