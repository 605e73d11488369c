//! Events without an action of the user: results of searches and jobs, the computer's moves, the
//! clock.

use super::{AppState, Screen};
use crate::app::{
    games::{self, chooser::Chooser},
    review,
    session::{
        Mode, Wake,
        engine_client::{Purpose, RunningSearch, SearchOutcome},
    },
};
use minnow_engine::SearchResult;
use minnow_jobs::JobError;

/// The pause between two batches of games while a large file is checked.
const CHECK_PAUSE_MS: u64 = 10;

impl AppState {
    /// Takes the engine's results, plays the due move, checks the clock, and starts the engine's
    /// next search. Returns the time of the next call if nothing else happens.
    pub fn tick(&mut self, now_ms: u64) -> Wake {
        while let Some(outcome) = self.session.engine.collect() {
            match outcome {
                SearchOutcome::Done { search, result } => {
                    self.take_result(search, &result, now_ms);
                }
                SearchOutcome::Failed { search, problem } => {
                    self.search_failed(&search, &problem, now_ms);
                }
            }
        }
        let question = self.play.tick(&mut self.session, now_ms);
        self.ask_in_play(question);
        let shown = self.page();
        self.pages.tick(&mut self.session, shown);
        let is_shown = self.mode() == Mode::Lab;
        let lab = self.lab.tick(&mut self.session, is_shown, now_ms);
        if self.mode() == Mode::Play {
            self.play.start_reply(&mut self.session, now_ms);
            self.play.start_coach(&mut self.session, now_ms);
        }
        self.play.start_review(&mut self.session);
        review::tick(&mut self.session, now_ms);
        let task = match &mut self.screen {
            Screen::Task { task, .. } => task.tick(&mut self.session, now_ms),
            _ => None,
        };
        let may_search = matches!(self.screen, Screen::Analyse);
        self.live.tick(&mut self.session, may_search, now_ms);
        self.tick_games(now_ms);
        self.tick_export();
        self.session.follow_moved_games();
        self.tick_archive(now_ms);
        self.session.collect_tables();
        if let Screen::Editor { editor, .. } = &mut self.screen {
            editor.tick(&mut self.session);
        }
        self.cards.tick(&mut self.session, matches!(self.screen, Screen::Analyse));
        self.note_analysis();
        self.follow_results();
        self.carry_out_requests(now_ms);
        let more_to_check = self.chooser_mut().is_some_and(Chooser::check_more);
        let check = more_to_check.then_some(now_ms + CHECK_PAUSE_MS);
        let play = self.play.next_wake(&self.session, now_ms);
        let live = self.live.deadline_ms(&self.session);
        let files = games::next_wake(&mut self.session, now_ms);
        [check, lab, task, play, live, files].into_iter().flatten().min()
    }

    fn take_result(&mut self, search: RunningSearch, result: &SearchResult, now_ms: u64) {
        match search.purpose {
            Purpose::Reply | Purpose::Hint | Purpose::DrawOffer | Purpose::Coach => {
                self.play.take_result(&mut self.session, &search, result, now_ms);
            }
            Purpose::Learn => {
                if let Some(learn) = self.learn_mut() {
                    learn.take_result(result);
                }
            }
            Purpose::Live => self.live.take_end(&search),
        }
    }

    /// Stops everything that waits for the engine, so that a failed search does not restart.
    fn search_failed(&mut self, search: &RunningSearch, problem: &JobError, now_ms: u64) {
        if search.purpose == Purpose::Reply {
            self.play.pause(&mut self.session, now_ms);
        }
        self.play.end_coach(search);
        self.live.switch_off();
        if let Some(learn) = self.learn_mut() {
            learn.give_back();
        }
        self.session.error(format!("The engine failed: {problem}."));
    }
}
