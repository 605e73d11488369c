//! What happens by itself: the computer's moves, the clock.

use crate::app::{
    games::chooser::Chooser,
    review,
    screen::{AppState, Screen},
    session::engine_client::{Purpose, RunningSearch, SearchOutcome},
    session::{Hint, Mode, PendingReply, Wake},
};
use crate::{engine::SearchResult, game::GameEnd, jobs::JobError};

/// The pause between two portions of a big file's games that are looked through.
const CHECK_PAUSE_MS: u64 = 10;

/// With less time than this the computer answers at once.
const PACE_ABOVE_MS: u64 = 20_000;

/// Below this much time the clock shows tenths of a second.
pub const TENTHS_BELOW_MS: u64 = 10_000;

impl AppState {
    /// Takes in the engine's answers, plays what is due, watches the clock, and gives the engine
    /// its next work. Returns when it should be called again even if nothing else happens.
    pub fn tick(&mut self, now_ms: u64) -> Wake {
        while let Some(outcome) = self.session.engine.collect() {
            match outcome {
                SearchOutcome::Done { search, .. } if search.purpose == Purpose::Live => {
                    self.live.take_end(&search);
                }
                SearchOutcome::Done { search, result } => self.answered(&search, &result, now_ms),
                SearchOutcome::Failed { search, problem } => {
                    self.search_failed(&search, &problem, now_ms);
                }
            }
        }
        self.play_pending(now_ms);
        if let Some(loser) = self.session.clock.as_ref().and_then(|clock| clock.flagged(now_ms))
            && self.session.end().is_none()
        {
            self.conclude(GameEnd::TimeOut(loser), now_ms);
        }
        let lab = self.lab.tick(self.mode() == Mode::Lab, now_ms);
        self.start_reply(now_ms);
        review::update::tick(&mut self.session, now_ms);
        if let Screen::Learn(learn) = &self.screen {
            learn.tick(&mut self.session, now_ms);
        }
        let may_search = matches!(self.screen, Screen::Analyse) && !self.lab.why.is_thinking();
        self.live.tick(&mut self.session, may_search, now_ms);
        let more_to_check = self.chooser_mut().is_some_and(Chooser::check_more);
        let wake = more_to_check.then_some(now_ms + CHECK_PAUSE_MS);
        [wake, lab, self.next_wake(now_ms)].into_iter().flatten().min()
    }

    /// Nothing waits any longer for an answer that cannot come, and nothing tries again by itself.
    fn search_failed(&mut self, search: &RunningSearch, problem: &JobError, now_ms: u64) {
        if search.purpose == Purpose::Reply {
            self.pause(now_ms);
        }
        self.live.switch_off();
        if let Some(learn) = self.learn_mut() {
            learn.give_back();
        }
        self.session.error(format!("The engine failed: {problem}."));
    }

    fn answered(&mut self, search: &RunningSearch, result: &SearchResult, now_ms: u64) {
        let (place, asked_ms) = (search.place, search.started_ms);
        match (search.purpose, result.best) {
            (Purpose::Reply, Some(played))
                if place == self.session.place(self.session.game.head()) =>
            {
                let pace_ms = if search.hurried { 0 } else { self.reply_pace_ms(now_ms) };
                let (at_ms, info) = (asked_ms + pace_ms, result.info.clone());
                self.play.pending = Some(PendingReply { place, played, at_ms, asked_ms, info });
            }
            (Purpose::Hint, Some(played)) if place == self.session.here() => {
                self.play.hint = Some(Hint { place, played, whole: false });
            }
            (Purpose::Learn, _) => {
                if let Some(learn) = self.learn_mut() {
                    learn.take_result(result);
                }
            }
            (Purpose::DrawOffer, _) if place == self.session.place(self.session.game.head()) => {
                if self.session.accepts_draw(result) {
                    self.conclude(GameEnd::Agreed, now_ms);
                } else {
                    self.session.info("Minnow declines the draw: it likes its position.");
                }
            }
            _ => {}
        }
    }

    /// How long this reply should take at least: a different time each move, the same each time
    /// the position is reached.
    /// A pause is never worth losing on time.
    fn reply_pace_ms(&self, now_ms: u64) -> u64 {
        let (least, most) = self.session.settings.reply.range_ms();
        let position = self.session.head_position();
        let varied = position.key() ^ self.session.seed;
        let pace_ms = least + varied.wrapping_mul(0x9e37_79b9_7f4a_7c15) % (most - least + 1);
        match self.session.clock.as_ref().map(|clock| clock.remaining_ms(position.turn(), now_ms)) {
            Some(0..PACE_ABOVE_MS) => 0,
            Some(left_ms) => pace_ms.min(left_ms / 40),
            None => pace_ms,
        }
    }

    fn play_pending(&mut self, now_ms: u64) {
        let due = |pending: &mut PendingReply| pending.at_ms <= now_ms;
        if let Some(pending) = self.play.pending.take_if(due)
            && pending.place == self.session.place(self.session.game.head())
        {
            self.play.last_reply_ms = Some(now_ms.saturating_sub(pending.asked_ms));
            self.play_at_head(pending.played, now_ms);
        }
    }

    fn start_reply(&mut self, now_ms: u64) {
        let wanted =
            self.mode() == Mode::Play && self.session.waits_for_computer() && !self.play.paused;
        let busy = self.session.engine.running().is_some() || self.play.pending.is_some();
        // A search of its own would put an end to the answer that is looked for.
        if !wanted || busy || self.lab.why.is_thinking() {
            return;
        }
        let head = self.session.place(self.session.game.head());
        if let Some(job) = self.reply_job(now_ms) {
            self.session.engine.start(Purpose::Reply, head, job, now_ms);
        }
    }

    fn next_wake(&self, now_ms: u64) -> Wake {
        let reply = self.play.pending.as_ref().map(|pending| pending.at_ms);
        let wakes = [reply, self.next_clock_digit_ms(now_ms), self.live.deadline_ms(&self.session)];
        wakes.into_iter().flatten().min()
    }

    /// When the running clock shows another digit.
    fn next_clock_digit_ms(&self, now_ms: u64) -> Wake {
        let clock = self.session.clock.as_ref().filter(|clock| clock.is_running())?;
        let left_ms = clock.remaining_ms(clock.turn(), now_ms);
        let digit_ms = if left_ms <= TENTHS_BELOW_MS { 100 } else { 1000 };
        Some(now_ms + left_ms % digit_ms + 1)
    }
}
