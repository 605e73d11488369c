//! Events of a game without an action of the user: the computer's moves, and the clock.

use super::{GivenHint, PendingReply, Play, manners::pace_facts, players::low_below_ms};
use crate::app::session::{
    Session, Sound, Wake,
    engine_client::{Purpose, RunningSearch},
    settings::Sides,
};
use minnow_engine::SearchResult;
use minnow_game::GameEnd;
use minnow_study::analysis::{PaceFacts, pace_share};

/// Below this time on its clock, the computer replies without a pause.
const PACE_ABOVE_MS: u64 = 20_000;

/// Below this much time the clock shows tenths of a second.
pub const TENTHS_BELOW_MS: u64 = 10_000;

impl Play {
    /// Takes the result of a search for this game.
    pub fn take_result(
        &mut self,
        session: &mut Session,
        search: &RunningSearch,
        result: &SearchResult,
        now_ms: u64,
    ) {
        let place = search.place;
        let at_head = place == session.place(session.game.head());
        match (search.purpose, result.best) {
            (Purpose::Reply, Some(mv)) if at_head => {
                let facts = pace_facts(session, search, result);
                // A program spends its own time on a move.
                let is_program = session.settings.program_name().is_some();
                let is_at_once = search.hurried || is_program;
                let pace_ms = if is_at_once { 0 } else { pace_ms(session, facts, now_ms) };
                self.pending = Some(PendingReply {
                    place,
                    mv,
                    at_ms: search.started_ms + pace_ms,
                    asked_ms: search.started_ms,
                    info: result.info.clone(),
                });
            }
            (Purpose::Hint, Some(mv)) if place == session.here() => {
                self.hint = Some(GivenHint { place, mv, whole: false });
                if session.settings.sides.has_one_human() {
                    session.note_help();
                }
            }
            (Purpose::DrawOffer, _) if at_head => self.answer_offer(session, result, now_ms),
            (Purpose::Coach, _) => self.end_coach(search),
            _ => {}
        }
    }

    /// Plays the pending reply when it is due, and after it the user's premove; ends the game when a
    /// flag falls.
    pub fn tick(&mut self, session: &mut Session, now_ms: u64) {
        self.follow_remote(session, now_ms);
        let due = |pending: &mut PendingReply| pending.at_ms <= now_ms;
        if let Some(pending) = self.pending.take_if(due)
            && pending.place == session.place(session.game.head())
        {
            self.last_reply_ms = Some(now_ms.saturating_sub(pending.asked_ms));
            self.carry_out(session, &pending, now_ms);
            self.play_premove(session, now_ms);
        }
        self.drop_stale(session);
        // On a server, its own clock decides.
        if let Some(loser) = session.clock.as_ref().and_then(|clock| clock.flagged(now_ms))
            && session.end().is_none()
            && session.remote().is_none()
        {
            self.conclude(session, GameEnd::TimeOut(loser), now_ms);
        }
        self.sound_low_time(session, now_ms);
        self.note_shown_help(session);
        self.watch_rating(session);
        session.end_idle_program();
    }

    /// Says at once what has made the game lose its count for the rating. A game whose choices have no
    /// rating never counted.
    fn watch_rating(&mut self, session: &Session) {
        if session.end().is_some() || session.user().is_none() {
            return;
        }
        let why = session.why_uncounted();
        self.uncounted.take_if(|_| why.is_none());
        if let Some(why) = why
            && self.counts
            && !session.has_counted()
            && !(why.is_of_choices() && session.game.is_empty())
        {
            self.uncounted = Some(format!("This game no longer counts for your rating: {why}."));
        }
        self.counts = why.is_none();
    }

    /// Warns a human once in a game when little time is left.
    fn sound_low_time(&mut self, session: &mut Session, now_ms: u64) {
        let running = session.clock.as_ref().filter(|clock| clock.is_running());
        let Some(clock) = running else { return };
        let turn = clock.turn();
        let is_low = clock.remaining_ms(turn, now_ms) < low_below_ms(clock.control());
        let heard = &mut self.low_time_heard[turn.index()];
        if is_low && !*heard && session.is_human(turn) {
            *heard = true;
            session.sound(Sound::LowTime);
        }
    }

    /// The time at which the game changes next without an action of the user.
    pub fn next_wake(&self, session: &Session, now_ms: u64) -> Wake {
        let reply = self.pending.as_ref().map(|pending| pending.at_ms);
        [reply, next_clock_digit_ms(session, now_ms)].into_iter().flatten().min()
    }
}

/// The least time of this reply: more where the search found the position hard. It shrinks with the
/// time on the clock, so that no pause loses the game.
fn pace_ms(session: &Session, facts: PaceFacts, now_ms: u64) -> u64 {
    let settings = &session.settings;
    let (least, most) = if settings.sides == Sides::None {
        (settings.watch_pause_ms, settings.watch_pause_ms)
    } else {
        settings.reply.range_ms()
    };
    let pace_ms = least + (pace_share(facts) * (most - least) as f64) as u64;
    let position = session.head_position();
    match session.clock.as_ref().map(|clock| clock.remaining_ms(position.turn(), now_ms)) {
        Some(0..PACE_ABOVE_MS) => 0,
        Some(left_ms) => pace_ms.min(left_ms / 40),
        None => pace_ms,
    }
}

/// The time at which the running clock shows another digit.
fn next_clock_digit_ms(session: &Session, now_ms: u64) -> Wake {
    let clock = session.clock.as_ref().filter(|clock| clock.is_running())?;
    let left_ms = clock.remaining_ms(clock.turn(), now_ms);
    let digit_ms = if left_ms <= TENTHS_BELOW_MS { 100 } else { 1000 };
    Some(now_ms + clock.delay_left_ms(now_ms) + left_ms % digit_ms + 1)
}
