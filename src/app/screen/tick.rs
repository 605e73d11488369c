//! Events without an action of the user: results of searches and jobs, the computer's moves, the
//! clock.

use super::{AppState, Screen};
use crate::app::{
    pages::PageId,
    review,
    session::{
        Mode, Wake,
        engine_client::{Purpose, RunningSearch, SearchOutcome, SearchProblem},
    },
};
use minnow_engine::SearchResult;
use minnow_game::UncountedReason;
use minnow_jobs::JobError;

impl AppState {
    /// Takes the engine's results, plays the due move, checks the clock, and starts the engine's
    /// next search. Returns the time of the next call if nothing else happens.
    pub fn tick(&mut self, now_ms: u64) -> Wake {
        self.session.keep_clock(now_ms);
        while let Some(SearchOutcome { search, result }) = self.session.engine.collect() {
            match result {
                Ok(result) => self.take_result(&search, &result, now_ms),
                Err(SearchProblem::Engine(problem)) => {
                    self.search_failed(&search, &problem, now_ms);
                }
                Err(SearchProblem::Program(problem)) => {
                    self.play.program_failed(&mut self.session, &search, &problem, now_ms);
                }
            }
        }
        let plays = !self.session.has_waiting_game();
        if plays {
            self.play.tick(&mut self.session, now_ms);
        }
        // A question about the next move comes before those of pages.
        self.carry_out_requests(now_ms);
        let pages = self.tick_pages(now_ms);
        let is_shown = self.mode() == Mode::Lab;
        let lab = self.lab.tick(&mut self.session, is_shown, now_ms);
        if self.mode() == Mode::Play {
            self.play.start_reply(&mut self.session, now_ms);
            self.play.start_coach(&mut self.session, now_ms);
        }
        if plays {
            self.play.start_review(&mut self.session);
        }
        review::tick(&mut self.session, now_ms);
        let task = match &mut self.screen {
            Screen::Task { task, .. } => task.tick(&mut self.session, now_ms),
            _ => None,
        };
        if matches!(self.screen, Screen::Train) {
            let variant = self.session.train_variant();
            self.learn_stock.set_variant(variant);
            self.pages.facts.count(&mut self.session, variant);
        }
        self.tick_learn_stock(now_ms);
        // The time limit of a position would run on while a question pauses its analysis.
        let may_search =
            matches!(self.screen, Screen::Analyse) && !self.pages.why.task.is_running();
        self.live.tick(&mut self.session, may_search, now_ms);
        for problem in self.session.tables.collect() {
            self.session.error(problem);
        }
        if let Screen::Editor { editor, .. } = &mut self.screen {
            editor.tick(&mut self.session);
        }
        self.cards.tick(&mut self.session, matches!(self.screen, Screen::Analyse));
        self.note_analysis();
        self.carry_out_requests(now_ms);
        self.drop_void_typed();
        let play = self.play.next_wake(&self.session, now_ms);
        let live = self.live.deadline_ms(&self.session);
        let files = self.session.files.tick(now_ms);
        [pages, lab, task, play, live, files].into_iter().flatten().min()
    }

    fn tick_pages(&mut self, now_ms: u64) -> Wake {
        self.session.follow_moved_games();
        self.session.archive.poll();
        let (shown, may_ask) = (self.page, self.question.is_none());
        if shown == Some(PageId::Export) {
            self.note_board();
        }
        self.pages.tick(&mut self.session, shown, may_ask, now_ms)
    }

    /// A game that the engine analyses before its end does not count for the user's rating.
    fn note_analysis(&mut self) {
        let in_analysis = matches!(self.screen, Screen::Analyse);
        let is_live = in_analysis && self.live.is_on;
        let is_reviewed = self.session.review.running.is_some();
        if is_live || is_reviewed || self.cards.advise(in_analysis) {
            self.session.note_uncounted(UncountedReason::Analysis);
        }
    }

    fn take_result(&mut self, search: &RunningSearch, result: &SearchResult, now_ms: u64) {
        match search.purpose {
            Purpose::Reply | Purpose::Hint | Purpose::DrawOffer | Purpose::Coach => {
                self.play.take_result(&mut self.session, search, result, now_ms);
            }
            Purpose::Learn => {
                if let Some(learn) = self.learn_mut() {
                    learn.take_result(result);
                }
            }
            Purpose::Live => self.live.take_end(search),
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
